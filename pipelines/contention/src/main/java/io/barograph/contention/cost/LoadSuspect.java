package io.barograph.contention.cost;

/**
 * A job that made load during an event.
 *
 * @param amount bytes, or metadata operations, in the event
 * @param share amount / all that the servers concerned did in the event; NaN if that is not known or nothing
 */
public record LoadSuspect(String jobId, double amount, double share, Source source) {
    /** What reports a job's load. */
    public enum Source {
        /** Job statistics of the servers. */
        JOB_STATS,
        /** A Darshan log. */
        DARSHAN
    }
}
