package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.cli.serve.LivePageServer;
import io.barograph.configuration.LivePageSettings;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxRow;
import io.barograph.testing.AtLength;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Follows each link of a dashboard to the live page, filled in as Grafana does from the rows that a person clicks on. */
@ExtendWith(SimulatedEvening.Shared.class)
@AtLength
class GrafanaLinksIT {
    private static final String PAGE = "${page:raw}";
    private static final Pattern FIELD = Pattern.compile("\\$\\{__data\\.fields\\[\"([\\w ]+)\"]}");
    private static final Pattern JOB_COLUMN = Pattern.compile("\"(?:\\w+_)?job_id\" AS \"([^\"]+)\"");
    private static final int FOLLOWED = 2;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static InfluxDbAdmin influxDb;
    private static LivePageServer page;
    /** Motif of each judged job. */
    private static Map<String, String> judged;

    @BeforeAll
    static void start(SimulatedEvening evening) throws Exception {
        influxDb = new InfluxDbAdmin(evening.database());
        judged = new HashMap<>();
        for (InfluxRow row : influxDb.query("SELECT job_id, motif FROM verdict")) {
            judged.put(
                    (String) row.values().get("job_id"), (String) row.values().get("motif"));
        }
        page = LivePageServer.start(
                LivePageSettings.forThisHost(0),
                new LivePageServer.Installation(evening.kafka(), evening.database(), false, evening.catalogue()),
                Clock.fixed(SimulatedEvening.TO, ZoneOffset.UTC));
        await().atMost(LIMIT).until(() -> !get("/events").body().contains("still being read"));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (page != null) {
            page.close();
        }
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI address = page.url().resolve(path);
        return HTTP.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A column whose cells lead to the live page. */
    private record Column(Board board, JsonNode panel, String field, String link) {
        static List<Column> of(Board board) {
            List<Column> columns = new ArrayList<>();
            for (JsonNode panel : board.panels()) {
                for (JsonNode override : panel.at("/fieldConfig/overrides")) {
                    for (JsonNode property : override.get("properties")) {
                        if (property.get("id").asText().equals("links")) {
                            String url = property.get("value").get(0).get("url").asText();
                            columns.add(new Column(
                                    board,
                                    panel,
                                    override.at("/matcher/options").asText(),
                                    url));
                        }
                    }
                }
            }
            return columns;
        }

        /** The newest rows that have something to click on. */
        List<InfluxRow> rows(String job, String motif) throws Exception {
            String query = panel.at("/targets/0/query").asText();
            List<InfluxRow> rows = new ArrayList<>(influxDb.query(Board.filled(query, job, motif)));
            rows.removeIf(row -> row.values().getOrDefault(field, "").equals(""));
            return rows.subList(Math.max(0, rows.size() - FOLLOWED), rows.size());
        }

        /** The path that Grafana makes of the link, below the page's address. */
        String path(InfluxRow row) {
            Map<String, Object> values = row.values();
            assertThat(link).startsWith(PAGE + "/");
            String filled = FIELD.matcher(link.substring(PAGE.length()))
                    .replaceAll(match -> values.get(match.group(1)).toString())
                    .replace("${__value.raw}", values.get(field).toString())
                    .replace(
                            "${__value.time}",
                            Long.toString(TimeUnit.NANOSECONDS.toMillis(((Number) values.get("time")).longValue())));
            assertThat(filled).as("%s, %s", board, panel.get("title")).doesNotContain("$");
            return filled;
        }

        @Override
        public String toString() {
            return board + ", " + panel.get("title").asText() + ", " + field;
        }
    }

    @Test
    void shouldLeadFromEveryJobToItsReportAndFromEveryEventToItsPage() throws Exception {
        String job = judged.keySet().iterator().next();
        Set<String> followed = new HashSet<>();
        Set<String> opened = new HashSet<>();
        for (Board board : Board.all()) {
            for (Column column : Column.of(board)) {
                for (InfluxRow row : column.rows(job, judged.get(job))) {
                    followed.add(column.field());
                    String path = column.path(row);
                    // A report that is being prepared says so and asks to come again.
                    HttpResponse<String> answer =
                            await().atMost(LIMIT).until(() -> get(path), ready -> ready.statusCode() != 202);
                    if (answer.statusCode() == 200) {
                        opened.add(path.split("/", -1)[1]);
                    } else {
                        // A job that still runs has no report yet, and the page says so.
                        assertThat(answer.body()).as(column + ": " + path).contains("There is no verdict on it");
                        assertThat(judged)
                                .doesNotContainKey(
                                        row.values().get(column.field()).toString());
                    }
                }
            }
        }
        assertThat(followed).containsExactlyInAnyOrder("Job", "Suspect", "Event", "Condition");
        assertThat(opened).containsExactlyInAnyOrder("jobs", "events");
    }

    @Test
    void shouldLeadToTheLivePageFromEveryColumnOfJobsAndFromEveryDashboard() throws Exception {
        int columnsOfJobs = 0;
        for (Board board : Board.all()) {
            List<String> linked = Column.of(board).stream()
                    .map(column -> column.panel().get("title").asText() + "/" + column.field())
                    .toList();
            for (JsonNode panel : board.panels()) {
                String query = panel.at("/targets/0/query").asText();
                if (panel.get("type").asText().equals("table")) {
                    for (MatchResult column :
                            JOB_COLUMN.matcher(query).results().toList()) {
                        columnsOfJobs++;
                        assertThat(linked)
                                .as(board.file())
                                .contains(panel.get("title").asText() + "/" + column.group(1));
                    }
                }
            }
            assertThat(board.json().get("links"))
                    .as(board.file())
                    .anySatisfy(link -> assertThat(link.path("url").asText()).isEqualTo(PAGE + "/"));
        }
        assertThat(columnsOfJobs).isGreaterThanOrEqualTo(8);
        assertThat(get("/").statusCode()).isEqualTo(200);
    }
}
