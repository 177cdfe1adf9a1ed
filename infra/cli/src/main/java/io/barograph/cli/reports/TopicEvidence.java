package io.barograph.cli.reports;

import io.barograph.cli.export.ResultSource;
import io.barograph.page.report.JobEvidence;
import io.barograph.page.report.JobRuns;
import io.barograph.pictures.ClimateSide;
import io.barograph.pictures.RunEvidence;
import io.barograph.schemas.Anomaly;
import io.barograph.stack.CommandFailedException;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Evidence for the reports of jobs, for the live page. Each call reads the results anew, once for all of its jobs. */
public record TopicEvidence(ResultSource source) implements JobEvidence {
    /** Every record is compared with each run; a workflow leaves thousands of logs under one job id. */
    static final int MAX_RUNS = 50;

    @Override
    public Map<String, JobRuns> of(Set<String> jobIds) throws IOException, InterruptedException {
        try {
            Map<String, List<Anomaly>> known = new VerdictSearch(source).known(jobIds);
            List<Anomaly> newest = new ArrayList<>();
            known.values()
                    .forEach(verdicts ->
                            newest.addAll(verdicts.subList(Math.max(0, verdicts.size() - MAX_RUNS), verdicts.size())));
            if (newest.isEmpty()) {
                return Map.of();
            }
            // The climate of the verdict stands in it; the policy would only choose another one.
            Map<String, List<RunEvidence>> evidence = new HashMap<>();
            for (RunEvidence run : EvidenceReader.read(source, newest, ClimateSide.BEFORE, ClimatePolicy.DEFAULT)) {
                evidence.computeIfAbsent(run.verdict().getJobId(), job -> new ArrayList<>())
                        .add(run);
            }
            Map<String, JobRuns> jobs = new HashMap<>();
            evidence.forEach((job, runs) ->
                    jobs.put(job, new JobRuns(runs, known.get(job).size() - runs.size())));
            return jobs;
        } catch (CommandFailedException e) {
            throw new IOException(e.getMessage() + " " + e.remedy(), e);
        }
    }
}
