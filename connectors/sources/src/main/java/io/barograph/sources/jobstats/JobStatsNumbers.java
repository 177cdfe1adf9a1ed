package io.barograph.sources.jobstats;

/** Numbers as Lustre prints them. */
final class JobStatsNumbers {
    private JobStatsNumbers() {}

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
}
