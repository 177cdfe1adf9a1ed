package io.barograph.runs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * What runs say of the skew between the clock of Darshan's hosts and that of the servers. Each run names the shifts that
 * are possible for it; the skew is where most of them agree, as in the intersection of intervals by which clocks choose
 * among time servers (Marzullo and Owicki, "Maintaining the time in a distributed system", PODC 1983; RFC 5905, section
 * 11.2.1). Sums of runs are the same in any order. A value, 0.5 kB.
 *
 * <p>Servers that see bytes later than the run does, because a client keeps them back for a while, look like servers
 * whose clock is ahead.
 *
 * @param runs runs that some shifts explain and others do not
 * @param unexplained runs that no shift explains: their bytes never reached the servers, or the clocks are further apart
 * @param support runs that each shift explains
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClockSkew(int runs, int unexplained, int[] support) {
    /** No run. */
    public static final ClockSkew NONE = new ClockSkew(0, 0, new int[ClockShifts.COUNT]);

    /** Runs that an estimate needs. */
    public static final int MIN_RUNS = 8;

    /** A skew is ruled out if so many fewer runs agree on it than on the best one. */
    public static final int RULED_OUT_BY = 3;

    /** Bytes that need not be found: what a cache answered, and metadata that one side counts. */
    static final double TOLERANCE = 0.02;

    /** Part of an interval of the run that need not be found: samples close intervals at any second of a run. */
    static final double PART_OF_INTERVAL = 0.75;

    private static final double MAJORITY = 0.75;

    /**
     * An estimate.
     *
     * @param seconds how much the clock of the servers is ahead of that of Darshan's hosts
     * @param low least skew that no {@value #RULED_OUT_BY} runs rule out
     * @param agreeing number of runs that agree on it
     */
    public record Estimate(double seconds, double low, double high, int agreeing) {}

    /**
     * What one run says. A shift between its clock and that of the servers is possible if it can have moved what it says
     * then, and dominated its file system. Two things must hold between its first and last access. A coverage factor
     * cannot exceed 1: all of its bytes lie in what the servers moved. And they moved about as much as at any shift, since
     * one that cuts off a part of the run loses more than it gains from neighbours.
     *
     * @param bytes bytes of the run, according to Darshan
     * @param volume bytes of the servers in the run's window, by the shift of the window in milliseconds
     */
    public static ClockSkew of(long bytes, double bytesPerInterval, ClockShifts shifts, LongUnaryOperator volume) {
        long[] moved = new long[ClockShifts.COUNT];
        for (int i = 0; i < ClockShifts.COUNT; i++) {
            moved[i] = volume.applyAsLong(shifts.millis(i));
        }
        long most = Math.max(0, Arrays.stream(moved).max().orElseThrow());
        double least = Math.max((1 - TOLERANCE) * bytes, most - PART_OF_INTERVAL * bytesPerInterval);
        int[] support = new int[ClockShifts.COUNT];
        int possible = 0;
        for (int i = 0; i < ClockShifts.COUNT; i++) {
            support[i] = moved[i] >= least ? 1 : 0;
            possible += support[i];
        }
        // A run that every shift explains says nothing.
        return switch (possible) {
            case 0 -> new ClockSkew(0, 1, support);
            case ClockShifts.COUNT -> NONE;
            default -> new ClockSkew(1, 0, support);
        };
    }

    public ClockSkew plus(ClockSkew other) {
        int[] sum = support.clone();
        for (int i = 0; i < ClockShifts.COUNT; i++) {
            sum[i] += other.support[i];
        }
        return new ClockSkew(runs + other.runs, unexplained + other.unexplained, sum);
    }

    /**
     * @return the skew; null unless it is clear: at least {@value #MIN_RUNS} runs, three in four agree, no more are
     *     unexplained than that, and it is known to one sampling interval either way
     */
    public Estimate estimate(ClockShifts shifts, long intervalMillis) {
        int most = Arrays.stream(support).max().orElseThrow();
        if (runs < MIN_RUNS || most < MAJORITY * runs || unexplained > runs) {
            return null;
        }
        int low = ClockShifts.COUNT;
        int high = 0;
        for (int i = 0; i < ClockShifts.COUNT; i++) {
            if (support[i] > most - RULED_OUT_BY) {
                low = Math.min(low, i);
                high = i;
            }
        }
        // Where the range ends the runs could go on agreeing.
        if (low == 0
                || high == ClockShifts.COUNT - 1
                || shifts.millis(high) - shifts.millis(low) > 2 * intervalMillis) {
            return null;
        }
        return new Estimate(
                seconds(shifts.millis(low) + shifts.millis(high)) / 2,
                seconds(shifts.millis(low)),
                seconds(shifts.millis(high)),
                most);
    }

    private static double seconds(long millis) {
        return millis / 1_000.0;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(runs);
        out.writeInt(unexplained);
        if (runs > 0) {
            for (int agreeing : support) {
                out.writeInt(agreeing);
            }
        }
    }

    public static ClockSkew readFrom(DataInput in) throws IOException {
        int runs = in.readInt();
        int unexplained = in.readInt();
        int[] support = new int[ClockShifts.COUNT];
        if (runs > 0) {
            for (int i = 0; i < support.length; i++) {
                support[i] = in.readInt();
            }
        }
        return new ClockSkew(runs, unexplained, support);
    }
}
