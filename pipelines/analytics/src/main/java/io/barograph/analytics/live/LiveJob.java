package io.barograph.analytics.live;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What is kept of one job on one file system: its traffic by the minute, and its share since its first minute.
 *
 * <p>State: 200 bytes and a {@link TrafficCurve}.
 */
public final class LiveJob {
    private static final long NEVER = Long.MIN_VALUE;

    private final TrafficCurve curve;
    private long lastMinute = NEVER;
    private long since = NEVER;
    private long until = NEVER;
    private JobTraffic movedSoFar = JobTraffic.NONE;
    private JobTraffic serversSoFar = JobTraffic.NONE;

    /** A job without traffic. */
    public LiveJob() {
        this(new TrafficCurve());
    }

    private LiveJob(TrafficCurve curve) {
        this.curve = curve;
    }

    /**
     * Takes in a minute with traffic that is given out, later than those before.
     *
     * @param minute number of the minute
     * @param moved what the job moved in it
     * @param servers what all servers moved from {@link #nextMinute} to the end of this minute
     */
    public void giveOut(long minute, JobTraffic moved, JobTraffic servers) {
        add(minute, moved);
        movedSoFar = movedSoFar.plus(moved);
        serversSoFar = serversSoFar.plus(servers);
        since = since == NEVER ? minute : since;
        until = minute + 1;
    }

    /**
     * Takes in what became known after a minute was given out.
     *
     * @param minute number of the minute
     * @param moved what the job moved in it, besides what is known
     */
    public void add(long minute, JobTraffic moved) {
        curve.add(minute, moved);
        lastMinute = Math.max(lastMinute, minute);
    }

    /**
     * @param minute number of the minute that is given out now
     * @return the one after the last that was given out for this job; this one if it is the first
     */
    public long nextMinute(long minute) {
        return until == NEVER ? minute : until;
    }

    /**
     * @return number of the first minute that was given out
     * @throws IllegalStateException if none was
     */
    public long since() {
        if (since == NEVER) {
            throw new IllegalStateException("no minute of this job was given out");
        }
        return since;
    }

    /** @return number of the last minute with traffic */
    public long lastMinute() {
        return lastMinute;
    }

    /** @return what the job moved in the minutes that were given out */
    public JobTraffic movedSoFar() {
        return movedSoFar;
    }

    /** @return what all servers moved from the first of these minutes to the last, those between included */
    public JobTraffic serversSoFar() {
        return serversSoFar;
    }

    /** @return its traffic by the minute */
    public TrafficCurve curve() {
        return curve;
    }

    /** @return a copy that shares nothing mutable with this one */
    public LiveJob copy() {
        LiveJob copy = new LiveJob(curve.copy());
        copy.lastMinute = lastMinute;
        copy.since = since;
        copy.until = until;
        copy.movedSoFar = movedSoFar;
        copy.serversSoFar = serversSoFar;
        return copy;
    }

    /**
     * @param out where to write
     * @throws IOException if that fails
     */
    public void writeTo(DataOutput out) throws IOException {
        curve.writeTo(out);
        out.writeLong(lastMinute);
        out.writeLong(since);
        out.writeLong(until);
        movedSoFar.writeTo(out);
        serversSoFar.writeTo(out);
    }

    /**
     * @param in where {@link #writeTo} wrote
     * @return the job
     * @throws IOException if reading fails
     */
    public static LiveJob readFrom(DataInput in) throws IOException {
        LiveJob read = new LiveJob(TrafficCurve.readFrom(in));
        read.lastMinute = in.readLong();
        read.since = in.readLong();
        read.until = in.readLong();
        read.movedSoFar = JobTraffic.readFrom(in);
        read.serversSoFar = JobTraffic.readFrom(in);
        return read;
    }
}
