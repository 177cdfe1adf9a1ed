package io.barograph.sources.lustre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** LLNL's recorded trees and the metric strings that LMT makes of them. */
final class RecordedTrees {
    private RecordedTrees() {}

    /** The strings by tree and metric, runs of blanks folded. */
    static Map<String, Map<String, String>> expectedStrings() throws IOException {
        Path file = RecordedData.path("lustre-proc/expected-metric-strings.json");
        Map<String, Map<String, String>> strings = new TreeMap<>();
        for (JsonNode node : new ObjectMapper().readTree(file.toFile())) {
            strings.computeIfAbsent(node.get("lustre_tree").asText(), unused -> new TreeMap<>())
                    .put(node.get("metric").asText(), node.get("expected").asText());
        }
        return strings;
    }

    /** Unpacks a tree and returns its folder. */
    static Path unpack(String tree, Path into) throws IOException, InterruptedException {
        Path archive = RecordedData.path("lustre-proc/" + tree + ".tar.gz");
        Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", into.toString())
                .inheritIO()
                .start();
        if (!tar.waitFor(60, TimeUnit.SECONDS) || tar.exitValue() != 0) {
            throw new AssertionError("tar could not unpack " + archive);
        }
        return into.resolve(tree);
    }
}
