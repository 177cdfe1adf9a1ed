package io.barograph.sources.canary;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
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
            IorRow row = row(columns, fields, number);
            if (row == null) {
                output.refused(number, line, "no measurement of IOR");
                continue;
            }
            Map<String, String> options = options(columns, fields);
            BenchmarkPhase phase = row.phase(IorRow.configuration(options), options, next);
            next = phase.end();
            output.phase(phase);
        }
    }

    private static Map<String, String> options(List<String> columns, List<String> fields) {
        Map<String, String> options = new HashMap<>();
        options.put("tasks", value(columns, fields, "numTasks"));
        options.put("xfersize", value(columns, fields, "xfer(KiB)") + " KiB");
        options.put("blocksize", value(columns, fields, "block(KiB)") + " KiB");
        return options;
    }

    private static String value(List<String> columns, List<String> fields, String column) {
        int index = columns.indexOf(column);
        return index < 0 ? "" : fields.get(index);
    }

    private static IorRow row(List<String> columns, List<String> fields, long number) {
        if (columns.size() != fields.size()) {
            return null;
        }
        String access = fields.get(0);
        Integer iteration = ResultText.small(value(columns, fields, "iter"));
        if (iteration == null || !(access.equals("write") || access.equals("read") || access.equals("remove"))) {
            return null;
        }
        return new IorRow(
                access,
                iteration,
                ResultText.number(value(columns, fields, "bw(MiB/s)")),
                ResultText.number(value(columns, fields, "IOPS")),
                ResultText.number(value(columns, fields, "block(KiB)")),
                ResultText.number(value(columns, fields, "total(s)")),
                number);
    }
}
