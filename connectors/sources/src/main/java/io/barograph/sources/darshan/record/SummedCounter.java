package io.barograph.sources.darshan.record;

import java.util.Locale;

/** What is summed of the integer counters of a module's records. */
public enum SummedCounter {
    READ_BYTES,
    WRITE_BYTES,
    READS,
    WRITES,
    OPENS,
    STATS,
    SEEKS,
    SYNCS,
    /** Less than 1 KiB. */
    SMALL_READS,
    SMALL_WRITES,
    SEQUENTIAL_READS,
    SEQUENTIAL_WRITES,
    CONSECUTIVE_READS,
    CONSECUTIVE_WRITES,
    COLLECTIVE_READS,
    COLLECTIVE_WRITES,
    INDEPENDENT_READS,
    INDEPENDENT_WRITES;

    /** @return what the schemas call it, such as {@code readBytes} */
    public String field() {
        String[] words = name().split("_", 2);
        String first = words[0].toLowerCase(Locale.ROOT);
        return words.length == 1
                ? first
                : first + words[1].charAt(0) + words[1].substring(1).toLowerCase(Locale.ROOT);
    }
}
