package io.barograph.jobstats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a job or a server moved between polls that lie across the end of a minute. On which side of it that was is not
 * known; it is spread evenly, so the truth lies between all of it having been moved before the end, and all after.
 *
 * @param before what counts for the time before the end of the minute
 * @param after what counts for the time after it
 */
public record MinuteBoundaryTraffic(JobTraffic before, JobTraffic after) {
    /** Nothing is uncertain. */
    public static final MinuteBoundaryTraffic NONE = new MinuteBoundaryTraffic(JobTraffic.NONE, JobTraffic.NONE);

    MinuteBoundaryTraffic plus(MinuteBoundaryTraffic other) {
        if (other.equals(NONE)) { // as in most polls
            return this;
        }
        return new MinuteBoundaryTraffic(before.plus(other.before), after.plus(other.after));
    }

    public void writeTo(DataOutput out) throws IOException {
        before.writeTo(out);
        after.writeTo(out);
    }

    public static MinuteBoundaryTraffic readFrom(DataInput in) throws IOException {
        return new MinuteBoundaryTraffic(JobTraffic.readFrom(in), JobTraffic.readFrom(in));
    }
}
