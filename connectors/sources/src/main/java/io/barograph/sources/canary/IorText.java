package io.barograph.sources.canary;

import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * IOR's usual output. The columns of its table are found by their names, which differ between versions. Phases follow
 * one another from {@code StartTime} on; IOR does not say when each began.
 */
final class IorText implements ResultReader {
    @Override
    public void read(String text, Run run, ZoneId zone, Output output) {
        Map<String, String> options = new HashMap<>();
        List<String> columns = List.of();
        Instant next = run.start();
        long number = 0;
        for (String line : ResultReader.lines(text)) {
            number++;
            String[] fields = line.strip().split("\\s+");
            if (fields[0].equals("access") && fields.length > 2 && fields[1].startsWith("bw(")) {
                columns = List.of(fields);
            } else if (fields[0].equals("Summary")) {
                columns = List.of();
            } else if (!columns.isEmpty() && IorRow.PHASES.contains(fields[0])) {
                Map<String, String> values = IorRow.byColumn(columns, List.of(fields));
                values.putIfAbsent("iter", "0");
                BenchmarkRun.Builder phase =
                        fields.length == columns.size() ? IorRow.phase(fields[0], values, options, next) : null;
                if (phase == null) {
                    output.refused(number, line, "it has " + fields.length + " columns, the table " + columns.size());
                } else {
                    next = phase.getEndTime();
                    output.phase(phase, number);
                }
            } else if (columns.isEmpty() || line.startsWith("StartTime")) {
                next = option(line, options, next, zone);
            }
        }
    }

    private static Instant option(String line, Map<String, String> options, Instant next, ZoneId zone) {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            return next;
        }
        String key = line.substring(0, colon).strip();
        String value = line.substring(colon + 1).strip();
        options.put(key, value);
        return key.equals("StartTime") || key.equals("Began") ? ResultText.ctime(value, zone, next) : next;
    }
}
