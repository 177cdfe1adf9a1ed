package io.barograph.jobstats;

/**
 * What one job moved on one file system in one minute, and what the servers did that it used.
 *
 * @param most the most that it moved on one server, each amount by itself
 * @param used what the servers moved that it used in that minute, its own traffic included
 * @param osts servers that it moved bytes on
 * @param crossing what it moved between polls that lie across the end of the minute
 */
public record JobMinute(
        JobIdentity job,
        JobTraffic moved,
        JobTraffic most,
        JobTraffic used,
        int servers,
        int osts,
        MinuteBoundaryTraffic crossing) {
    JobMinute plus(JobMinute other) {
        return new JobMinute(
                job,
                moved.plus(other.moved),
                most.max(other.most),
                used.plus(other.used),
                servers + other.servers,
                osts + other.osts,
                crossing.plus(other.crossing));
    }
}
