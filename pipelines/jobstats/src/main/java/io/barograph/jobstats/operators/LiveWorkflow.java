package io.barograph.jobstats.operators;

import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.TopTalkers;
import io.barograph.servers.history.HistoryPolicy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/**
 * Live coverage factors of running jobs and the top talkers, by the minute, and what job statistics say of every run that
 * is decided (docs/coverage.md). The clock is that of the polls, for decisions the slower one of polls and decisions.
 */
public final class LiveWorkflow {
    /** Side output: jobs with traffic, by the minute. */
    public static final OutputTag<LiveCoverage> COVERAGE = LiveCoverageFunction.COVERAGE;

    /** Side output: who loaded the servers, by the minute. */
    public static final OutputTag<TopTalkers> TALKERS = LiveCoverageFunction.TALKERS;

    /** Side output: who loaded each server that has at least twice the median load of its role, by the minute. */
    public static final OutputTag<TopTalkers> BUSY_SERVERS = LiveCoverageFunction.BUSY_SERVERS;

    private LiveWorkflow() {}

    /**
     * @param polls polls of job statistics that make sense, with event time and watermarks; there may be none
     * @param decisions decided runs and jobs without a log, at the event time of their decisions
     * @return the decisions with what job statistics say of them, per file system in the order of event time and
     *     identity; {@link #COVERAGE}, {@link #TALKERS} and {@link #BUSY_SERVERS} are side outputs
     */
    public static SingleOutputStreamOperator<JobWeather> live(
            DataStream<JobSamples> polls,
            DataStream<JobWeather> decisions,
            FileSystemCatalogue catalogue,
            HistoryPolicy policy) {
        return polls.map(JobStatisticsPoll::of)
                .returns(JobStatisticsPoll.TYPE)
                .name("job statistics of polls")
                .uid("live-polls")
                .setParallelism(polls.getParallelism()) // chained: a poll that makes it fail is named
                .keyBy(ServerJobsFunction::key, Types.STRING)
                .transform(
                        "jobs of each server",
                        ServerMinuteUpdate.TYPE,
                        new AttributingOperator<>(new ServerJobsFunction(catalogue, policy)))
                .uid("live-server-jobs")
                .keyBy(ServerMinuteUpdate::fileSystem, Types.STRING)
                .connect(decisions.keyBy(JobWeather::getFileSystem, Types.STRING))
                .transform(
                        "live coverage of each file system",
                        AvroFormat.typeOf(JobWeather.class),
                        new AttributingCoOperator<>(new LiveCoverageFunction(catalogue, policy)))
                .uid("live-coverage");
    }
}
