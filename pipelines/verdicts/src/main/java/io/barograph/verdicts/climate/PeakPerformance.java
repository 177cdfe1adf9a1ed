package io.barograph.verdicts.climate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** A motif's best performance since the last change of the system; it may be older than the climate. */
public final class PeakPerformance {
    private long changedAt = Long.MIN_VALUE;
    private double best = Double.NaN;

    /**
     * @param changeBeforeRun last change of the system before a run, milliseconds since the epoch; {@code
     *     Long.MIN_VALUE} if there is none
     * @return best performance since then, bytes/s; NaN if no run is known. After a change that was not known when the
     *     runs came, only those that the climate still has count
     */
    public double since(long changeBeforeRun, List<PastRun> climate) {
        return changeBeforeRun == changedAt ? best : bestOf(climate, changeBeforeRun);
    }

    /**
     * Takes a run in; one from before the last change is left out.
     *
     * @param performance the run's performance, bytes/s
     */
    public void add(long changeBeforeRun, List<PastRun> climate, double performance) {
        if (changeBeforeRun > changedAt) {
            changedAt = changeBeforeRun;
            best = bestOf(climate, changeBeforeRun);
        } else if (changeBeforeRun == changedAt && !(best >= performance)) {
            best = performance;
        }
    }

    private static double bestOf(List<PastRun> climate, long from) {
        return climate.stream()
                .filter(run -> run.end() >= from)
                .mapToDouble(PastRun::performance)
                .max()
                .orElse(Double.NaN);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(changedAt);
        out.writeDouble(best);
    }

    /** @return what {@link #writeTo} wrote */
    public static PeakPerformance readFrom(DataInput in) throws IOException {
        PeakPerformance peak = new PeakPerformance();
        peak.changedAt = in.readLong();
        peak.best = in.readDouble();
        return peak;
    }
}
