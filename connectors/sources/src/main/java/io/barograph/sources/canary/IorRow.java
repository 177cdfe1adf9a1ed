package io.barograph.sources.canary;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one IOR measurement states, from any of its forms.
 *
 * @param iteration repetition, from 0
 * @param mebibytesPerSecond rate; null if not stated
 * @param operationsPerSecond rate of transfers; null if not stated
 * @param blockKibibytes bytes of a task's contiguous part; null if not stated
 * @param seconds duration; null if not stated
 */
record IorRow(
        String access,
        int iteration,
        Double mebibytesPerSecond,
        Double operationsPerSecond,
        Double blockKibibytes,
        Double seconds,
        long line) {
    static final Set<String> PHASES = Set.of("write", "read", "remove");

    /** Share by which the stated bytes may differ from rate times duration, which are printed with few digits. */
    private static final double ROUNDING = 0.02;

    /**
     * @param values values by the names of the table's columns, which versions lack some of
     * @return null without the number of the repetition
     */
    static IorRow of(String access, Map<String, String> values, long line) {
        Integer iteration = ResultText.small(values.getOrDefault("iter", ""));
        return iteration == null
                ? null
                : new IorRow(
                        access,
                        iteration,
                        ResultText.number(values.getOrDefault("bw(MiB/s)", "")),
                        ResultText.number(values.getOrDefault("IOPS", "")),
                        ResultText.number(values.getOrDefault("block(KiB)", "")),
                        ResultText.number(values.getOrDefault("total(s)", "")),
                        line);
    }

    /** @return the fields by column; empty if these are not as many */
    static Map<String, String> byColumn(List<String> columns, List<String> fields) {
        Map<String, String> values = new HashMap<>();
        for (int index = 0; index < fields.size() && fields.size() == columns.size(); index++) {
            values.put(columns.get(index), fields.get(index));
        }
        return values;
    }

    /** @param options what IOR says of the test, by its own names; may be empty */
    BenchmarkPhase phase(Map<String, String> options, Instant start) {
        Integer tasks = ResultText.small(options.getOrDefault("tasks", ""));
        Integer nodes = ResultText.small(options.getOrDefault("nodes", ""));
        Double bytesPerSecond = mebibytesPerSecond == null ? null : mebibytesPerSecond * (1 << 20);
        Duration taken = ResultText.seconds(seconds);
        String error = access.equals("remove") || mebibytesPerSecond != null ? null : "no rate stated";
        return new BenchmarkPhase(
                access,
                iteration,
                configuration(options),
                start,
                start.plus(taken),
                seconds,
                bytes(tasks, options, bytesPerSecond),
                bytesPerSecond,
                null,
                operationsPerSecond,
                tasks,
                nodes,
                error,
                line);
    }

    /** A run that stops after a given time moves less than its options say; then the bytes are not known exactly. */
    private Long bytes(Integer tasks, Map<String, String> options, Double bytesPerSecond) {
        Long segments = ResultText.whole(options.getOrDefault("segments", ""));
        if (tasks == null || segments == null || blockKibibytes == null || bytesPerSecond == null || seconds == null) {
            return null;
        }
        double planned = blockKibibytes * 1024 * segments * tasks;
        boolean agrees = Math.abs(planned - bytesPerSecond * seconds) <= ROUNDING * planned;
        return agrees && planned < Long.MAX_VALUE ? Math.round(planned) : null;
    }

    /** @return {@code key=value} of the options that make runs comparable */
    private static String configuration(Map<String, String> options) {
        StringBuilder text = new StringBuilder();
        for (String key : new String[] {
            "api", "access", "type", "segments", "ordering in a file", "nodes", "tasks", "xfersize", "blocksize"
        }) {
            String value = options.get(key);
            if (value != null) {
                text.append(text.length() == 0 ? "" : ", ")
                        .append(key)
                        .append('=')
                        .append(value);
            }
        }
        return text.toString();
    }
}
