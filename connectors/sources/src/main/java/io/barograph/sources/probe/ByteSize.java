package io.barograph.sources.probe;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 3901}, {@code 1MiB}, {@code 4 GiB}. */
final class ByteSize {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB|TiB)?");
    private static final String UNITS = "KMGT";

    private ByteSize() {}

    /** @throws IllegalArgumentException if it is not a size, or none that a file can have */
    static long parse(String key, String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    key + ": \"" + text + "\" is not a size; write for instance 3901, 1MiB or 4GiB");
        }
        String unit = matcher.group(2);
        int power = unit == null ? 0 : UNITS.indexOf(unit.charAt(0)) + 1;
        try {
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << (10 * power));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(key + ": " + text + " is larger than any file can be", e);
        }
    }

    /** @return the size for people, for instance {@code 4.0 GiB} */
    static String text(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes;
        int power = 0;
        while (value >= 1024 && power < UNITS.length()) {
            value /= 1024;
            power++;
        }
        return String.format(Locale.ROOT, "%.1f %ciB", value, UNITS.charAt(power - 1));
    }
}
