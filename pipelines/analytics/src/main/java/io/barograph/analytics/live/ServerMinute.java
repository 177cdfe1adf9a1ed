package io.barograph.analytics.live;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * What one server and its jobs moved in one minute, as far as polls tell. What was moved between two polls is spread evenly
 * over the time between them; the server's traffic and that of its jobs are spread alike, so shares are not touched.
 */
public final class ServerMinute {
    /** Milliseconds of a minute. */
    public static final long MINUTE = 60_000;

    private long coveredMillis;
    private JobTraffic server = JobTraffic.NONE;
    private final Map<Job, JobTraffic> jobs = new LinkedHashMap<>();

    /**
     * Adds to each minute its share.
     *
     * @param movement what was moved between two polls
     * @param minutes gives the sums of a minute, by the number of the minute since the epoch
     */
    public static void spread(Movement movement, LongFunction<ServerMinute> minutes) {
        long length = movement.to() - movement.from();
        long last = Math.floorDiv(movement.to() - 1, MINUTE);
        for (long minute = Math.floorDiv(movement.from(), MINUTE); minute <= last; minute++) {
            long from = Math.max(movement.from(), minute * MINUTE) - movement.from();
            long to = Math.min(movement.to(), (minute + 1) * MINUTE) - movement.from();
            ServerMinute sums = minutes.apply(minute);
            if (movement.server() != null) {
                sums.coveredMillis += to - from;
                sums.server = sums.server.plus(movement.server().share(from, to, length));
            }
            movement.jobs().forEach((job, moved) -> {
                JobTraffic share = moved.share(from, to, length);
                if (!share.isNone()) {
                    sums.jobs.merge(job, share, JobTraffic::plus);
                }
            });
        }
    }

    /**
     * @param minute number of a minute since the epoch
     * @return its begin, milliseconds since the epoch
     */
    public static long beginOf(long minute) {
        return minute * MINUTE;
    }

    /** @param other what else was moved in the same minute */
    public void add(ServerMinute other) {
        coveredMillis += other.coveredMillis;
        server = server.plus(other.server);
        other.jobs.forEach((job, moved) -> jobs.merge(job, moved, JobTraffic::plus));
    }

    /** @return how much of the minute lies between polls that tell what the server moved, milliseconds */
    public long coveredMillis() {
        return coveredMillis;
    }

    /** @return what the whole server moved in that time */
    public JobTraffic server() {
        return server;
    }

    /** @return what each job moved; jobs without traffic are absent */
    public Map<Job, JobTraffic> jobs() {
        return Collections.unmodifiableMap(jobs);
    }

    /** @return a copy that shares nothing mutable with this one */
    public ServerMinute copy() {
        ServerMinute copy = new ServerMinute();
        copy.add(this);
        return copy;
    }

    /**
     * @param out where to write
     * @throws IOException if that fails
     */
    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(coveredMillis);
        server.writeTo(out);
        out.writeInt(jobs.size());
        for (Map.Entry<Job, JobTraffic> entry : jobs.entrySet()) {
            entry.getKey().writeTo(out);
            entry.getValue().writeTo(out);
        }
    }

    /**
     * @param in where {@link #writeTo} wrote
     * @return the minute
     * @throws IOException if reading fails
     */
    public static ServerMinute readFrom(DataInput in) throws IOException {
        ServerMinute read = new ServerMinute();
        read.coveredMillis = in.readLong();
        read.server = JobTraffic.readFrom(in);
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            read.jobs.put(Job.readFrom(in), JobTraffic.readFrom(in));
        }
        return read;
    }
}
