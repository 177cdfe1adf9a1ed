package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.JobTimeline;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import java.time.Instant;

/**
 * What the scheduler said of one run of one batch job, its events taken together: each of them once, in whatever order
 * they came.
 *
 * @param from start, milliseconds since the epoch, or {@link #NOT_KNOWN}
 * @param nodes number of nodes, or 0
 * @param state final state; empty while it is not known
 * @param radius distances of its nodes from their centre; null if not known
 */
record BatchJob(String jobId, String user, long from, long to, int nodes, String state, Radius radius) {
    static final BinaryType<BatchJob> TYPE = DelegatingFormat.recordTypeOf(BatchJob.class, 1);

    static final long NOT_KNOWN = Long.MIN_VALUE;

    record Radius(double min, double mean, double max) {}

    static BatchJob unknown(String jobId) {
        return new BatchJob(jobId, "", NOT_KNOWN, NOT_KNOWN, 0, "", null);
    }

    /** The id that Darshan and job_stats have: Slurm's own number, where it is stated. */
    static String idInLogs(JobEvent event) {
        return event.getRawJobId() == null ? event.getJobId() : Long.toString(event.getRawJobId());
    }

    /** Earliest start and latest end count, so the order of events and their repetition do not matter. */
    BatchJob with(JobEvent event) {
        boolean ended = event.getKind() == JobEventKind.END;
        long start = event.getKind() == JobEventKind.START ? millis(event.getTime()) : millis(event.getStartTime());
        long end = ended ? millis(event.getTime()) : millis(event.getEndTime());
        boolean startsEarlier = start != NOT_KNOWN && (from == NOT_KNOWN || start < from);
        boolean reportsState = ended && event.getState() != null && (to == NOT_KNOWN || end >= to);
        return new BatchJob(
                jobId,
                event.getUser() == null ? user : event.getUser(),
                startsEarlier ? start : from,
                ended ? Math.max(to, end) : to,
                event.getNodes() == null ? nodes : Math.max(nodes, event.getNodes()),
                reportsState ? event.getState() : state,
                radius(event) == null ? radius : radius(event));
    }

    private static Radius radius(JobEvent event) {
        Double min = event.getMinRadius();
        Double mean = event.getMeanRadius();
        Double max = event.getMaxRadius();
        return min == null || mean == null || max == null ? null : new Radius(min, mean, max);
    }

    private static long millis(Instant time) {
        return time == null ? NOT_KNOWN : time.toEpochMilli();
    }

    boolean hasStarted() {
        return from != NOT_KNOWN;
    }

    boolean hasEnded() {
        return to != NOT_KNOWN;
    }

    /** Without what is not needed to say when it ran, and on how many nodes. */
    BatchJob spanOnly() {
        return new BatchJob("", "", from, to, nodes, "", null);
    }

    /** When it ran, as far as that is known; null if no start is. */
    JobTimeline.Job span() {
        return hasStarted() ? new JobTimeline.Job(from, hasEnded() ? to : JobTimeline.RUNS_ON, nodes) : null;
    }
}
