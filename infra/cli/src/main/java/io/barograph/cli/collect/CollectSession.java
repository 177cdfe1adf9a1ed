package io.barograph.cli.collect;

import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects until all sources have ended, or the program is stopped. */
final class CollectSession {
    private static final Logger LOG = LoggerFactory.getLogger(CollectSession.class);
    private static final Duration LINE_INTERVAL = Duration.ofSeconds(1);

    private final CollectPlan plan;
    private final PrintWriter err;
    private final boolean terminal;
    private boolean ended;

    /** @param err takes notes and, on a terminal, a line of progress */
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
        try {
            while (!runtime.awaitEnd(LINE_INTERVAL)) {
                showProgress(runtime);
            }
        } finally {
            end(runtime);
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                LOG.debug("the hook runs already", e);
            }
        }
        return runtime.leftBytes() > 0 ? 1 : 0;
    }

    /** Whoever comes second, of the hook and the command, waits for the first. */
    private synchronized void end(CollectorRuntime runtime) {
        if (ended) {
            return;
        }
        ended = true;
        runtime.close();
        say(String.format(
                Locale.ROOT, "%,d records published, %,d inputs refused", runtime.published(), runtime.refused()));
    }

    private void showProgress(CollectorRuntime runtime) {
        if (!terminal) {
            return;
        }
        List<CollectorHealth> health = runtime.health();
        long running = health.stream()
                .filter(one -> one.getState() == CollectorState.RUNNING)
                .count();
        long waiting =
                health.stream().mapToLong(CollectorHealth::getSpooledBytes).sum();
        synchronized (err) {
            err.printf(
                    Locale.ROOT,
                    "\r\033[K%,d records, %,d refused, %d of %d sources running, %,d bytes wait for the broker",
                    runtime.published(),
                    runtime.refused(),
                    running,
                    health.size(),
                    waiting);
        }
    }

    private void say(String line) {
        synchronized (err) {
            err.print(terminal ? "\r\033[K" : "");
            err.println(line);
        }
    }
}
