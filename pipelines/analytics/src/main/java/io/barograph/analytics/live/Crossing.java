package io.barograph.analytics.live;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.ToLongFunction;

/**
 * What a job moved between polls that lie across the end of a minute. On which side of it that was is not known; it is
 * spread evenly.
 *
 * @param before what counts for the time before the end of the minute
 * @param after what counts for the time after it
 */
public record Crossing(JobTraffic before, JobTraffic after) {
    /** Nothing is uncertain. */
    public static final Crossing NONE = new Crossing(JobTraffic.NONE, JobTraffic.NONE);

    /**
     * @param other what else crosses the end of the same minute
     * @return both together
     */
    Crossing plus(Crossing other) {
        return new Crossing(before.plus(other.before), after.plus(other.after));
    }

    /**
     * The truth lies between all of it having been moved after the end of the minute, and all before.
     *
     * @param movedSoFar what counts for the time up to the end of the minute, this included
     * @param amount bytes or operations
     * @return by how much that can be wrong at most, relative to the truth; infinite if the truth may be nothing
     */
    public double largestError(JobTraffic movedSoFar, ToLongFunction<JobTraffic> amount) {
        double counted = amount.applyAsLong(movedSoFar);
        double tooMuch = amount.applyAsLong(before);
        double tooLittle = amount.applyAsLong(after);
        return Math.max(
                tooMuch == 0 ? 0 : tooMuch / Math.max(0, counted - tooMuch),
                tooLittle == 0 ? 0 : tooLittle / (counted + tooLittle));
    }

    void writeTo(DataOutput out) throws IOException {
        before.writeTo(out);
        after.writeTo(out);
    }

    static Crossing readFrom(DataInput in) throws IOException {
        return new Crossing(JobTraffic.readFrom(in), JobTraffic.readFrom(in));
    }
}
