package io.barograph.runs;

import io.barograph.servers.counters.BlockStore;
import java.util.Map;

/**
 * When batch jobs started and ended. Answers which of them ran in a window from sums by the hour and the starts and ends
 * within two hours, so that neither the length of a run nor the number of jobs that run long matters: jobs that ran are
 * those that had started less those that had ended, and node-hours are the difference of two such sums over time.
 *
 * <p>The starts and ends of an hour are kept by the millisecond until it is folded, then as sums by the minute: a job that
 * runs on from there counts like any other. An answer reads sums of hours and minutes, and the milliseconds of four minutes
 * at most.
 */
public final class JobTimeline {
    /** End of a job of which no end is known. */
    public static final long RUNS_ON = Long.MAX_VALUE;

    private static final long HOUR = 3_600_000;
    private static final long MINUTE = 60_000;

    private final BlockStore<JobHour> hours;
    private final BlockStore<JobMinutes> minutes;
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

    /** @param minutes their sums by the minute, by hour, of hours that were folded */
    public JobTimeline(BlockStore<JobHour> hours, BlockStore<JobMinutes> minutes, JobTimelineIndex index) {
        this.hours = hours;
        this.minutes = minutes;
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
        int offset = (int) Math.floorMod(time, HOUR);
        if (index.hasForgotten(hour)) {
            return;
        }
        if (index.hasFolded(hour)) {
            JobMinutes known = minutes.get(hour);
            JobMinutes block = known == null ? new JobMinutes() : known;
            block.add(offset, start, sign, job.nodes);
            minutes.put(hour, block);
        } else {
            JobHour known = hours.get(hour);
            JobHour block = known == null ? new JobHour() : known;
            block.add(offset, start, sign, job.nodes);
            hours.put(hour, block);
        }
    }

    /**
     * The jobs that ran at any instant of [from, to]. An edge that lies before {@code fineSince} is answered by the minute,
     * as if the run had begun with its first minute or ended with its last; node-hours are then what the jobs of these
     * minutes had in a time as long as the run.
     *
     * @param from start of a run, milliseconds since the epoch
     * @param fineSince instant from which on edges are answered exactly; its hour and those after it must not be folded
     * @return the jobs; exact but for edges by the minute, if from is not in a forgotten hour
     */
    public ConcurrentJobs between(long from, long to, long fineSince) {
        boolean coarseEnd = to < fineSince;
        long begin = from < fineSince ? Math.floorDiv(from, MINUTE) * MINUTE : from;
        long end = coarseEnd ? (Math.floorDiv(to, MINUTE) + 1) * MINUTE : to;
        Tally startedUntilEnd = tally(true, coarseEnd ? end : end + 1);
        Tally endedUntilEnd = tally(false, end);
        Tally startedBefore = tally(true, begin);
        Tally endedBefore = tally(false, begin);
        long nodeMillis = index.nodesForgotten() * (end - begin)
                + startedUntilEnd.nodeMillisUntil(end)
                - endedUntilEnd.nodeMillisUntil(end)
                - startedBefore.nodeMillisUntil(begin)
                + endedBefore.nodeMillisUntil(begin);
        double nodeHours = (double) nodeMillis / HOUR;
        return new ConcurrentJobs(
                Math.toIntExact(index.jobsForgotten() + startedUntilEnd.jobs - endedBefore.jobs),
                index.nodesForgotten() + startedUntilEnd.nodes - endedBefore.nodes,
                end - begin == to - from ? nodeHours : nodeHours * (to - from) / (end - begin));
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
        int offset = (int) Math.floorMod(before, HOUR);
        if (index.knows(hour) && index.hasFolded(hour)) {
            minutes.get(hour).addBefore(offset, hour * HOUR, start, sum);
        } else if (index.knows(hour)) {
            hours.get(hour).addBefore(offset, hour * HOUR, start, sum);
        }
        return new Tally(sum[0], sum[1], sum[2]);
    }

    /**
     * Keeps of an hour and those before it the sums by the minute only.
     *
     * @param hour number of the hour since the epoch
     */
    public void foldHour(long hour) {
        for (long folded : index.foldUntil(hour)) {
            minutes.put(folded, hours.get(folded).byTheMinute());
            hours.remove(folded);
        }
    }

    /**
     * Forgets an hour and those before it: jobs that ran on are still counted, for runs that started later.
     *
     * @param hour number of the hour since the epoch
     */
    public void forgetHour(long hour) {
        for (long forgotten : index.forgetUntil(hour)) {
            hours.remove(forgotten);
            minutes.remove(forgotten);
        }
    }
}
