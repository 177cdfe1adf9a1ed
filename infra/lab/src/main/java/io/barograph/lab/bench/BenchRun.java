package io.barograph.lab.bench;

import io.barograph.flink.JobArguments;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the benchmarks of one call share: the servers, the records of a site, the scale, and where progress is printed. */
final class BenchRun implements AutoCloseable {
    /** All topics of benchmarks begin with it, so that those of a call that was ended by Ctrl-C are found. */
    static final String PREFIX = "bench-";

    /** As many as processors, so that each has a partition to read; two at least, so that records are spread. */
    static final int PARTITIONS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final boolean quick;
    private final PrintWriter out;
    private final LocalStack stack;
    private PrefilledSite site;

    private BenchRun(boolean quick, PrintWriter out, LocalStack stack) {
        this.quick = quick;
        this.out = out;
        this.stack = stack;
    }

    /** @param quick small sizes: minutes, for whether it runs and roughly how fast */
    static BenchRun start(boolean quick, Set<LocalStack.Server> servers, HomeFolder home, PrintWriter out)
            throws IOException, InterruptedException {
        if (servers.isEmpty()) {
            return new BenchRun(quick, out, null);
        }
        LocalStack.Settings settings =
                new LocalStack.Settings("bench", Optional.empty(), 2 * PARTITIONS, JobArguments.CHECKPOINT_INTERVAL);
        LocalStack stack = LocalStack.start(settings, home, out, servers);
        stack.broker().deleteTopics(PREFIX);
        return new BenchRun(quick, out, stack);
    }

    LocalStack stack() {
        return stack;
    }

    boolean isQuick() {
        return quick;
    }

    <T> T sized(T quick, T full) {
        return isQuick() ? quick : full;
    }

    /** The file system of 248 OSTs that several benchmarks read; published when the first of them asks. */
    PrefilledSite site() throws InterruptedException {
        if (site == null) {
            Duration length = sized(Duration.ofMinutes(2), Duration.ofHours(6));
            step(String.format(Locale.ROOT, "publishing %d min of 248 OSTs", length.toMinutes()));
            site = PrefilledSite.publish(stack, PREFIX + "site.", PrefilledSite.production(PrefilledSite.OSTS), length);
        }
        return site;
    }

    void step(String what) {
        out.println("  " + what);
    }

    @Override
    public void close() throws InterruptedException {
        if (stack == null) {
            return;
        }
        try {
            if (site != null) {
                site.close();
            }
        } finally {
            stack.close();
        }
    }
}
