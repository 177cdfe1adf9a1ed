package io.barograph.sources.lustre;

/** Numbers as servers print them. */
final class StatisticsNumbers {
    private static final int MAX_QUOTED = 40;

    private StatisticsNumbers() {}

    /** @throws NumberFormatException if it is not a whole number from 0 to 2^63 - 1 */
    static long count(String text) {
        if (!isDigits(text)) {
            throw new NumberFormatException("\"" + brief(text) + "\" is not a whole number");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new NumberFormatException(brief(text) + " is larger than 2^63 - 1");
        }
    }

    private static String brief(String text) {
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "...";
    }

    /** @return true if the text is one ASCII digit or more and nothing else */
    static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
