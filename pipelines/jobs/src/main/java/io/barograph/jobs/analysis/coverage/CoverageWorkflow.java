package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.FileSystemCatalogue;
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
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param policy history kept, lateness and revision delay
     * @return decisions, per file system in the order of event time and identity
     */
    public static SingleOutputStreamOperator<JobWeather> coverage(
            DataStream<ServerSample> samples,
            DataStream<JobSummary> summaries,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        DataStream<DataServerSample> dataServers = samples.flatMap(new SelectDataServers())
                .returns(DataServerSample.TYPE)
                .name("select data servers")
                .uid("coverage-select-data-servers");
        DataStream<DataServerSample> clock =
                dataServers.filter(sample -> false).name("clock of the samples").uid("coverage-clock");
        SingleOutputStreamOperator<Run> runs = summaries
                .flatMap(new SummaryToRuns(catalogue, policy))
                .returns(Run.TYPE)
                .name("split by file system")
                .uid("coverage-split-summaries")
                .keyBy(Run::identity, Types.STRING)
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
