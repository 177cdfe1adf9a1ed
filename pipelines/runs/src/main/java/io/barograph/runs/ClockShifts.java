package io.barograph.runs;

/** The shifts between two clocks that are tried: {@value #COUNT} of them, as many back as forth. */
public record ClockShifts(long stepMillis) {
    public static final int COUNT = 121;

    private static final int CENTRE = COUNT / 2;
    private static final long SECOND = 1_000;
    private static final int STEPS_PER_INTERVAL = 5;

    /**
     * @return a fifth of it from one to the next, 1 s at least, which is how exactly labels are known: at 5 s from -60
     *     s to 60 s
     */
    public static ClockShifts of(long intervalMillis) {
        return new ClockShifts(Math.max(SECOND, intervalMillis / STEPS_PER_INTERVAL));
    }

    /**
     * @param number number of a shift, from 0
     * @return how much the clock of the servers is ahead then, milliseconds
     */
    public long millis(int number) {
        return (number - CENTRE) * stepMillis;
    }

    /** @return the largest shift, milliseconds */
    public long range() {
        return millis(COUNT - 1);
    }
}
