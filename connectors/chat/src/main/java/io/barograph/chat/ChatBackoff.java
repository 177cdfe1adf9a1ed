package io.barograph.chat;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a message is repeated: capped exponential growth, the upper half of it by chance, and never
 * less than the service asks for.
 *
 * @param base upper bound after the first failure
 * @param cap upper bound after any failure
 */
record ChatBackoff(Duration base, Duration cap) {
    /**
     * @param failures failures in a row, at least 1
     * @param retryAfter what the service asked for; zero if nothing
     * @param jitter source of chance
     * @return delay between half and all of min(cap, base * 2^(failures - 1)), or {@code retryAfter} if that is longer
     */
    Duration delay(int failures, Duration retryAfter, RandomGenerator jitter) {
        // In double precision the growth ends at infinity, where the cap takes over.
        double ceiling = Math.min((double) cap.toMillis(), base.toMillis() * Math.pow(2, failures - 1));
        Duration delay = Duration.ofMillis(Math.round(ceiling * (1 + jitter.nextDouble()) / 2));
        return delay.compareTo(retryAfter) < 0 ? retryAfter : delay;
    }
}
