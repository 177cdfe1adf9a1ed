package io.barograph.jobstats;

import java.util.List;

/**
 * One poll of the job statistics of one server.
 *
 * @param time instant of the poll, milliseconds since the epoch
 * @param server counters of the whole server; null if it does not report them
 * @param entries the jobs whose counters changed since the poll before
 */
public record JobPoll(long time, JobTraffic server, List<Entry> entries) {
    /** The server does not state since when an entry counts. */
    public static final long NOT_STATED = Long.MIN_VALUE;

    /** @param since begin of the counters, milliseconds since the epoch, or {@link #NOT_STATED} */
    public record Entry(String entryId, JobIdentity job, long since, JobTraffic counters) {}
}
