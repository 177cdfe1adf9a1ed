package io.barograph.chat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Time as a delivery sees it. */
interface DeliveryClock {
    /** The machine's time. */
    DeliveryClock REAL = new DeliveryClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        }
    };

    /** {@return nanoseconds since some instant} */
    long nanoTime();

    /**
     * @param time how long to wait
     * @throws InterruptedException if interrupted while waiting
     */
    void sleep(Duration time) throws InterruptedException;
}
