package io.barograph.sources.slurm;

/** Text of unknown length, for a message. */
final class Shortened {
    private static final int LONGEST = 100;

    private Shortened() {}

    static String of(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
