package io.barograph.schemas.admission;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherRecordKind;
import java.util.Map;

/** Bounds of imported {@link JobWeather}. Without a collector it is a result of the analysis: its times alone are judged. */
final class JobWeatherBounds {
    /** Metrics that the analysis knows, and some that it does not. */
    private static final int MAX_METRICS = 1_024;

    /** Coverage factors of tables: 1.2 is already implausible, and marked. */
    private static final double MAX_FACTOR = 1e12;

    /** Any number of a table that squares without becoming infinite. */
    private static final double MAX_NUMBER = 1e100;

    private JobWeatherBounds() {}

    static void check(JobWeather weather, FieldChecks checks) {
        checks.time("startTime", weather.getStartTime());
        checks.time("endTime", weather.getEndTime());
        checks.time("decidedAt", weather.getDecidedAt());
        if (weather.getCollector() == null) {
            return;
        }
        checks.name("collector", weather.getCollector());
        checks.name("jobId", weather.getJobId());
        checks.name("fileSystem", weather.getFileSystem());
        checks.path("executable", weather.getExecutable());
        checks.optionalName("user", weather.getUser());
        if (weather.getRecordKind() == WeatherRecordKind.UNKNOWN) {
            checks.refuse("recordKind", weather.getRecordKind(), "this version does not know it");
        }
        checks.span("startTime", weather.getStartTime(), "endTime", weather.getEndTime(), FieldChecks.MAX_RUN);
        checks.notAfter(
                "endTime",
                weather.getEndTime(),
                "decidedAt",
                weather.getDecidedAt(),
                JobSummaryBounds.MAX_END_AFTER_COLLECTED);
        checks.count("processes", (long) weather.getProcesses(), FieldChecks.MAX_PROCESSES);
        checks.count("nodes", weather.getNodes(), FieldChecks.MAX_NODES);
        checks.count("servers", (long) weather.getServers(), FieldChecks.MAX_NODES);
        checks.count("serverRestarts", (long) weather.getServerRestarts(), FieldChecks.MAX_PROCESSES);
        checks.count("revision", (long) weather.getRevision(), 2);
        checks.count("jobReadBytes", weather.getJobReadBytes(), JobSummaryBounds.MAX_BYTES);
        checks.count("jobWriteBytes", weather.getJobWriteBytes(), JobSummaryBounds.MAX_BYTES);
        checks.counter("serverReadBytes", weather.getServerReadBytes());
        checks.counter("serverWriteBytes", weather.getServerWriteBytes());
        checks.counter("fileSystemReadBytes", weather.getFileSystemReadBytes());
        checks.counter("fileSystemWriteBytes", weather.getFileSystemWriteBytes());
        checks.number("cfBw", weather.getCfBw(), 0, MAX_FACTOR);
        checks.number("cfBwFs", weather.getCfBwFs(), 0, MAX_FACTOR);
        checks.number("cfRead", weather.getCfRead(), 0, MAX_FACTOR);
        checks.number("cfWrite", weather.getCfWrite(), 0, MAX_FACTOR);
        checks.number("cfIops", weather.getCfIops(), 0, MAX_FACTOR);
        checks.number("cfNodehrs", weather.getCfNodehrs(), 0, MAX_FACTOR);
        checks.number("cfBwActive", weather.getCfBwActive(), 0, MAX_FACTOR);
        checks.number("cfJob", weather.getCfJob(), 0, MAX_FACTOR);
        checks.number("missingFraction", weather.getMissingFraction(), 0, 1);
        checks.number("performanceBytesPerSecond", weather.getPerformanceBytesPerSecond(), 0, MAX_FACTOR * 1e6);
        checks.count("concurrentJobs", weather.getConcurrentJobs(), FieldChecks.MAX_PROCESSES);
        checks.count("concurrentNodes", weather.getConcurrentNodes(), FieldChecks.MAX_PROCESSES);
        checks.number("concurrentNodeHours", weather.getConcurrentNodeHours(), 0, MAX_NUMBER);
        checks.optionalName("application", weather.getApplication());
        checks.remark("jobState", weather.getJobState());
        checks.optionalName("direction", weather.getDirection());
        checks.optionalName("layout", weather.getLayout());
        checks.optionalName("motif", weather.getMotif(), 4 * NameRule.MAX_NAME);
        if (weather.getMotif() != null && !weather.getMotif().startsWith(weather.getFileSystem() + "/")) {
            checks.refuse("motif", weather.getMotif(), "it begins with the file system, whose climate it is part of");
        }
        checks.optionalName("partition", weather.getPartition());
        checks.optionalName("system", weather.getSystem());
        checks.text("source", weather.getSource(), FieldChecks.MAX_SOURCE);
        checks.size("metrics", weather.getMetrics().size(), MAX_METRICS);
        for (Map.Entry<String, Double> metric : weather.getMetrics().entrySet()) {
            if (!checks.isAdmitted()) {
                return;
            }
            checks.name("metrics", metric.getKey());
            checks.number("metrics." + metric.getKey(), metric.getValue(), -MAX_NUMBER, MAX_NUMBER);
        }
    }
}
