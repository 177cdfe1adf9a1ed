package io.barograph.contention.cost;

import io.barograph.contention.event.EventSpan;
import io.barograph.schemas.SuspectSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ties the load of an event to jobs (the wish at the end of Uselton et al., CUG 2010): from what job statistics say by the
 * minute and from the I/O intervals of Darshan logs. What lies partly in the event counts by the part of its time that
 * does.
 *
 * <p>One source per job, never both: job statistics, because they count at the servers what any client did. Darshan's
 * amount takes their place where
 *
 * <ul>
 *   <li>they say nothing of the job, or
 *   <li>they are incomplete and Darshan's amount is larger, or
 *   <li>it is the same traffic placed better: it lies between what they can mean at least and at most - all of a partial
 *       minute before or after, or in the event - and less of it depends on where in an interval it was moved.
 * </ul>
 *
 * Darshan says nothing of metadata operations by time, so these come from job statistics alone.
 *
 * <p>Of a job all runs and minutes are added before it is compared. Memory: 80 bytes per job.
 */
public final class LoadAttribution {
    /** Suspects named. */
    public static final int MAX = 10;

    private final EventSpan span;
    private final Map<String, Placed> jobStatistics = new HashMap<>();
    private final Map<String, Placed> logs = new HashMap<>();
    private boolean hasReports;

    /** Amounts of a job: what lies in the event for certain, and of what lies partly in it the part and all. */
    private static final class Placed {
        private double within;
        private double part;
        private double partial;

        void add(double amount, double share) {
            if (share >= 1) {
                within += amount;
            } else if (share > 0) {
                part += amount * share;
                partial += amount;
            }
        }

        double amount() {
            return within + part;
        }

        double atMost() {
            return within + partial;
        }
    }

    public LoadAttribution(EventSpan span) {
        this.span = span;
    }

    /**
     * @param beginMicros begin of a minute, microseconds since the epoch
     * @param amount bytes of the event's direction, or metadata operations
     */
    public void addJobStatistics(String jobId, long beginMicros, long endMicros, double amount) {
        add(jobStatistics, jobId, beginMicros, endMicros, amount);
    }

    /** @param beginMicros begin of an I/O interval of the event's direction, microseconds since the epoch */
    public void addLog(String jobId, long beginMicros, long endMicros, double bytes) {
        add(logs, jobId, beginMicros, endMicros, bytes);
    }

    private void add(Map<String, Placed> jobs, String jobId, long beginMicros, long endMicros, double amount) {
        if (!(amount >= 0) || endMicros < beginMicros) {
            throw new IllegalArgumentException("job " + jobId + " cannot have moved " + amount + " from " + beginMicros
                    + " to " + endMicros + " us");
        }
        hasReports = true;
        double share = span.partOf(beginMicros, endMicros);
        if (share > 0 && amount > 0) {
            jobs.computeIfAbsent(jobId, unused -> new Placed()).add(amount, share);
        }
    }

    /**
     * @param total what the servers concerned did in the event, of the same kind; NaN if unknown
     * @param isJobStatisticsComplete false if servers said nothing of their jobs for more than a tenth of the event
     */
    public LoadSuspects suspects(double total, boolean isJobStatisticsComplete) {
        Map<String, LoadSuspect> suspects = new TreeMap<>();
        jobStatistics.forEach((jobId, placed) ->
                suspects.put(jobId, suspect(jobId, placed.amount(), total, SuspectSource.JOB_STATS)));
        logs.forEach((jobId, placed) -> {
            if (isBetter(placed, jobStatistics.get(jobId), isJobStatisticsComplete)) {
                suspects.put(jobId, suspect(jobId, placed.amount(), total, SuspectSource.DARSHAN));
            }
        });
        double attributed =
                suspects.values().stream().mapToDouble(LoadSuspect::amount).sum();
        double unattributed = Math.max(0, total - attributed);
        List<LoadSuspect> top = suspects.values().stream()
                .sorted(Comparator.comparingDouble(LoadSuspect::amount)
                        .reversed()
                        .thenComparing(LoadSuspect::jobId))
                .limit(MAX)
                .toList();
        return new LoadSuspects(
                top,
                suspects.size(),
                attributed,
                unattributed,
                Math.max(0, attributed - total),
                total > 0 && hasReports ? unattributed / total : Double.NaN);
    }

    private static boolean isBetter(Placed log, Placed statistics, boolean isComplete) {
        if (statistics == null) {
            return true;
        }
        if (!isComplete && log.amount() > statistics.amount()) {
            return true;
        }
        return log.partial < statistics.partial
                && log.amount() >= statistics.within
                && log.amount() <= statistics.atMost();
    }

    private static LoadSuspect suspect(String jobId, double amount, double total, SuspectSource source) {
        return new LoadSuspect(jobId, amount, total > 0 ? amount / total : Double.NaN, source);
    }
}
