package io.barograph.cli.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what was started in the reverse order, at the end of the command as at Ctrl-C and SIGTERM. */
final class ShutdownSequence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownSequence.class);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final Thread hook = new Thread(this::closeAll, "end-run");

    ShutdownSequence() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void push(AutoCloseable part) {
        synchronized (started) {
            started.push(part);
        }
    }

    private void closeAll() {
        synchronized (started) {
            while (!started.isEmpty()) {
                try {
                    started.pop().close();
                } catch (Exception e) { // what AutoCloseable declares; the others must still be closed
                    LOG.error("ending", e);
                }
            }
        }
    }

    @Override
    public void close() {
        closeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the hook runs already", e);
        }
    }
}
