package io.barograph.sources.jobstats;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** Lustre job statistics of one server, or of many through a command. */
public final class JobStatsCollectorType implements CollectorType<JobStatsOptions> {
    @Override
    public String name() {
        return "lustre-jobstats";
    }

    @Override
    public String summary() {
        return "Lustre job_stats of OSTs and MDTs: which job moved what, to job-samples";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "lustre-jobstats",
                "lustre-jobstats --root DIR --dry-run",
                "lustre-jobstats --lctl-file params.txt --dry-run",
                "lustre-jobstats --hosts oss01 --hosts oss02 --command 'ssh {host} \"lctl get_param jobid_var"
                        + " obdfilter.*.stats mdt.*.md_stats obdfilter.*.job_stats mdt.*.job_stats"
                        + " 2>/dev/null || true\"'");
    }

    @Override
    public Class<JobStatsOptions> options() {
        return JobStatsOptions.class;
    }

    @Override
    public Duration interval(JobStatsOptions options) {
        return options.interval();
    }

    @Override
    public SourceCollector create(JobStatsOptions options, CollectorContext context) {
        return new JobStatsCollector(options, context);
    }
}
