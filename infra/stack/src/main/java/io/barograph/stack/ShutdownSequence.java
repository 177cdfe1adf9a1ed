package io.barograph.stack;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what was started in the reverse order, at the end of the command as at Ctrl-C and SIGTERM. */
public final class ShutdownSequence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownSequence.class);

    private final Consumer<String> notice;
    private final Deque<NamedResource> started = new ArrayDeque<>();
    private final Thread hook = new Thread(this::closeAll, "stop-parts");

    private record NamedResource(String name, AutoCloseable closeable) {}

    /** @param notice takes a line for each part that could not be closed */
    public ShutdownSequence(Consumer<String> notice) {
        this.notice = notice;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public void push(String name, AutoCloseable part) {
        synchronized (started) {
            started.push(new NamedResource(name, part));
        }
    }

    /** Also called by the shutdown hook while {@link #close} is at work: whoever comes second waits for the first. */
    private void closeAll() {
        synchronized (started) {
            while (!started.isEmpty()) {
                NamedResource part = started.pop();
                LOG.info("stopping {}", part.name);
                try {
                    part.closeable.close();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    LOG.warn("interrupted while stopping {}", part.name, e);
                } catch (Exception e) { // what AutoCloseable declares; the other parts must still be stopped
                    LOG.error("stopping {}", part.name, e);
                    notice.accept("stopping " + part.name + ": " + e.getMessage());
                }
            }
        }
    }

    /** Does nothing the second time. */
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
