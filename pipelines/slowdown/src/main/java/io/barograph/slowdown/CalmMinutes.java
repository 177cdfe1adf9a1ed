package io.barograph.slowdown;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which of the first minutes of a probe were calm, so that a baseline can begin in the middle of harm, or shortly before
 * it, without taking harm for normal.
 *
 * <p>Load and defects only ever slow an operation down: what it takes in calm is the fast end of what was measured. So
 * calm is what stays below the harmful factor times the level that a fifth of the minutes do not exceed. Where more than
 * four fifths of the first minutes were in harm, that is not seen through before as many calm ones have come.
 */
public final class CalmMinutes {
    /** Calm minutes from which on a baseline is trained: before, it is a hint. */
    public static final int TRAINED = 30;

    /** Calm minutes from which on harm is believed at once; before, when it has lasted. */
    public static final int BELIEVED = 5;

    /** A fifth of so many minutes are enough to be trained, whatever was measured in them. */
    public static final int MAX_FIRST_MINUTES = 150;

    private static final double FAST_PART = 0.2;

    private CalmMinutes() {}

    /**
     * @param medians median duration of each minute, seconds, by its begin
     * @param harm a minute that is so many times slower is in harm
     */
    public static SortedSet<Long> of(Map<Long, Double> medians, double harm) {
        double[] ascending = medians.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        SortedSet<Long> calm = new TreeSet<>();
        if (ascending.length == 0) {
            return calm;
        }
        double level = ascending[(int) (FAST_PART * (ascending.length - 1))];
        medians.forEach((begin, median) -> {
            if (!isHarm(median, level, harm)) {
                calm.add(begin);
            }
        });
        return calm;
    }

    /**
     * @param median median duration of a minute, seconds
     * @param expected what is expected, seconds; NaN if nothing is
     * @param harm a minute that is so many times slower is in harm
     * @return true if it is
     */
    public static boolean isHarm(double median, double expected, double harm) {
        return median >= harm * expected;
    }
}
