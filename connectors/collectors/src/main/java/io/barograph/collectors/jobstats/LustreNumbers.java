package io.barograph.collectors.jobstats;

import java.time.Instant;

/** Numbers and times as Lustre prints them. */
final class LustreNumbers {
    private static final int MILLIS_DIGITS = 3;
    private static final long LARGEST_SECOND = Long.MAX_VALUE / 1000 - 1;

    private LustreNumbers() {}

    /** @return a whole number from 0 to 2^63-1; -1 if the text is none */
    static long count(String text) {
        if (text.isEmpty() || text.length() > 19) {
            return -1;
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }

    /**
     * @param text {@code 1510782606}, {@code 1510782606.789180921 secs.nsecs} or {@code 1429714922.4711 secs.usecs}
     * @return the instant, cut to milliseconds; null if the text is none
     */
    static Instant time(String text) {
        String stripped = text.strip();
        int blank = stripped.indexOf(' ');
        String number = blank < 0 ? stripped : stripped.substring(0, blank);
        int dot = number.indexOf('.');
        long seconds = count(dot < 0 ? number : number.substring(0, dot));
        if (seconds < 0 || seconds > LARGEST_SECOND) {
            return null;
        }
        if (dot < 0) {
            return Instant.ofEpochSecond(seconds);
        }
        String fraction = number.substring(dot + 1);
        if (count(fraction) < 0) {
            return null;
        }
        String millis = (fraction + "000").substring(0, MILLIS_DIGITS);
        return Instant.ofEpochMilli(1000 * seconds + count(millis));
    }
}
