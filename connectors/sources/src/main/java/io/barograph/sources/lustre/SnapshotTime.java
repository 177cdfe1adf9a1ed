package io.barograph.sources.lustre;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that a statistics text states: {@code 1284241188.775657 secs.usecs}, {@code 1572404799.895621792
 * (secs.nsecs)}, {@code 1704924081}. Servers before 2.10 print the microseconds without leading zeros ({@code
 * 1286990247.9667} is 9 667 microseconds after the second), so what follows the dot is counted in the unit stated; without
 * a unit it is a decimal fraction.
 */
public final class SnapshotTime {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,11})(?:\\.(\\d{1,9}))?(?:\\s+\\(?secs\\.([un])secs\\)?)?");

    private SnapshotTime() {}

    /**
     * @param value what follows {@code snapshot_time}
     * @return the instant; empty if it is of no known form
     */
    public static Optional<Instant> parse(String value) {
        Matcher matcher = FORM.matcher(value.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                Instant.ofEpochSecond(Long.parseLong(matcher.group(1)), nanos(matcher.group(2), matcher.group(3))));
    }

    private static long nanos(String fraction, String unit) {
        if (fraction == null) {
            return 0;
        }
        if ("u".equals(unit) && fraction.length() <= 6) {
            return Long.parseLong(fraction) * 1_000;
        }
        if ("n".equals(unit)) {
            return Long.parseLong(fraction);
        }
        return Long.parseLong(fraction) * (long) Math.pow(10, 9 - fraction.length());
    }
}
