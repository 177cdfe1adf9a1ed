package io.barograph.sources.canary;

import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Phases of IOR's measurements, from any of its forms. */
final class IorRow {
    static final Set<String> PHASES = Set.of("write", "read", "remove");
    static final String RATE = "bw(MiB/s)";
    static final String OPERATIONS = "IOPS";
    static final String BLOCK = "block(KiB)";
    static final String SECONDS = "total(s)";

    /** Share by which the stated bytes may differ from rate times duration, which are printed with few digits. */
    private static final double ROUNDING = 0.02;

    private static final List<String> COMPARED_OPTIONS = List.of(
            "api", "access", "type", "segments", "ordering in a file", "nodes", "tasks", "xfersize", "blocksize");

    private IorRow() {}

    /** @return the fields by column; empty if these are not as many */
    static Map<String, String> byColumn(List<String> columns, List<String> fields) {
        Map<String, String> values = new HashMap<>();
        for (int index = 0; index < fields.size() && fields.size() == columns.size(); index++) {
            values.put(columns.get(index), fields.get(index));
        }
        return values;
    }

    /**
     * @param values what is measured, by the names of the table's columns, which versions lack some of
     * @param options what IOR says of the test, by its own names; may be empty
     * @return null without the number of the repetition
     */
    static BenchmarkRun.Builder phase(
            String access, Map<String, String> values, Map<String, String> options, Instant start) {
        Integer iteration = ResultText.small(values.getOrDefault("iter", ""));
        if (iteration == null) {
            return null;
        }
        Integer tasks = ResultText.small(options.getOrDefault("tasks", ""));
        Double mebibytesPerSecond = ResultText.number(values.getOrDefault(RATE, ""));
        Double bytesPerSecond = mebibytesPerSecond == null ? null : mebibytesPerSecond * (1 << 20);
        Double blockKibibytes = ResultText.number(values.getOrDefault(BLOCK, ""));
        Double seconds = ResultText.number(values.getOrDefault(SECONDS, ""));
        String error = access.equals("remove") || mebibytesPerSecond != null ? null : "no rate stated";
        return BenchmarkRun.newBuilder()
                .setPhase(access)
                .setIteration(iteration)
                .setConfiguration(configuration(options))
                .setStartTime(start)
                .setEndTime(start.plus(ResultText.seconds(seconds)))
                .setSeconds(seconds)
                .setBytes(bytes(tasks, options, blockKibibytes, bytesPerSecond, seconds))
                .setBytesPerSecond(bytesPerSecond)
                .setOperationsPerSecond(ResultText.number(values.getOrDefault(OPERATIONS, "")))
                .setProcesses(tasks)
                .setNodes(ResultText.small(options.getOrDefault("nodes", "")))
                .setError(error);
    }

    /** A run that stops after a given time moves less than its options say; then the bytes are not known exactly. */
    private static Long bytes(
            Integer tasks, Map<String, String> options, Double blockKibibytes, Double bytesPerSecond, Double seconds) {
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
        return COMPARED_OPTIONS.stream()
                .filter(options::containsKey)
                .map(key -> key + "=" + options.get(key))
                .collect(Collectors.joining(", "));
    }
}
