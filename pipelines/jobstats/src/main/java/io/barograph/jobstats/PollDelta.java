package io.barograph.jobstats;

import java.util.Map;

/**
 * What one poll of a server says of the time since the poll before.
 *
 * @param from instant of the poll before, milliseconds since the epoch
 * @param server what the whole server moved; null if that is not known, or reported already by another record of this poll
 * @param restarted true if the server's counters began anew between the polls: what it moved before that is lost
 * @param jobs what each job moved; jobs that moved nothing are absent
 */
public record PollDelta(long from, long to, JobTraffic server, boolean restarted, Map<JobIdentity, JobTraffic> jobs) {}
