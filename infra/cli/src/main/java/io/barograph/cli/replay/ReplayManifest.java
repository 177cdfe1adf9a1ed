package io.barograph.cli.replay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What {@code replay.json} says of a replay. Times are ISO-8601 UTC.
 *
 * @param from begin of its window; null for recordings
 * @param to end of its window; null for recordings
 * @param fileSystem its only file system; empty for all
 * @param configuration text of the configuration; null without one
 * @param changes values that stood in place of those of the configuration
 * @param damaged files of the archive that were left out
 * @param seconds how long it took, of the wall clock
 * @param timesRealTime event time that was read, as a multiple of that; 0 for recordings
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record ReplayManifest(
        String name,
        String madeAt,
        String from,
        String to,
        String fileSystem,
        List<String> parts,
        String climates,
        String configuration,
        Map<String, String> changes,
        Map<String, Long> read,
        Map<String, Long> results,
        List<String> missing,
        List<String> damaged,
        double seconds,
        double timesRealTime) {
    static final String FILE = "replay.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    void writeTo(Path folder) throws IOException {
        JSON.writerWithDefaultPrettyPrinter().writeValue(folder.resolve(FILE).toFile(), this);
    }

    static ReplayManifest read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return JSON.readValue(file.toFile(), ReplayManifest.class);
        } catch (IOException e) {
            throw new CommandFailedException(
                    file + ": " + e.getMessage().lines().findFirst().orElse(""), "Remove the folder.", e);
        }
    }

    long resultsInAll() {
        return results.values().stream().mapToLong(count -> count).sum();
    }
}
