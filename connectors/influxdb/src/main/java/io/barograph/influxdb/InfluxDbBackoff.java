package io.barograph.influxdb;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a request is repeated: capped exponential growth with full jitter, and never less than the
 * server asks for.
 *
 * @param base upper bound of the delay after the first failure
 * @param cap upper bound of the delay after any failure
 */
public record InfluxDbBackoff(Duration base, Duration cap) implements Serializable {
    /** A longer {@code Retry-After} is taken for a mistake, so that the sink looks again. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(15);

    /** @throws IllegalArgumentException if they do not fit together; the message says what to change */
    public InfluxDbBackoff {
        InfluxDbConfig.require(InfluxDbConfig.isPositive(base), "the first backoff must be positive: " + base);
        InfluxDbConfig.require(
                cap.compareTo(base) >= 0, "the largest backoff (" + cap + ") is below the first (" + base + ")");
    }

    /**
     * @param failures failures in a row, at least 1
     * @return delay, uniform between 0 and min(cap, base * 2^(failures - 1)), or {@code retryAfter} if that is longer
     */
    Duration delay(int failures, Duration retryAfter, RandomGenerator random) {
        // In double precision the growth ends at infinity, where the cap takes over.
        double ceiling = Math.min((double) cap.toMillis(), base.toMillis() * Math.pow(2, failures - 1));
        Duration jittered = Duration.ofMillis(Math.round(ceiling * random.nextDouble()));
        return jittered.compareTo(retryAfter) < 0 ? retryAfter : jittered;
    }

    /**
     * @param header value of {@code Retry-After}: seconds, or a date (RFC 9110, 10.2.3)
     * @return time to wait, 0 to 15 min; zero if the value is neither
     */
    static Duration retryAfter(String header, Instant now) {
        Duration asked;
        try {
            asked = header.chars().allMatch(Character::isDigit)
                    ? Duration.ofSeconds(Long.parseLong(header))
                    : Duration.between(
                            now,
                            ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant());
        } catch (NumberFormatException | DateTimeParseException e) {
            return Duration.ZERO;
        }
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : asked;
    }
}
