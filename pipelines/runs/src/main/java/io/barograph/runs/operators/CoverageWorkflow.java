package io.barograph.runs.operators;

import io.barograph.flink.batches.BatchedStreams;
import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.servers.history.HistoryPolicy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.ConnectedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Coverage factors of every run (docs/coverage.md). The clock is that of the server samples; the watermark of
 * the summaries counts only in a replay.
 */
public final class CoverageWorkflow {
    private CoverageWorkflow() {}

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param summaries summaries of runs; live they are marked idle for good
     * @param jobEvents what the scheduler says; live they are marked idle for good
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param motifs which runs are comparable and large enough
     * @return decisions and the reach of the evidence
     */
    public static CoverageResults coverage(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            DataStream<JobEvent> jobEvents,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy,
            MotifRules motifs) {
        DataStream<CoverageServerSample> measurements = measurements(samples);
        DataStream<CoverageServerSample> clock = clock(measurements);
        DataStream<PendingRun> logged = runs(summaries, catalogue, policy, motifs);
        ConnectedStreams<JobEvent, PendingRun> jobs = jobEvents
                .keyBy(event -> NameFingerprints.bucketOf(BatchJob.idInLogs(event)), Types.INT)
                .connect(logged.union(clock.map(new WatermarkOnlyMap())
                                .returns(PendingRun.TYPE)
                                .name("clock of the runs")
                                .uid("coverage-clock-of-runs"))
                        .keyBy(run -> NameFingerprints.bucketOf(run.jobId()), Types.INT));
        DataStream<PendingRun> withoutLog = jobs.transform(
                        "jobs that ended without a log",
                        PendingRun.TYPE,
                        new AttributingCoOperator<>(new MissingLogFunction(catalogue, policy)))
                .uid("coverage-missing-logs");
        DataStream<CoverageContribution> nodeHours = jobs.transform(
                        "node-hours of each job",
                        CoverageContribution.TYPE,
                        new AttributingCoOperator<>(new NodeHoursFunction(catalogue, policy)))
                .uid("coverage-node-hours");
        Decisions decisions =
                decisions(measurements, clock, known(logged, catalogue).union(withoutLog), catalogue, policy);
        DataStream<JobWeather> withScheduler = decisions
                .weather()
                .keyBy(weather -> ConcurrencyFunction.SITE, Types.STRING)
                .connect(jobEvents.keyBy(event -> ConcurrencyFunction.SITE, Types.STRING))
                .transform(
                        "jobs at the time",
                        AvroFormat.typeOf(JobWeather.class),
                        new AttributingCoOperator<>(new ConcurrencyFunction(policy)))
                .uid("coverage-concurrency");
        return new CoverageResults(
                withScheduler, evidence(decisions, nodeHours, catalogue, policy), decisions.refused());
    }

    private static DataStream<EvidenceReach> evidence(
            Decisions decisions,
            DataStream<CoverageContribution> nodeHours,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        return decisions
                .weather()
                .flatMap(new DecisionCoverageTotals())
                .returns(CoverageContribution.TYPE)
                .name("evidence of each decision")
                .uid("coverage-decision-evidence")
                .union(decisions.evidence(), nodeHours)
                .keyBy(CoverageContribution::fileSystem, Types.STRING)
                .transform(
                        "reach of the evidence by day",
                        AvroFormat.typeOf(EvidenceReach.class),
                        new AttributingOperator<>(new CoverageTotalsFunction(policy, catalogue)))
                .uid("coverage-evidence");
    }

    /** Decisions, and what the file systems say of the evidence. */
    private record Decisions(
            SingleOutputStreamOperator<JobWeather> weather,
            DataStream<CoverageContribution> evidence,
            DataStream<DeadLetter> refused) {}

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param summaries summaries of runs; live they are marked idle for good
     * @param catalogue file systems with their sampling intervals and expected servers
     * @return decisions, per file system in the order of event time and identity
     */
    public static SingleOutputStreamOperator<JobWeather> coverage(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        DataStream<CoverageServerSample> measurements = measurements(samples);
        return decisions(
                        measurements,
                        clock(measurements),
                        known(runs(summaries, catalogue, policy, MotifRules.DEFAULT), catalogue),
                        catalogue,
                        policy)
                .weather();
    }

