package io.barograph.local.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows when the results of a job of this process have reached an instant of event time: what comes before it is worked
 * off then, though a live job goes on.
 */
final class EventTimeWatch implements AutoCloseable {
    private static final Map<String, EventTimeWatch> WATCHES = new ConcurrentHashMap<>();

    private final String name;
    private final CountDownLatch waiting;
    private final AtomicLong begin = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong end = new AtomicLong(Long.MIN_VALUE);

    /**
     * @param name name of its own
     * @param subtasks number of subtasks that report here
     */
    EventTimeWatch(String name, int subtasks) {
        this.name = name;
        this.waiting = new CountDownLatch(subtasks);
        WATCHES.put(name, this);
    }

    static EventTimeWatch named(String name) {
        return WATCHES.get(name);
    }

    /** A subtask is about to begin. */
    void begin() {
        begin.accumulateAndGet(System.nanoTime(), Math::min);
    }

    /** Event time of a subtask is there; each says so once. */
    void reach() {
        end.accumulateAndGet(System.nanoTime(), Math::max);
        waiting.countDown();
    }

    /**
     * @param millis longest time to wait
     * @return true if all subtasks are there
     */
    boolean await(long millis) throws InterruptedException {
        return waiting.await(millis, TimeUnit.MILLISECONDS);
    }

    /** From the first subtask's begin to the last one's arrival. */
    double seconds() {
        return (end.get() - begin.get()) / 1e9;
    }

    @Override
    public void close() {
        WATCHES.remove(name);
    }
}
