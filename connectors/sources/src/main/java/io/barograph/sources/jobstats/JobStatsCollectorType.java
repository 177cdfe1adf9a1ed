package io.barograph.sources.jobstats;

import io.barograph.runtime.CollectorType;

/** Lustre job statistics of one server, or of many through a command. */
public final class JobStatsCollectorType extends CollectorType<JobStatsOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public JobStatsCollectorType() {
        super(
                "lustre-jobstats",
                "Lustre job_stats of OSTs and MDTs: which job moved what, to job-samples",
                JobStatsOptions.class,
                JobStatsOptions::interval,
                JobStatsCollector::new,
                "lustre-jobstats",
                "lustre-jobstats --root DIR --dry-run",
                "lustre-jobstats --lctl-file params.txt --dry-run",
                "lustre-jobstats --hosts oss01 --hosts oss02 --command 'ssh {host} \"lctl get_param jobid_var"
                        + " obdfilter.*.stats mdt.*.md_stats obdfilter.*.job_stats mdt.*.job_stats"
                        + " 2>/dev/null || true\"'");
    }
}
