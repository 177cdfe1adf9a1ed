package io.barograph.sources.slurm;

/** Text of unknown length, for a message. */
final class TextShortener {
    private static final int MAX_LENGTH = 100;

    private TextShortener() {}

    static String of(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    }
}
