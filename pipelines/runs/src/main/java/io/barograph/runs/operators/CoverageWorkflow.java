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
import io.barograph.servers.operators.CurveChange;
import io.barograph.servers.operators.ServersStage;
import io.barograph.servers.operators.WeatherPolicy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.ConnectedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Coverage factors of every run (docs/coverage.md). The clock is that of the server samples; the watermark of
 * the summaries counts only in a replay.
 */
public final class CoverageWorkflow {
    private static final OutputTag<CurveResponse> ANSWERS = new OutputTag<>("server-answers", CurveResponse.TYPE);

    private CoverageWorkflow() {}

    /** Runs on their way to a decision, before they have asked the servers anything. */
    public record Intake(SingleOutputStreamOperator<PendingRun> runs, DataStream<CoverageContribution> nodeHours) {
        /**
         * @param samples samples of all servers, with event time and watermarks
         * @param rates how long rates are corrected; null if the graph computes none
         * @return the servers, which the runs ask
         */
        public ServersStage servers(
                DataStream<ServerSample> samples,
                FileSystemCatalogue catalogue,
                WeatherPolicy rates,
                HistoryPolicy policy) {
            return ServersStage.of(
                    samples,
                    runs.getSideOutput(RunIntakeFunction.QUESTIONS),
                    ServerVolumeRequest.TYPE,
                    ANSWERS,
                    catalogue,
                    rates,
                    policy);
        }
    }

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param summaries summaries of runs; live they are marked idle for good
     * @param jobEvents what the scheduler says; live they are marked idle for good
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param motifs which runs are comparable and large enough
     * @return each run once, and the jobs without a log
     */
    public static Intake intake(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            DataStream<JobEvent> jobEvents,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy,
            MotifRules motifs) {
        DataStream<PendingRun> clock = clock(samples);
        DataStream<PendingRun> logged = runs(summaries, catalogue, policy, motifs);
        ConnectedStreams<JobEvent, PendingRun> jobs = jobEvents
                .keyBy(event -> NameFingerprints.bucketOf(BatchJob.idInLogs(event)), Types.INT)
                .connect(logged.union(clock).keyBy(run -> NameFingerprints.bucketOf(run.jobId()), Types.INT));
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
        return new Intake(takeIn(known(logged, catalogue).union(withoutLog), clock, policy), nodeHours);
    }

    private static SingleOutputStreamOperator<PendingRun> takeIn(
            DataStream<PendingRun> drafts, DataStream<PendingRun> clock, HistoryPolicy policy) {
        return drafts.keyBy(RunIntakeFunction::bucketOf, Types.INT)
                .connect(clock.keyBy(none -> 0, Types.INT))
                .transform(
                        "take in each run once",
                        PendingRun.TYPE,
                        new AttributingCoOperator<>(new RunIntakeFunction(policy)))
                .uid("coverage-run-intake");
    }

    /**
     * @param intake runs that wait
     * @param servers the servers, which they have asked
     * @return decisions and the reach of the evidence
     */
    public static CoverageResults coverage(
            Intake intake,
            ServersStage servers,
            DataStream<JobEvent> jobEvents,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        Decisions decisions = decisions(intake.runs, servers, catalogue, policy);
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
                withScheduler, evidence(decisions, intake.nodeHours, catalogue, policy), decisions.refused());
    }

    /**
     * As {@link #intake} and {@link #coverage(Intake, ServersStage, DataStream, FileSystemCatalogue, HistoryPolicy)}, in a
     * graph that computes no rates.
     */
    public static CoverageResults coverage(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            DataStream<JobEvent> jobEvents,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy,
            MotifRules motifs) {
        Intake intake = intake(samples, summaries, jobEvents, catalogue, policy, motifs);
        return coverage(intake, intake.servers(samples, catalogue, null, policy), jobEvents, catalogue, policy);
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
        Intake intake = new Intake(
                takeIn(
                        known(runs(summaries, catalogue, policy, MotifRules.DEFAULT), catalogue),
                        clock(samples),
                        policy),
                null);
        return decisions(intake.runs, intake.servers(samples, catalogue, null, policy), catalogue, policy)
                .weather();
    }

    /** Lets the watermarks of the samples through to inputs of runs; there are no records. */
    private static DataStream<PendingRun> clock(DataStream<ServerSample> samples) {
        return samples.flatMap((ServerSample sample, Collector<PendingRun> out) -> {})
                .returns(PendingRun.TYPE)
                .name("clock of the samples")
                .uid("coverage-clock")
                .setParallelism(samples.getParallelism());
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
            SingleOutputStreamOperator<PendingRun> runs,
            ServersStage servers,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        SingleOutputStreamOperator<CurveResponse> answers = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                servers.changes(),
                                CurveChange::fileSystem,
                                CurveChange.TYPE.format(),
                                CurveChange::combine,
                                "coverage-changes"),
                        CurveChange::fileSystem)
                .connect(runs.keyBy(PendingRun::fileSystem, Types.STRING))
                .transform(
                        "curve of each file system",
                        CurveResponse.TYPE,
                        new AttributingCoOperator<>(new FileSystemCurveFunction(policy, catalogue)))
                .uid("coverage-file-system-curves");
        SingleOutputStreamOperator<JobWeather> weather = answers.union(servers.answers(ANSWERS))
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
}
