package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.ClockShifts;
import io.barograph.runs.ClockSkew;
import io.barograph.schemas.CoverageLimits;
import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.WindowVolume;
import java.util.List;
import java.util.function.Function;

/**
 * Asks at which shifts of the clocks a run can have moved its bytes. Only runs that moved much, dominated their file
 * system, and whose log says when they did I/O are asked about: others can be explained at any shift, or at wrong ones.
 *
 * @param from first access of the run, milliseconds since the epoch
 * @param end end of the run, milliseconds since the epoch
 */
record ClockShiftRequest(long from, long to, long bytes, long end) {
    static final BinaryType<ClockShiftRequest> TYPE = DelegatingFormat.recordTypeOf(ClockShiftRequest.class, 1);

    private static final long MIN_BYTES = 1_000_000_000L;
    private static final double DOMINATES = 0.5;

    /** @return the question, or null if the run cannot say anything */
    static ClockShiftRequest of(PendingRun run, WindowVolume volume, RunWindow window) {
        double moved = (double) volume.traffic().readBytes() + volume.traffic().writeBytes();
        List<DisjointIntervals.Stretch> active = run.active().stretches();
        if (active.isEmpty()
                || run.use().bytes() < MIN_BYTES
                || run.use().bytes() < DOMINATES * moved
                || volume.tooOld()
                || volume.coarse()) {
            return null;
        }
        return new ClockShiftRequest(
                active.get(0).from(),
                active.get(active.size() - 1).to(),
                run.use().bytes(),
                window.to() - run.intervalMillis());
    }

    /** When all samples that it needs have been published, late ones too. */
    long answeredAt(ClockShifts shifts, HistoryPolicy policy, long decidedAt) {
        return Math.max(decidedAt, to + shifts.range() + policy.lateness().toMillis())
                + policy.revisionDelay().toMillis();
    }

    /** @return what the run says; nothing where too many samples are missing, or the history does not reach */
    ClockSkew answer(ClockShifts shifts, long intervalMillis, long time, Function<RunWindow, WindowVolume> curve) {
        RunWindow window = new RunWindow(from, to, time, time);
        boolean known = isKnown(curve.apply(window))
                && isKnown(curve.apply(window.of(from - shifts.range(), from)))
                && isKnown(curve.apply(window.of(to, to + shifts.range())))
                // Where the input ends nothing can be said of what the servers did after it.
                && curve.apply(window.of(to + shifts.range(), time)).isKnown();
        double bytesPerInterval = (double) bytes * intervalMillis / (to - from);
        return known
                ? ClockSkew.of(
                        bytes,
                        bytesPerInterval,
                        shifts,
                        shift -> bytes(curve.apply(window.of(from + shift, to + shift))))
                : ClockSkew.NONE;
    }

    private static boolean isKnown(WindowVolume volume) {
        return volume.isKnown() && !volume.coarse() && volume.missingFraction() <= CoverageLimits.MISSING_ABOVE;
    }

    private static long bytes(WindowVolume volume) {
        return volume.traffic().readBytes() + volume.traffic().writeBytes();
    }
}
