package io.barograph.runs.operators;

import io.barograph.servers.history.HistoryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures what the workflow costs, hour by hour of a day. Runs only when asked for, as docs/coverage.md says; properties
 * make it smaller or larger: {@code coverage.osts}, {@code coverage.hours}, {@code coverage.jobs} (that start in an hour),
 * {@code coverage.checkpoints} (in an hour), {@code coverage.minuteHours} (hours that minutes are kept for; with fewer than a
 * day the state comes to its end within the measurement).
 */
class CoverageFactorsBenchmark {
    private static final int OSTS = Integer.getInteger("coverage.osts", 248);
    private static final int HOURS = Integer.getInteger("coverage.hours", 24);
    private static final int JOBS = Integer.getInteger("coverage.jobs", 4_167);
    private static final int CHECKPOINTS = Integer.getInteger("coverage.checkpoints", 1);
    private static final int MAX_HOURS = 24;
    private static final HistoryPolicy POLICY = new HistoryPolicy(
            HistoryPolicy.DEFAULT.fine(),
            Duration.ofHours(Integer.getInteger("coverage.minuteHours", 7 * 24)),
            HistoryPolicy.DEFAULT.lateness(),
            HistoryPolicy.DEFAULT.revisionDelay(),
            HistoryPolicy.DEFAULT.slack());

    @TempDir
    private Path folder;

    @Test
    void shouldMeasureADay() throws Exception {
        double nanosPerSample = nanosPerSample();
        BusySite site = new BusySite(OSTS, HOURS, JOBS, MAX_HOURS);
        int[] hour = {0};
        MeasuredRun run = new MeasuredRun(
                "day",
                site,
                POLICY,
                CHECKPOINTS,
                folder,
                measured -> report(++hour[0], measured, nanosPerSample * site.sampleCount() / HOURS));
        new Truth(site, POLICY).check(run.decisions(), 1_000);
        System.out.printf(
                Locale.ROOT,
                "%,d samples, %,d decisions%n",
                site.sampleCount(),
                run.decisions().size());
    }

    /** Of a site that is all but idle, when its program is compiled. */
    private double nanosPerSample() throws Exception {
        BusySite idle = new BusySite(OSTS, 3, 10, 1);
        MeasuredRun run = new MeasuredRun("idle", idle, HistoryPolicy.DEFAULT, 1, folder, hour -> {});
        double nanos = 3.0 * run.hours().get(2).processorNanosOfTasks() / idle.sampleCount();
        System.out.printf(Locale.ROOT, "%.1f us of processor time in tasks per sample%n", nanos / 1e3);
        return nanos;
    }

    private static void report(int hour, MeasuredRun.Hour measured, double nanosOfSamples) {
        System.out.printf(
                Locale.ROOT,
                "hour %2d: %,d decisions, %.1f s of processor time in tasks (%.1f ms a job), %.1f s in all, %.1f MB of"
                        + " state, %.0f MB of heap%n",
                hour,
                measured.decisions(),
                measured.processorNanosOfTasks() / 1e9,
                (measured.processorNanosOfTasks() - nanosOfSamples) / 1e6 / JOBS,
                measured.allNanos() / 1e9,
                measured.bytesOfAll() / 1e6,
                measured.heapBytes() / 1e6);
        for (Map.Entry<String, Long> task : measured.processorNanos().entrySet()) {
            System.out.printf(
                    Locale.ROOT,
                    "    %-50.50s %6.2f s %,14d bytes%n",
                    task.getKey(),
                    task.getValue() / 1e9,
                    measured.bytes().getOrDefault(task.getKey(), 0L));
        }
    }
}
