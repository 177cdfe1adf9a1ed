package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Coverage factors of every run (DESIGN, sections 3 and 4). The clock is that of the server samples; the watermark of
 * the summaries counts only in a replay.
 */
public final class CoverageWorkflow {
    private CoverageWorkflow() {}

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param summaries summaries of runs; live they are marked idle for good
     * @param jobEvents what the scheduler says; live they are marked idle for good
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param policy history kept, lateness and revision delay
     * @return decisions in the order of event time and identity, with the jobs that ran at the time; and a record of
     *     every job that ended without a log for 24 h
     */
    public static SingleOutputStreamOperator<JobWeather> coverage(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            DataStream<JobEvent> jobEvents,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        DataStream<DataServerSample> dataServers = dataServers(samples);
        DataStream<DataServerSample> clock = clock(dataServers);
        DataStream<Run> logged = runs(summaries, catalogue, policy);
        DataStream<Run> withoutLog = jobEvents
                .keyBy(BatchJob::idInLogs, Types.STRING)
                .connect(logged.union(clock.map(new ClockOfRuns())
                                .returns(Run.TYPE)
                                .name("clock of the runs")
                                .uid("coverage-clock-of-runs"))
                        .keyBy(Run::jobId, Types.STRING))
                .process(new MissingLogFunction(catalogue, policy), Run.TYPE)
                .name("jobs that ended without a log")
                .uid("coverage-missing-logs");
        return decisions(samples, dataServers, clock, logged.union(withoutLog), catalogue, policy)
                .keyBy(weather -> ConcurrencyFunction.SITE, Types.STRING)
                .connect(jobEvents.keyBy(event -> ConcurrencyFunction.SITE, Types.STRING))
                .process(new ConcurrencyFunction(policy), AvroFormat.typeOf(JobWeather.class))
                .name("jobs at the time")
                .uid("coverage-concurrency");
    }

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param summaries summaries of runs; live they are marked idle for good
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param policy history kept, lateness and revision delay
     * @return decisions, per file system in the order of event time and identity
     */
    public static SingleOutputStreamOperator<JobWeather> coverage(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        DataStream<DataServerSample> dataServers = dataServers(samples);
        return decisions(
                samples, dataServers, clock(dataServers), runs(summaries, catalogue, policy), catalogue, policy);
    }

    private static DataStream<DataServerSample> dataServers(DataStream<ServerSample> samples) {
        return samples.flatMap(new SelectDataServers())
                .returns(DataServerSample.TYPE)
                .name("select data servers")
                .uid("coverage-select-data-servers");
    }

    private static DataStream<DataServerSample> clock(DataStream<DataServerSample> dataServers) {
        return dataServers.filter(sample -> false).name("clock of the samples").uid("coverage-clock");
    }

    private static DataStream<Run> runs(
            DataStream<JobSummary> summaries, FileSystemCatalogue catalogue, HistoryPolicy policy) {
        return summaries
                .flatMap(new SummaryToRuns(catalogue, policy))
                .returns(Run.TYPE)
                .name("split by file system")
                .uid("coverage-split-summaries");
    }

    private static SingleOutputStreamOperator<JobWeather> decisions(
            DataStream<ServerSample> samples,
            DataStream<DataServerSample> dataServers,
            DataStream<DataServerSample> clock,
            DataStream<Run> drafts,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        SingleOutputStreamOperator<Run> runs = drafts.keyBy(Run::identity, Types.STRING)
                .connect(clock.keyBy(DataServerSample::key, Types.STRING))
                .process(new RunIntakeFunction(policy.coarse().toMillis()), Run.TYPE)
                .name("take in each run once")
                .uid("coverage-run-intake");
        SingleOutputStreamOperator<CurveChange> changes = dataServers
                .keyBy(DataServerSample::key, Types.STRING)
                .connect(runs.getSideOutput(RunIntakeFunction.QUESTIONS).keyBy(ServerQuestion::key, Types.STRING))
                .process(new ServerCurveFunction(policy), CurveChange.TYPE)
                .name("curve of each data server")
                .uid("coverage-server-curves");
        DataStream<CurveChange> measures = samples.flatMap(new SelectMeasurements())
                .returns(ServerMeasurement.TYPE)
                .name("select measurements")
                .uid("coverage-select-measurements")
                .keyBy(ServerMeasurement::key, Types.STRING)
                .process(new MeasurementFunction(policy), CurveChange.TYPE)
                .name("measurements of each server")
                .uid("coverage-measurements");
        SingleOutputStreamOperator<Answer> answers = changes.union(measures)
                .keyBy(CurveChange::fileSystem, Types.STRING)
                .connect(runs.keyBy(Run::fileSystem, Types.STRING))
                .process(new FileSystemCurveFunction(policy, catalogue), Answer.TYPE)
                .name("curve of each file system")
                .uid("coverage-file-system-curves");
        return answers.union(changes.getSideOutput(ServerCurveFunction.ANSWERS))
                .keyBy(answer -> answer.run().fileSystem(), Types.STRING)
                .process(new DecisionFunction(policy), AvroFormat.typeOf(JobWeather.class))
                .name("decide coverage factors")
                .uid("coverage-decide");
    }
}
