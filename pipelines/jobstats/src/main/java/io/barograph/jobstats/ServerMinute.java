package io.barograph.jobstats;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * What one server and its jobs moved in one minute, as far as polls show. What was moved between two polls is spread evenly
 * over the time between them; the server's traffic and that of its jobs are spread alike, so shares are not touched.
 *
 * <p>A poll near the begin of a minute counts as one at it: clocks differ and hosts answer late, and a poll that lies
 * two seconds across would give a part of everything that was moved in its interval to the wrong minute.
 */
public final class ServerMinute {
    /** Milliseconds of a minute. */
    public static final long MINUTE = 60_000;

    private long coveredMillis;
    private JobTraffic server = JobTraffic.NONE;
    private MinuteBoundaryTraffic serverCrossing = MinuteBoundaryTraffic.NONE;
    private final Map<JobIdentity, JobShare> jobs = new LinkedHashMap<>();

    /** What a job moved in the minute, and between polls that lie across its end. */
    private record JobShare(JobTraffic moved, MinuteBoundaryTraffic crossing) {
        JobShare plus(JobShare other) {
            return new JobShare(moved.plus(other.moved), crossing.plus(other.crossing));
        }

        void writeTo(DataOutput out) throws IOException {
            moved.writeTo(out);
            crossing.writeTo(out);
        }

        static JobShare readFrom(DataInput in) throws IOException {
            return new JobShare(JobTraffic.readFrom(in), MinuteBoundaryTraffic.readFrom(in));
        }
    }

    /** Takes what a job moved. */
    interface JobVisitor {
        void visit(JobIdentity job, JobTraffic moved, MinuteBoundaryTraffic crossing);
    }

    /**
     * Adds to each minute its share.
     *
     * @param toleranceMillis a poll that is no farther from the begin of a minute counts as one at it; less than half a
     *     minute
     * @param minutes gives the sums of a minute, by the number of the minute since the epoch
     */
    public static void spread(PollDelta movement, long toleranceMillis, LongFunction<ServerMinute> minutes) {
        long begin = onMinute(movement.from(), toleranceMillis);
        long end = onMinute(movement.to(), toleranceMillis);
        if (begin == end) { // two polls that count as one
            ServerMinute before = minutes.apply(Math.floorDiv(begin - 1, MINUTE));
            before.add(movement, 0, 1, 1, 0);
            before.crossNear(movement, end);
            return;
        }
        long last = Math.floorDiv(end - 1, MINUTE);
        for (long minute = Math.floorDiv(begin, MINUTE); minute <= last; minute++) {
            long from = Math.max(begin, minute * MINUTE) - begin;
            long to = Math.min(end, (minute + 1) * MINUTE) - begin;
            ServerMinute sums = minutes.apply(minute);
            sums.add(movement, from, to, end - begin, to - from);
            if (minute < last) {
                sums.cross(
                        movement,
                        moved -> new MinuteBoundaryTraffic(
                                moved.share(0, to, end - begin), moved.share(to, end - begin, end - begin)));
            } else if (end != movement.to()) {
                sums.crossNear(movement, end);
            }
        }
    }

    /** Of a poll that counts as one at the end of the minute: what is moved at the mean rate in the time between. */
    private void crossNear(PollDelta movement, long end) {
        long length = Math.max(1, movement.to() - movement.from());
        long between = Math.min(Math.abs(movement.to() - end), length);
        boolean after = movement.to() > end;
        cross(movement, moved -> {
            JobTraffic open = moved.share(0, between, length);
            return after
                    ? new MinuteBoundaryTraffic(open, JobTraffic.NONE)
                    : new MinuteBoundaryTraffic(JobTraffic.NONE, open);
        });
    }

    private void cross(PollDelta movement, Function<JobTraffic, MinuteBoundaryTraffic> open) {
        if (movement.server() != null) {
            serverCrossing = serverCrossing.plus(open.apply(movement.server()));
        }
        movement.jobs()
                .forEach((job, moved) ->
                        jobs.merge(job, new JobShare(JobTraffic.NONE, open.apply(moved)), JobShare::plus));
    }

    private static long onMinute(long time, long toleranceMillis) {
        long nearest = Math.floorDiv(time + MINUTE / 2, MINUTE) * MINUTE;
        return Math.abs(time - nearest) <= toleranceMillis ? nearest : time;
    }

    private void add(PollDelta movement, long from, long to, long length, long millis) {
        if (movement.server() != null) {
            coveredMillis += movement.restarted() ? 0 : millis;
            server = server.plus(movement.server().share(from, to, length));
        }
        movement.jobs().forEach((job, moved) -> {
            JobTraffic share = moved.share(from, to, length);
            if (!share.isNone()) {
                jobs.merge(job, new JobShare(share, MinuteBoundaryTraffic.NONE), JobShare::plus);
            }
        });
    }

    /**
     * @param minute number of a minute since the epoch
     * @return its begin, milliseconds since the epoch
     */
    public static long beginOf(long minute) {
        return minute * MINUTE;
    }

    public void add(ServerMinute other) {
        coveredMillis += other.coveredMillis;
        server = server.plus(other.server);
        serverCrossing = serverCrossing.plus(other.serverCrossing);
        other.jobs.forEach((job, share) -> jobs.merge(job, share, JobShare::plus));
    }

    /**
     * @return how much of the minute lies between polls that show all that the server moved, milliseconds: those between
     *     which it started anew do not
     */
    public long coveredMillis() {
        return coveredMillis;
    }

    /** @return what the whole server moved in that time */
    public JobTraffic server() {
        return server;
    }

    /** @return what each job moved; jobs without traffic are absent */
    public Map<JobIdentity, JobTraffic> jobs() {
        Map<JobIdentity, JobTraffic> moved = new LinkedHashMap<>(2 * jobs.size());
        forEachJob((job, ofJob, crossing) -> moved.put(job, ofJob));
        return moved;
    }

    /** Visits the jobs with traffic. */
    void forEachJob(JobVisitor visitor) {
        jobs.forEach((job, share) -> {
            if (!share.moved.isNone()) {
                visitor.visit(job, share.moved, share.crossing);
            }
        });
    }

    /** @return true if any job moved something */
    public boolean hasJobs() {
        return jobs.values().stream().anyMatch(share -> !share.moved.isNone());
    }

    /** @return what the whole server moved between polls that lie across the end of the minute */
    public MinuteBoundaryTraffic crossing() {
        return serverCrossing;
    }

    /** Changes neither. */
    public ServerMinute plus(ServerMinute other) {
        ServerMinute sum = new ServerMinute();
        sum.add(this);
        sum.add(other);
        return sum;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(coveredMillis);
        server.writeTo(out);
        serverCrossing.writeTo(out);
        BinaryCollections.writeMap(jobs, out, JobIdentity::writeTo, JobShare::writeTo);
    }

    public static ServerMinute readFrom(DataInput in) throws IOException {
        ServerMinute read = new ServerMinute();
        read.coveredMillis = in.readLong();
        read.server = JobTraffic.readFrom(in);
        read.serverCrossing = MinuteBoundaryTraffic.readFrom(in);
        BinaryCollections.readMap(read.jobs, in, JobIdentity::readFrom, JobShare::readFrom);
        return read;
    }
}
