package io.barograph.collectors.lmt;

import java.time.Duration;

/** How the collector waits. */
@FunctionalInterface
interface Pause {
    /**
     * @param duration how long; not negative
     * @throws InterruptedException if the collector is to end
     */
    void sleep(Duration duration) throws InterruptedException;
}
