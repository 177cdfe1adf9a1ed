package io.barograph.schemas.admission;

import io.barograph.schemas.BenchmarkRun;

/** Bounds of {@link BenchmarkRun}. */
final class BenchmarkRunBounds {
    /** 1 EB/s, a hundred thousand times the largest file systems. */
    private static final double MAX_RATE = 1e18;

    /** Repetitions; those of one run begin microseconds apart at least. */
    private static final int MAX_ITERATION = 1_000_000;

    private BenchmarkRunBounds() {}

    static void check(BenchmarkRun run, FieldChecks checks) {
        checks.name("fileSystem", run.getFileSystem());
        checks.name("benchmark", run.getBenchmark());
        checks.name("phase", run.getPhase());
        checks.optionalName("program", run.getProgram());
        checks.count("iteration", (long) run.getIteration(), MAX_ITERATION);
        checks.text("configuration", run.getConfiguration(), FieldChecks.MAX_TEXT);
        checks.span("startTime", run.getStartTime(), "endTime", run.getEndTime(), FieldChecks.MAX_RUN);
        checks.time("publishedAt", run.getPublishedAt());
        checks.notAfter("endTime", run.getEndTime(), "publishedAt", run.getPublishedAt(), FieldChecks.MAX_AHEAD);
        checks.number("seconds", run.getSeconds(), 0, (double) FieldChecks.MAX_RUN.toSeconds());
        checks.counter("bytes", run.getBytes());
        checks.number("bytesPerSecond", run.getBytesPerSecond(), 0, MAX_RATE);
        checks.counter("operations", run.getOperations());
        checks.number("operationsPerSecond", run.getOperationsPerSecond(), 0, MAX_RATE);
        checks.count("processes", run.getProcesses(), FieldChecks.MAX_PROCESSES);
        checks.count("nodes", run.getNodes(), FieldChecks.MAX_NODES);
        checks.optionalName("jobId", run.getJobId());
        checks.text("error", run.getError(), FieldChecks.MAX_TEXT);
        checks.optionalName("collector", run.getCollector());
        checks.text("source", run.getSource(), FieldChecks.MAX_PATH);
    }
}
