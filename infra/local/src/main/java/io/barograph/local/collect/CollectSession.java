package io.barograph.local.collect;

import io.barograph.collectors.runtime.CollectorRuntime;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Collects until all sources have ended, or the program is told to end. */
final class CollectSession {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

    private final CollectPlan plan;
    private final PrintWriter err;
    private final boolean terminal;

    /**
     * @param plan sources and broker
     * @param err takes notes and, on a terminal, a line of progress
     * @param terminal whether somebody watches
     */
    CollectSession(CollectPlan plan, PrintWriter err, boolean terminal) {
        this.plan = plan;
        this.err = err;
        this.terminal = terminal;
    }

    /** @return exit code: 1 if records are left that the broker has not taken */
    int run() throws InterruptedException {
        CollectorRuntime runtime =
                CollectorRuntime.start(plan.site(), plan.kafka().orElseThrow(), plan.collectors(), this::say);
        Thread hook = new Thread(() -> end(runtime), "end-collectors");
        Runtime.getRuntime().addShutdownHook(hook);
        boolean left;
        try {
            while (!runtime.awaitEnd(BETWEEN_LINES)) {
                showProgress(runtime);
            }
        } finally {
            left = end(runtime);
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                say("ended"); // by the hook, which runs already
            }
        }
        return left ? 1 : 0;
    }

    private boolean end(CollectorRuntime runtime) {
        runtime.close();
        say(String.format(
                Locale.ROOT, "%,d records published, %,d inputs refused", runtime.published(), runtime.refused()));
        return runtime.leftBytes() > 0;
    }

    private void showProgress(CollectorRuntime runtime) {
        if (!terminal) {
            return;
        }
        List<CollectorHealth> health = runtime.health();
        long running = health.stream()
                .filter(one -> one.getState() == CollectorState.RUNNING)
                .count();
        long waiting = health.stream().mapToLong(CollectorHealth::getSpooledBytes).sum();
        synchronized (err) {
            err.printf(
                    Locale.ROOT,
                    "\r\033[K%,d records, %,d refused, %d of %d sources running, %,d bytes wait for the broker",
                    runtime.published(),
                    runtime.refused(),
                    running,
                    health.size(),
                    waiting);
            err.flush();
        }
    }

    private void say(String line) {
        synchronized (err) {
            err.print(terminal ? "\r\033[K" : "");
            err.println(line);
            err.flush();
        }
    }
}
