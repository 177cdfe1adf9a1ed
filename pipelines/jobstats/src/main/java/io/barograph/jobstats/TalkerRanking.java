package io.barograph.jobstats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Who loaded the servers of one role, or one of them, in one minute. Amounts are bytes on OSTs and metadata operations on
 * MDTs.
 *
 * @param top the jobs with the largest amounts, those first
 * @param unattributed what no job has: processes outside of jobs, entries that were gone before a poll, and what jobs
 *     did before they were watched; 0 where the jobs have more than the server counted between its two polls
 */
public record TalkerRanking(long total, int jobs, List<Talker> top, long others, long unattributed) {
    /**
     * @param amount bytes or operations
     * @param share amount / total; null if the total is 0
     */
    public record Talker(JobIdentity job, JobTraffic moved, long amount, Double share) {}

    static TalkerRanking of(TargetRole role, JobTraffic total, Map<JobIdentity, JobTraffic> jobs, int most) {
        long whole = role.amountOf(total);
        List<Talker> all = new ArrayList<>(jobs.size());
        long sum = 0;
        for (Map.Entry<JobIdentity, JobTraffic> entry : jobs.entrySet()) {
            long amount = role.amountOf(entry.getValue());
            if (amount > 0) {
                sum += amount;
                all.add(new Talker(
                        entry.getKey(), entry.getValue(), amount, whole == 0 ? null : (double) amount / whole));
            }
        }
        all.sort(Comparator.comparingLong(Talker::amount).reversed().thenComparing(talker -> talker.job()
                .id()));
        List<Talker> top = List.copyOf(all.subList(0, Math.min(most, all.size())));
        long listed = top.stream().mapToLong(Talker::amount).sum();
        return new TalkerRanking(whole, all.size(), top, sum - listed, Math.max(0, whole - sum));
    }
}
