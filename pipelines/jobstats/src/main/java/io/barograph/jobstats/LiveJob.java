package io.barograph.jobstats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.ToLongFunction;

/**
 * What is kept of one job on one file system: its traffic by the minute, and its share since its first minute.
 *
 * <p>State: 450 bytes and a {@link TrafficCurve}.
 */
public final class LiveJob {
    private static final long NEVER = Long.MIN_VALUE;

    private final TrafficCurve curve;
    private long lastMinute = NEVER;
    private long since = NEVER;
    private long until = NEVER;
    private JobTraffic movedSoFar = JobTraffic.NONE;
    private long settledUntil = NEVER;
    private ServerTotals settled = ServerTotals.NONE;
    private ServerTotals serversSoFar = ServerTotals.NONE;
    private JobTraffic mostOnServer = JobTraffic.NONE;
    private JobTraffic mostOfAnyServer = JobTraffic.NONE;
    private MinuteBoundaryTraffic openAtBegin = MinuteBoundaryTraffic.NONE;
    private MinuteBoundaryTraffic atEnd = MinuteBoundaryTraffic.NONE;

    /** A job without traffic. */
    public LiveJob() {
        this(new TrafficCurve());
    }

    private LiveJob(TrafficCurve curve) {
        this.curve = curve;
    }

    /**
     * Takes in a minute with traffic that is emitted, later than those before.
     *
     * @param atBegin what all servers moved between polls that lie across the begin of this minute
     */
    public void emit(long minute, JobMinute job, MinuteBoundaryTraffic atBegin, JobTraffic mostOfServer) {
        add(minute, job.moved(), job.osts());
        movedSoFar = movedSoFar.plus(job.moved());
        mostOnServer = mostOnServer.max(job.most());
        mostOfAnyServer = mostOfAnyServer.max(mostOfServer);
        atEnd = job.crossing();
        if (since == NEVER) {
            since = minute;
            settledUntil = minute;
            openAtBegin = atBegin;
        }
        until = minute + 1;
    }

    /**
     * Takes in what the servers moved in the minutes that no poll will change any more.
     *
     * @param minute number of the minute after the last of these
     */
    public void settle(long minute, ServerTotals totals) {
        settledUntil = minute;
        settled = settled.plus(totals);
    }

    /**
     * Takes in what the servers moved in the other minutes, anew with each minute that is emitted.
     *
     * @param totals what all servers moved from {@link #settledUntil} to the end of the last minute that was emitted
     */
    public void compareWith(ServerTotals totals) {
        serversSoFar = settled.plus(totals);
    }

    /** Takes in what became known after a minute was emitted. */
    public void correct(long minute, JobTraffic moved) {
        add(minute, moved, 0);
        if (since != NEVER && minute >= since && minute < until) {
            movedSoFar = movedSoFar.plus(moved);
        }
    }

    private void add(long minute, JobTraffic moved, int osts) {
        curve.add(minute, moved, osts);
        lastMinute = Math.max(lastMinute, minute);
    }

    /**
     * How wrong the share since the first minute can be at most. What was moved between polls that lie across the begin
     * of the first minute or the end of the last may all be on one side; while OSTs did not report, the job may have moved as
     * much on each as it ever did on one in a minute, and the others as much as ever went to one.
     *
     * @param allAtEnd what all servers moved between polls that lie across the end of the last minute
     */
    public double largestError(ToLongFunction<JobTraffic> amount, MinuteBoundaryTraffic allAtEnd) {
        double missingMinutes = (double) Math.max(0, serversSoFar.missingMillis()) / ServerMinute.MINUTE;
        double jobMissing = missingMinutes * amount.applyAsLong(mostOnServer);
        double serversMissing = missingMinutes * amount.applyAsLong(mostOfAnyServer);
        double jobLess = amount.applyAsLong(atEnd.before());
        double jobMore = amount.applyAsLong(atEnd.after());
        double othersLess =
                Math.max(0, amount.applyAsLong(allAtEnd.before()) - jobLess) + amount.applyAsLong(openAtBegin.after());
        double othersMore =
                Math.max(0, amount.applyAsLong(allAtEnd.after()) - jobMore) + amount.applyAsLong(openAtBegin.before());
        return new OpenAmounts(jobLess, jobMore + jobMissing, othersLess, othersMore + serversMissing)
                .largestError(amount.applyAsLong(movedSoFar), amount.applyAsLong(serversSoFar.moved()));
    }

    /** @return the minute from which on what servers moved may still change */
    public long settledUntil() {
        return settledUntil;
    }

    /**
     * @return number of the first minute that was emitted
     * @throws IllegalStateException if none was
     */
    public long since() {
        if (since == NEVER) {
            throw new IllegalStateException("no minute of this job was emitted");
        }
        return since;
    }

    /** @return number of the last minute with traffic */
    public long lastMinute() {
        return lastMinute;
    }

    /** @return what the job moved in the minutes that were emitted */
    public JobTraffic movedSoFar() {
        return movedSoFar;
    }

    /** @return what all servers moved from the first of these minutes to the last, those between included */
    public JobTraffic serversSoFar() {
        return serversSoFar.moved();
    }

    public TrafficCurve curve() {
        return curve;
    }

    public void writeTo(DataOutput out) throws IOException {
        curve.writeTo(out);
        out.writeLong(lastMinute);
        out.writeLong(since);
        out.writeLong(until);
        movedSoFar.writeTo(out);
        out.writeLong(settledUntil);
        settled.writeTo(out);
        serversSoFar.writeTo(out);
        mostOnServer.writeTo(out);
        mostOfAnyServer.writeTo(out);
        openAtBegin.writeTo(out);
        atEnd.writeTo(out);
    }

    public static LiveJob readFrom(DataInput in) throws IOException {
        LiveJob read = new LiveJob(TrafficCurve.readFrom(in));
        read.lastMinute = in.readLong();
        read.since = in.readLong();
        read.until = in.readLong();
        read.movedSoFar = JobTraffic.readFrom(in);
        read.settledUntil = in.readLong();
        read.settled = ServerTotals.readFrom(in);
        read.serversSoFar = ServerTotals.readFrom(in);
        read.mostOnServer = JobTraffic.readFrom(in);
        read.mostOfAnyServer = JobTraffic.readFrom(in);
        read.openAtBegin = MinuteBoundaryTraffic.readFrom(in);
        read.atEnd = MinuteBoundaryTraffic.readFrom(in);
        return read;
    }
}
