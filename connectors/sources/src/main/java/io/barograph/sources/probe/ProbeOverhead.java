package io.barograph.sources.probe;

import io.barograph.sources.probe.DirectoryOperations.Target;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;

/** What the probe itself costs: bytes, operations and its own CPU time since the last report. */
final class ProbeOverhead {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<Thread> own;
    private long sinceNanos;
    private long sinceCpu;
    private long bytes;
    private long operations;
    private long skipped;

    /** @param now present value of the clock for durations, nanoseconds */
    ProbeOverhead(List<Thread> own, long now) {
        this.own = List.copyOf(own);
        restart(now);
    }

    private void restart(long now) {
        sinceNanos = now;
        sinceCpu = cpu();
        bytes = 0;
        operations = 0;
        skipped = 0;
    }

    private long cpu() {
        return own.stream()
                .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.getId())))
                .sum();
    }

    void done(Target target) {
        operations++;
        bytes += target.bytes() == null ? 0 : target.bytes();
    }

    /** Counts slots without operations because those of the slot before took too long. */
    void skipped(long slots) {
        skipped += slots;
    }

    /**
     * @param now present value of the clock for durations, nanoseconds
     * @return one line on the time since the last report
     */
    String report(long now) {
        double seconds = Math.max(1, now - sinceNanos) / 1e9;
        double cpuShare = Math.max(0, cpu() - sinceCpu) / 1e9 / seconds;
        String line = String.format(
                Locale.ROOT,
                "in the last %.0f s the probe itself moved %.2f MB/s with %.2f operations/s and used %.2f %% of a CPU",
                seconds,
                bytes / seconds / 1e6,
                operations / seconds,
                100 * cpuShare);
        String full = skipped == 0
                ? line
                : line + "; " + skipped + " slots were left out because operations took longer than the interval";
        restart(now);
        return full;
    }

    /** @return nanoseconds since the last report */
    long age(long now) {
        return now - sinceNanos;
    }
}
