package io.barograph.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Grafana dashboard as its file has it. */
record Board(String file, JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Path.of("..", "dashboards", "grafana", "dashboards");
    private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)|\\$\\{(\\w+)[^}]*}");
    private static final Pattern FLINK = Pattern.compile("\"(jobmanager|taskmanager)_");

    static List<Board> all() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Board> boards = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                boards.add(named(file.getFileName().toString()));
            }
            return boards;
        }
    }

    static Board named(String file) throws IOException {
        return new Board(file, JSON.readTree(FOLDER.resolve(file).toFile()));
    }

    /** @return all panels but rows, which only stand above others */
    List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        json.get("panels").forEach(panels::add);
        panels.removeIf(panel -> panel.get("type").asText().equals("row"));
        return panels;
    }

    /**
     * The query as Grafana would send it with all variables at their defaults, at the end of the simulated evening. Flink's
     * own metrics are of the time at which the test runs.
     */
    static String filled(String query, String job, String motif) {
        return filled(query, job, motif, SimulatedEvening.TO);
    }

    static String filled(String query, String job, String motif, Instant now) {
        boolean ofFlink = FLINK.matcher(query).find();
        String from = (ofFlink ? Instant.now().minus(Duration.ofHours(1)) : SimulatedEvening.FROM).toString();
        String at = "'" + (ofFlink ? Instant.now() : now) + "'";
        return VARIABLE.matcher(query)
                .replaceAll(match -> switch (match.group(1) == null ? match.group(2) : match.group(1)) {
                    case "timeFilter" -> "time >= '" + from + "' AND time <= " + at;
                    case "__interval" -> "60s";
                    case "raw", "minutes", "hours" -> "autogen";
                    case "job" -> job;
                    case "motif" -> motif;
                    default -> ".*";
                })
                .replace("\"minutes\".", "\"autogen\".")
                .replace("now()", at);
    }

    @Override
    public String toString() {
        return file;
    }
}
