package io.barograph.schemas;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits between attempts: doubles from {@code first} to {@code cap}; each wait is drawn evenly from the upper half, so
 * that many clients do not come back at the same moment.
 */
public final class RetryBackoff {
    private final Duration first;
    private final Duration cap;
    private final RandomGenerator random;
    private Duration current;

    public RetryBackoff(Duration first, Duration cap, RandomGenerator random) {
        if (first.toMillis() < 2 || cap.compareTo(first) < 0) {
            throw new IllegalArgumentException("a backoff needs 2 ms <= first <= cap");
        }
        this.first = first;
        this.cap = cap;
        this.random = random;
        this.current = first;
    }

    /** @return how long to wait before the next attempt */
    public Duration next() {
        long longest = current.toMillis();
        Duration doubled = current.multipliedBy(2);
        current = doubled.compareTo(cap) > 0 ? cap : doubled;
        return Duration.ofMillis(random.nextLong(longest / 2, longest + 1));
    }

    /** After a success: the next wait is a first one again. */
    public void reset() {
        current = first;
    }
}
