package io.barograph.runtime;

/** Counters as programs print them. */
public final class CountText {
    private static final int MAX_DIGITS = 19;

    private CountText() {}

    /** @return a whole number from 0 to 2^63-1, of ASCII digits only; -1 if the text is none */
    public static long parse(String text) {
        if (text.length() > MAX_DIGITS || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return -1;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
