package io.barograph.servers.character;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The chance that a file system that is busy now gets quiet within some time, from its own history (the question of CUG
 * 2010, section 6).
 *
 * <p>Values follow each other at equal distances; take minutes, since a single quiet 5 s interval is no quiet. A value is
 * quiet if it is below the threshold, else busy. The chance for a horizon of h values is
 *
 * <pre>busy values followed by at least one quiet value among the next h / busy values whose next h are all known</pre>
 *
 * <p>both counted over busy values whose next h values are all known. A busy value with a gap, or the end of the history,
 * within the horizon is left out altogether: counting it only where quiet came before the gap would make quiet look
 * likelier. The effect is that the last h values before a gap say nothing.
 *
 * <p>Values are given in order of time. State: 16 bytes per horizon and one byte per value of the longest horizon.
 */
public final class QuietChance {
    private final int[] horizons;
    private final long[] busy;
    private final long[] quietWithin;

    /** Whether the values of the last longest horizon were busy, by their number modulo its length. */
    private final boolean[] wasBusy;

    /** Number of values since the last gap. */
    private long known;

    /** Number of the last quiet value since the last gap, counted from 1; 0 if there is none. */
    private long lastQuiet;

    public QuietChance(int... horizons) {
        int longest = Arrays.stream(horizons).max().orElse(0);
        if (longest < 1 || Arrays.stream(horizons).anyMatch(horizon -> horizon < 1)) {
            throw new IllegalArgumentException("a horizon takes at least one value: " + Arrays.toString(horizons));
        }
        this.horizons = horizons.clone();
        busy = new long[horizons.length];
        quietWithin = new long[horizons.length];
        wasBusy = new boolean[longest];
    }

    /** @param rate the next value; NaN if it is missing */
    public void observe(double rate, double quietBelow) {
        if (Double.isNaN(rate)) {
            endHistory();
            return;
        }
        known++;
        boolean isBusy = rate >= quietBelow;
        if (!isBusy) {
            lastQuiet = known;
        }
        for (int i = 0; i < horizons.length; i++) {
            long decided = known - horizons[i];
            if (decided >= 1 && wasBusy[slot(decided)]) {
                busy[i]++;
                if (lastQuiet > decided) {
                    quietWithin[i]++;
                }
            }
        }
        wasBusy[slot(known)] = isBusy;
    }

    private int slot(long number) {
        return (int) (number % wasBusy.length);
    }

    /** Ends the history: the next value does not follow the last one. */
    public void endHistory() {
        known = 0;
        lastQuiet = 0;
    }

    public long busyValues(int horizon) {
        return busy[horizon];
    }

    /** @return chance of quiet within it, 0 to 1; empty if the file system was never busy for long enough to show */
    public OptionalDouble chance(int horizon) {
        return busy[horizon] == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) quietWithin[horizon] / busy[horizon]);
    }
}
