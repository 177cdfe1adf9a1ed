package io.barograph.contention.cost;

import io.barograph.contention.event.EventSpan;
import io.barograph.contention.event.TrackedEvent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(jobId);
        out.writeUTF(user);
        out.writeInt(nodes);
        out.writeLong(start);
        out.writeLong(end);
    }

    /** @return what {@link #writeTo} wrote */
    public static ScheduledJob readFrom(DataInput in) throws IOException {
        return new ScheduledJob(in.readUTF(), in.readUTF(), in.readInt(), in.readLong(), in.readLong());
    }
}
