package io.barograph.analytics.live;

/**
 * What one job moved on one file system in one minute, and what the servers did that it used.
 *
 * @param job the job
 * @param moved what it moved
 * @param used what the servers moved that it used in that minute, its own traffic included
 * @param servers number of these servers
 */
public record JobMinute(Job job, JobTraffic moved, JobTraffic used, int servers) {
    JobMinute with(JobTraffic more, JobTraffic ofServer) {
        return new JobMinute(job, moved.plus(more), used.plus(ofServer), servers + 1);
    }
}
