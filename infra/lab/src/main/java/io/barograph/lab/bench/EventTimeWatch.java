package io.barograph.lab.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Knows when the results of a job of this process have reached an instant of event time: what comes before it is worked
 * off then, though a live job goes on.
 */
final class EventTimeWatch implements AutoCloseable {
    private static final Map<String, EventTimeWatch> WATCHES = new ConcurrentHashMap<>();

    private final String name;
    private final CountDownLatch waiting;
    private final AtomicReference<Moment> begin = new AtomicReference<>();
    private final AtomicReference<Moment> end = new AtomicReference<>();

    private record Moment(long nanos, double processorSeconds) {
        static Moment now() {
            return new Moment(System.nanoTime(), BenchReport.processorSeconds());
        }
    }

    EventTimeWatch(String name, int subtasks) {
        this.name = name;
        this.waiting = new CountDownLatch(subtasks);
        WATCHES.put(name, this);
    }

    static EventTimeWatch named(String name) {
        return WATCHES.get(name);
    }

    void begin() {
        begin.compareAndSet(null, Moment.now());
    }

    /** Event time of a subtask is there; each says so once. */
    void reach() {
        end.set(Moment.now());
        waiting.countDown();
    }

    boolean await(long millis) throws InterruptedException {
        return waiting.await(millis, TimeUnit.MILLISECONDS);
    }

    /** From the first subtask's begin to the last one's arrival. */
    double seconds() {
        return (end.get().nanos - begin.get().nanos) / 1e9;
    }

    /** Processor time of this process meanwhile. */
    double processorSeconds() {
        return end.get().processorSeconds - begin.get().processorSeconds;
    }

    @Override
    public void close() {
        WATCHES.remove(name);
    }
}
