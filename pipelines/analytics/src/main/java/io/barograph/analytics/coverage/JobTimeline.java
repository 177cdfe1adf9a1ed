package io.barograph.analytics.coverage;

import io.barograph.analytics.volume.BlockStore;
import java.util.Map;

/**
 * When batch jobs started and ended. Answers which of them ran in a window from sums by the hour and the starts and ends
 * within two hours, so that neither the length of a run nor the number of jobs that run long matters: jobs that ran are
 * those that had started less those that had ended, and node-hours are the difference of two such sums over time.
 *
 * <pre>{@code
 * JobTimeline timeline = new JobTimeline(hours, index);
 * timeline.replace(null, new JobTimeline.Job(start, JobTimeline.RUNS_ON, 64));
 * Concurrency concurrency = timeline.between(from, to);
 * }</pre>
 */
public final class JobTimeline {
    /** End of a job of which no end is known. */
    public static final long RUNS_ON = Long.MAX_VALUE;

    private static final long HOUR = 3_600_000;

    private final BlockStore<JobHour> hours;
    private final JobTimelineIndex index;

    /**
     * One batch job; one that ends before it starts takes no time.
     *
     * @param from start, milliseconds since the epoch
     * @param to end, milliseconds since the epoch, or {@link #RUNS_ON}
     * @param nodes number of nodes; 0 if the scheduler does not say
     */
    public record Job(long from, long to, int nodes) {
        /** Puts the end behind the start. */
        public Job {
            to = Math.max(from, to);
        }
    }

    /**
     * @param hours starts and ends, by hour
     * @param index sums of them; changed in place
     */
    public JobTimeline(BlockStore<JobHour> hours, JobTimelineIndex index) {
        this.hours = hours;
        this.index = index;
    }

    /**
     * Says something else of a job than before.
     *
     * @param before what was said of it; null if nothing was
     * @param now what is true; null to forget the job
     */
    public void replace(Job before, Job now) {
        if (before != null && before.equals(now)) {
            return;
        }
        boolean sameStart = before != null && now != null && before.from == now.from && before.nodes == now.nodes;
        if (!sameStart) {
            add(before, true, -1);
            add(now, true, 1);
        }
        boolean sameEnd = before != null && now != null && before.to == now.to && before.nodes == now.nodes;
        if (!sameEnd) {
            add(before, false, -1);
            add(now, false, 1);
        }
    }

    private void add(Job job, boolean start, int sign) {
        if (job == null || (!start && job.to == RUNS_ON)) {
            return;
        }
        long time = start ? job.from : job.to;
        long hour = Math.floorDiv(time, HOUR);
        index.add(hour, start, sign, job.nodes, time);
        if (!index.hasForgotten(hour)) {
            JobHour known = hours.get(hour);
            JobHour block = known == null ? new JobHour() : known;
            block.add((int) Math.floorMod(time, HOUR), start, sign, job.nodes);
            hours.put(hour, block);
        }
    }

    /**
     * @param from start of a run, milliseconds since the epoch
     * @param to end of the run
     * @return the jobs that ran at any instant of [from, to]; exact if from is not in a forgotten hour
     */
    public Concurrency between(long from, long to) {
        Tally startedUntilEnd = tally(true, to + 1);
        Tally endedUntilEnd = tally(false, to);
        Tally startedBefore = tally(true, from);
        Tally endedBefore = tally(false, from);
        long nodeMillis = index.nodesForgotten() * (to - from)
                + startedUntilEnd.nodeMillisUntil(to)
                - endedUntilEnd.nodeMillisUntil(to)
                - startedBefore.nodeMillisUntil(from)
                + endedBefore.nodeMillisUntil(from);
        return new Concurrency(
                Math.toIntExact(index.jobsForgotten() + startedUntilEnd.jobs - endedBefore.jobs),
                index.nodesForgotten() + startedUntilEnd.nodes - endedBefore.nodes,
                (double) nodeMillis / HOUR);
    }

    /** Starts or ends before an instant: number, nodes, and the sum of nodes x instant, which may overflow. */
    private record Tally(long jobs, long nodes, long nodeTimes) {
        /** Sum of nodes x time since then. Overflows cancel: sums of long are exact modulo 2^64. */
        long nodeMillisUntil(long time) {
            return nodes * time - nodeTimes;
        }
    }

    private Tally tally(boolean start, long before) {
        long hour = Math.floorDiv(before, HOUR);
        long[] sum = new long[JobTimelineIndex.SUMS];
        for (Map.Entry<Long, long[]> row : index.before(hour).entrySet()) {
            JobTimelineIndex.addTo(sum, row.getValue(), start);
        }
        if (index.knows(hour)) {
            hours.get(hour).addBefore((int) Math.floorMod(before, HOUR), hour * HOUR, start, sum);
        }
        return new Tally(sum[0], sum[1], sum[2]);
    }

    /**
     * Forgets an hour and those before it: jobs that ran on are still counted, for runs that started later.
     *
     * @param hour number of the hour since the epoch
     */
    public void forgetHour(long hour) {
        for (long forgotten : index.forgetUntil(hour)) {
            hours.remove(forgotten);
        }
    }
}
