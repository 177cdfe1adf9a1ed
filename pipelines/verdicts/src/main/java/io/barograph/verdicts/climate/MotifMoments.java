package io.barograph.verdicts.climate;

import io.barograph.verdicts.correlation.CoMoments;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Running moments of every metric with performance over the runs of one motif since the last change of the system: a few
 * numbers for each metric, however many runs. A run whose metric is not known counts for the others.
 */
public final class MotifMoments {
    private final String fileSystem;
    private final long changedAt;
    private final CoMoments[] moments = new CoMoments[ComparedRun.METRICS.size()];
    private int runs;
    private double peak;
    private long since = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;

    /** @param changedAt last change of the system, milliseconds since the epoch, or {@code Long.MIN_VALUE} */
    public MotifMoments(String fileSystem, long changedAt) {
        this.fileSystem = fileSystem;
        this.changedAt = changedAt;
        for (int i = 0; i < moments.length; i++) {
            moments[i] = new CoMoments();
        }
    }

    /** @param time when it is taken in, milliseconds since the epoch */
    public void add(ComparedRun run, long time) {
        for (int i = 0; i < moments.length; i++) {
            double value = run.values()[i];
            if (!Double.isNaN(value)) {
                moments[i].add(value, run.performance());
            }
        }
        runs++;
        peak = Math.max(peak, run.performance());
        since = Math.min(since, run.end());
        newest = Math.max(newest, time);
    }

    public String fileSystem() {
        return fileSystem;
    }

    /** @return last change of the system, milliseconds since the epoch, or {@code Long.MIN_VALUE} */
    public long changedAt() {
        return changedAt;
    }

    /** @return when the newest run was taken in, milliseconds since the epoch */
    public long newest() {
        return newest;
    }

    int runs() {
        return runs;
    }

    double peak() {
        return peak;
    }

    long since() {
        return since;
    }

    CoMoments of(int metric) {
        return moments[metric];
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(fileSystem);
        out.writeLong(changedAt);
        out.writeInt(runs);
        out.writeDouble(peak);
        out.writeLong(since);
        out.writeLong(newest);
        ComparedRun.writeNames(out);
        for (CoMoments metric : moments) {
            metric.writeTo(out);
        }
    }

    /** @return what {@link #writeTo} wrote; a metric that is no longer known is left out */
    public static MotifMoments readFrom(DataInput in) throws IOException {
        MotifMoments motif = new MotifMoments(in.readUTF(), in.readLong());
        motif.runs = in.readInt();
        motif.peak = in.readDouble();
        motif.since = in.readLong();
        motif.newest = in.readLong();
        for (int place : ComparedRun.readNames(in)) {
            CoMoments metric = CoMoments.readFrom(in);
            if (place != ComparedRun.UNKNOWN) {
                motif.moments[place] = metric;
            }
        }
        return motif;
    }
}
