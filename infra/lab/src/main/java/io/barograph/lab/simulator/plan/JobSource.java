package io.barograph.lab.simulator.plan;

/** Where a site's jobs come from. */
public interface JobSource {
    /**
     * A job and when it starts.
     *
     * @param micros its start, microseconds since the epoch
     */
    record Arrival(long micros, JobPlan plan) {}

    /** @return the next job; never earlier than the one before it */
    Arrival next();
}
