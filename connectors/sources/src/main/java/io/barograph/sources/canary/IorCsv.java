package io.barograph.sources.canary;

import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * IOR's output with {@code summaryFormat=CSV}: a header and a line for each measurement. It does not say when it ran, nor
 * how many segments there were, so the bytes are not known.
 */
final class IorCsv implements ResultReader {
    @Override
    public void read(String text, Run run, ZoneId zone, Output output) {
        List<String> columns = List.of();
        Instant next = run.start();
        long number = 0;
        for (String line : ResultReader.lines(text)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            List<String> fields = List.of(line.strip().split(",", -1));
            if (fields.get(0).equals("access")) {
                columns = fields;
                continue;
            }
            Map<String, String> values = IorRow.byColumn(columns, fields);
            BenchmarkRun.Builder phase = IorRow.PHASES.contains(fields.get(0))
                    ? IorRow.phase(fields.get(0), values, options(values), next)
                    : null;
            if (phase == null) {
                output.refused(number, line, "no measurement of IOR");
                continue;
            }
            next = phase.getEndTime();
            output.phase(phase, number);
        }
    }

    private static Map<String, String> options(Map<String, String> values) {
        return Map.of(
                "tasks", values.getOrDefault("numTasks", ""),
                "xfersize", values.getOrDefault("xfer(KiB)", "") + " KiB",
                "blocksize", values.getOrDefault("block(KiB)", "") + " KiB");
    }
}
