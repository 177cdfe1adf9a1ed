package io.barograph.sources.jobstats;

import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import io.barograph.sources.jobstats.JobStatsParser.JobEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One target in one poll: its counters and the jobs that changed and are not published yet. */
final class TargetPoll {
    private final String name;
    private final TargetKind kind;
    private final JobFingerprints before;
    private final JobFingerprints now = new JobFingerprints();
    private List<JobUse> jobs = new ArrayList<>();
    private OperationCounters counters;
    private Instant time;
    private int entries;
    private boolean published;

    TargetPoll(String name, TargetKind kind, JobFingerprints before) {
        this.name = name;
        this.kind = kind;
        this.before = before;
    }

    String name() {
        return name;
    }

    TargetKind kind() {
        return kind;
    }

    /** @return null while, or where, there are none */
    OperationCounters counters() {
        return counters;
    }

    /** @return snapshot_time of the counters; null where there is none */
    Instant time() {
        return time;
    }

    /** All records of one poll carry one time, so that of counters that come after the first record does not count. */
    void counters(Instant snapshotTime, OperationCounters all) {
        counters = all;
        if (!published) {
            time = snapshotTime;
        }
    }

    /** @return entries so far, changed or not */
    int entries() {
        return entries;
    }

    boolean isChanged(JobEntry entry) {
        entries++;
        long id = JobFingerprints.of(entry.printedId());
        long fingerprint = entry.fingerprint();
        now.remember(id, fingerprint);
        return !before.has(id, fingerprint);
    }

    void add(JobUse job) {
        jobs.add(job);
    }

    int waiting() {
        return jobs.size();
    }

    boolean isPublished() {
        return published;
    }

    /** @return the jobs that wait, which then wait no longer */
    List<JobUse> take() {
        List<JobUse> taken = jobs;
        jobs = new ArrayList<>();
        published = true;
        return taken;
    }

    JobFingerprints remembered() {
        return now;
    }
}
