package io.barograph.sources.canary;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;

/** IOR's output with {@code summaryFormat=JSON}. */
final class IorJson implements ResultReader {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** IOR's columns by its keys. */
    private static final Map<String, String> COLUMNS = Map.of(
            "bwMiB", IorRow.RATE, "iops", IorRow.OPERATIONS, "blockKiB", IorRow.BLOCK, "totalTime", IorRow.SECONDS);

    @Override
    public void read(String text, Run run, ZoneId zone, Output output) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            output.refused(lineOf(e), "", "no JSON: " + e.getOriginalMessage());
            return;
        }
        JsonNode tests = root.path("tests");
        if (!tests.isArray()) {
            output.refused(1, "", "no tests in this JSON; is it IOR's?");
            return;
        }
        Instant next = ResultText.ctime(root.path("Began").asText(""), zone, run.start());
        for (JsonNode test : tests) {
            next = ResultText.ctime(test.path("StartTime").asText(""), zone, next);
            next = test(test, next, output);
        }
    }

    private static long lineOf(JsonProcessingException e) {
        return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
    }

    private static Instant test(JsonNode test, Instant start, Output output) {
        Map<String, String> options = new HashMap<>();
        test.path("Options")
                .properties()
                .forEach(entry -> options.put(entry.getKey(), entry.getValue().asText()));
        Map<String, Integer> seen = new HashMap<>();
        Instant next = start;
        for (JsonNode result : test.path("Results")) {
            String access = result.path("access").asText("");
            if (!IorRow.PHASES.contains(access)) {
                output.refused(1, result.toString(), "a result that is neither write, read nor remove");
                continue;
            }
            int iteration = seen.merge(access, 1, Integer::sum) - 1;
            BenchmarkRun.Builder phase = IorRow.phase(access, values(result, iteration), options, next);
            next = phase.getEndTime();
            output.phase(phase, 1);
        }
        return next;
    }

    /** IOR writes an infinite number as a text. */
    private static Map<String, String> values(JsonNode result, int iteration) {
        Map<String, String> values = new HashMap<>();
        values.put("iter", Integer.toString(iteration));
        COLUMNS.forEach((key, column) -> {
            JsonNode value = result.path(key);
            if (value.isNumber()) {
                values.put(column, value.asText().replace('E', 'e'));
            }
        });
        return values;
    }
}
