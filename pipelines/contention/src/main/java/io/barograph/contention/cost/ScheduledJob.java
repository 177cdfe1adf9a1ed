package io.barograph.contention.cost;

import io.barograph.contention.event.EventSpan;
import io.barograph.contention.event.TrackedEvent;

/**
 * What the scheduler says of a job.
 *
 * @param nodes its nodes; 0 if not known
 * @param start its start, milliseconds since the epoch; {@link TrackedEvent#NONE} if not known
 * @param end its end; {@link TrackedEvent#NONE} while it runs
 */
public record ScheduledJob(String jobId, String user, int nodes, long start, long end) {
    public ScheduledJob with(ScheduledJob later) {
        return new ScheduledJob(
                jobId,
                later.user.isEmpty() ? user : later.user,
                Math.max(nodes, later.nodes),
                later.start == TrackedEvent.NONE ? start : later.start,
                Math.max(end, later.end));
    }

    /** @return true if it ran then */
    public boolean ranIn(EventSpan span) {
        long until = end == TrackedEvent.NONE ? Long.MAX_VALUE / 1000 : end;
        return start != TrackedEvent.NONE && span.overlapMicros(start * 1000, Math.max(start, until) * 1000) > 0;
    }
}
