package io.barograph.chat;

import io.barograph.chat.ChatDelivery.DeliveryClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only by waiting, and at once. */
final class FastPauses implements DeliveryClock {
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public void sleep(Duration time) {
        if (!time.isZero()) {
            nanos.addAndGet(time.toNanos());
            pauses.add(time);
        }
    }

    /** Lets time pass otherwise. */
    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** {@return the pauses that were made} */
    List<Duration> made() {
        return pauses;
    }
}