    private static DataStream<CoverageServerSample> measurements(DataStream<ServerSample> samples) {
        return samples.flatMap(new SelectCoverageSamples())
                .returns(CoverageServerSample.TYPE)
                .name("select measurements")
                .uid("coverage-select-measurements")
                .setParallelism(samples.getParallelism());
    }

    private static DataStream<CoverageServerSample> clock(DataStream<CoverageServerSample> measurements) {
        return measurements.filter(sample -> false).name("clock of the samples").uid("coverage-clock");
    }

    private static DataStream<PendingRun> runs(
            DataStream<JobSummary> summaries, FileSystemCatalogue catalogue, HistoryPolicy policy, MotifRules motifs) {
        return summaries
                .flatMap(new SummaryToRuns(catalogue, policy, motifs))
                .returns(PendingRun.TYPE)
                .name("split by file system")
                .uid("coverage-split-summaries")
                .setParallelism(summaries.getParallelism()); // chained: a summary that makes it fail is named
    }

    /** A log says that a job has one, whatever file systems the job used. */
    private static DataStream<PendingRun> known(DataStream<PendingRun> logged, FileSystemCatalogue catalogue) {
        return logged.filter(run -> catalogue.knows(run.fileSystem()))
                .name("runs on known file systems")
                .uid("coverage-known-runs")
                .setParallelism(logged.getParallelism());
    }

    private static Decisions decisions(
            DataStream<CoverageServerSample> measurements,
            DataStream<CoverageServerSample> clock,
            DataStream<PendingRun> drafts,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        SingleOutputStreamOperator<PendingRun> runs = drafts.keyBy(RunIntakeFunction::bucketOf, Types.INT)
                .connect(clock.keyBy(sample -> 0, Types.INT))
                .transform(
                        "take in each run once",
                        PendingRun.TYPE,
                        new AttributingCoOperator<>(
                                new RunIntakeFunction(policy.coarse().toMillis())))
                .uid("coverage-run-intake");
        SingleOutputStreamOperator<CurveChange> changes = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                measurements,
                                CoverageServerSample::key,
                                CoverageServerSample.TYPE.format(),
                                "coverage-measurements-of-servers"),
                        CoverageServerSample::key)
                .connect(runs.getSideOutput(RunIntakeFunction.QUESTIONS).keyBy(ServerVolumeRequest::key, Types.STRING))
                .transform(
                        "history of each server",
                        CurveChange.TYPE,
                        new AttributingCoOperator<>(new ServerFunction(policy, catalogue)))
                .uid("coverage-servers");
        SingleOutputStreamOperator<CurveResponse> answers = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                changes, CurveChange::fileSystem, CurveChange.TYPE.format(), "coverage-changes"),
                        CurveChange::fileSystem)
                .connect(runs.keyBy(PendingRun::fileSystem, Types.STRING))
                .transform(
                        "curve of each file system",
                        CurveResponse.TYPE,
                        new AttributingCoOperator<>(new FileSystemCurveFunction(policy, catalogue)))
                .uid("coverage-file-system-curves");
        SingleOutputStreamOperator<JobWeather> weather = answers.union(changes.getSideOutput(ServerFunction.ANSWERS))
                .keyBy(answer -> answer.run().fileSystem(), Types.STRING)
                .transform(
                        "decide coverage factors",
                        AvroFormat.typeOf(JobWeather.class),
                        new AttributingOperator<>(new DecisionFunction(policy)))
                .uid("coverage-decide");
        return new Decisions(
                weather,
                answers.getSideOutput(FileSystemCurveFunction.EVIDENCE),
                runs.getSideOutput(RunIntakeFunction.REFUSED));
    }

    /** Lets the watermarks of the samples through to an input of runs; there are no records. */
    static final class WatermarkOnlyMap implements MapFunction<CoverageServerSample, PendingRun> {
        @Override
        public PendingRun map(CoverageServerSample sample) {
            throw new IllegalStateException("the clock carries no records");
        }
    }
}
