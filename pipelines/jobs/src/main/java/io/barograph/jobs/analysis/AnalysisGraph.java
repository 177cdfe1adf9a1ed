package io.barograph.jobs.analysis;

import io.barograph.contention.operators.ContentionWorkflow;
import io.barograph.contention.operators.JobStreams;
import io.barograph.flink.state.AvroFormat;
import io.barograph.jobstats.operators.LiveWorkflow;
import io.barograph.runs.operators.CoverageResults;
import io.barograph.runs.operators.CoverageWorkflow;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.Topic;
import io.barograph.servers.operators.ServersStage;
import io.barograph.servers.operators.WeatherPolicy;
import io.barograph.servers.operators.WeatherResults;
import io.barograph.servers.operators.WeatherWorkflow;
import io.barograph.slowdown.operators.SlowdownWorkflow;
import io.barograph.verdicts.operators.AnomalyResults;
import io.barograph.verdicts.operators.AnomalyWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The one graph of the analysis, live and in a replay: server samples, job statistics, summaries, events of batch jobs and
 * probe timings in; weather of file systems and jobs, live coverage, the reach of the evidence, slowdowns, contention
 * events and verdicts out.
 */
public final class AnalysisGraph {
    private final AnalysisInputs inputs;
    private final AnalysisConfiguration configuration;
    private final Set<AnalysisPart> computed;
    private final AnalysisResults results = new AnalysisResults();
    private final List<DataStream<DeadLetter>> refused = new ArrayList<>();

    private AnalysisGraph(AnalysisInputs inputs, AnalysisConfiguration configuration, Set<AnalysisPart> parts) {
        this.inputs = inputs;
        this.configuration = configuration;
        this.computed = AnalysisPart.withNeeded(parts);
    }

    /** @return the results of these parts, and the dead letters */
    public static AnalysisResults build(
            AnalysisInputs inputs, AnalysisConfiguration configuration, Set<AnalysisPart> parts) {
        return new AnalysisGraph(inputs, configuration, parts).results(parts);
    }

    private AnalysisResults results(Set<AnalysisPart> parts) {
        boolean contention = computed.contains(AnalysisPart.CONTENTION);
        boolean coverage = computed.contains(AnalysisPart.COVERAGE);
        DataStream<ServerSample> samples = coverage || computed.contains(AnalysisPart.WEATHER) ? samples() : null;
        DataStream<JobSummary> summaries = coverage ? known(Topic.JOB_SUMMARIES) : null;
        DataStream<JobEvent> jobEvents = coverage ? inputs.read(Topic.JOB_EVENTS) : null;
        WeatherPolicy rates = computed.contains(AnalysisPart.WEATHER) ? configuration.weather() : null;
        SingleOutputStreamOperator<JobWeather> decisions = null;
        ServersStage servers = null;
        if (coverage) {
            CoverageWorkflow.Intake intake = CoverageWorkflow.intake(
                    samples,
                    summaries,
                    jobEvents,
                    configuration.catalogue(),
                    configuration.history(),
                    configuration.motifs());
            servers = intake.servers(samples, configuration.catalogue(), rates, configuration.history());
            decisions = coverage(intake, servers, jobEvents);
        } else if (rates != null) {
            servers = ServersStage.ofRates(samples, configuration.catalogue(), rates, configuration.history());
        }
        WeatherResults weather =
                rates == null ? null : WeatherWorkflow.weather(servers, configuration.catalogue(), rates);
        if (weather != null) {
            results.add(Topic.SERVER_RATES, weather.all());
        }
        SingleOutputStreamOperator<Slowdown> slowdowns = computed.contains(AnalysisPart.SLOWDOWN) ? slowdowns() : null;
        if (contention) {
            AnomalyResults anomalies = anomalies(decisions);
            DataStream<LiveCoverage> minutes = decisions.getSideOutput(LiveWorkflow.COVERAGE);
            DataStream<ContentionEvent> events = ContentionWorkflow.contention(
                    weather.rates(),
                    slowdowns.getSideOutput(SlowdownWorkflow.LIVE),
                    new JobStreams(
                            minutes,
                            decisions.getSideOutput(LiveWorkflow.BUSY_SERVERS),
                            summaries,
                            anomalies.verdicts(),
                            jobEvents),
                    configuration.catalogue(),
                    configuration.contention());
            results.add(Topic.CONTENTION_EVENTS, events);
            results.add(
                    Topic.ANOMALIES,
                    List.of(AnomalyWorkflow.withEvents(anomalies.verdicts(), events), anomalies.correlations()));
        }
        AnalysisResults wanted = results.of(parts);
        refused.add(inputs.refused());
        wanted.add(
                Topic.DEAD_LETTERS, refused.stream().reduce(DataStream::union).orElseThrow());
        return wanted;
    }

    private DataStream<ServerSample> samples() {
        DataStream<ServerPoll> polls = known(Topic.SERVER_POLLS);
        SingleOutputStreamOperator<ServerSample> samples = polls.process(
                        new SplitPollsFunction(inputs.failures()), AvroFormat.typeOf(ServerSample.class))
                .name("samples of polls")
                .uid(AnalysisJob.NAME + "-samples")
                .setParallelism(polls.getParallelism());
        refused.add(samples.getSideOutput(SplitPollsFunction.REFUSED));
        return samples;
    }

    /** The records of a topic that are of the site's file systems; all of a site that does not say which it has. */
    private <T extends SpecificRecord> DataStream<T> known(Topic<T> topic) {
        DataStream<T> records = inputs.read(topic);
        if (configuration.catalogue().hasOthers()) {
            return records;
        }
        SingleOutputStreamOperator<T> known = records.process(
                        new KnownFileSystemFunction<>(topic, configuration.catalogue()),
                        AvroFormat.typeOf(topic.type()))
                .name("known file systems of " + topic.name())
                .uid(AnalysisJob.NAME + "-" + topic.name() + "-known")
                .setParallelism(records.getParallelism());
        refused.add(known.getSideOutput(KnownFileSystemFunction.UNKNOWN));
        return known;
    }

    private SingleOutputStreamOperator<JobWeather> coverage(
            CoverageWorkflow.Intake intake, ServersStage servers, DataStream<JobEvent> jobEvents) {
        CoverageResults coverage = CoverageWorkflow.coverage(
                intake, servers, jobEvents, configuration.catalogue(), configuration.history());
        results.add(Topic.EVIDENCE, coverage.evidence());
        refused.add(coverage.refused());
        SingleOutputStreamOperator<JobWeather> decisions = LiveWorkflow.live(
                known(Topic.JOB_SAMPLES), coverage.decisions(), configuration.catalogue(), configuration.history());
        results.add(Topic.LIVE_COVERAGE, decisions.getSideOutput(LiveWorkflow.COVERAGE));
        results.add(Topic.TOP_TALKERS, decisions.getSideOutput(LiveWorkflow.TALKERS));
        results.add(Topic.JOB_WEATHER, decisions);
        return decisions;
    }

    private SingleOutputStreamOperator<Slowdown> slowdowns() {
        SingleOutputStreamOperator<Slowdown> slowdowns =
                SlowdownWorkflow.ofProbes(known(Topic.PROBE_TIMINGS), configuration.slowdown());
        results.add(Topic.SLOWDOWNS, List.of(slowdowns, SlowdownWorkflow.ofBenchmarks(known(Topic.BENCHMARK_RUNS))));
        return slowdowns;
    }

    private AnomalyResults anomalies(DataStream<JobWeather> decisions) {
        return AnomalyWorkflow.anomalies(
                inputs.judged(decisions),
                inputs.read(Topic.SITE_EVENTS),
                configuration.history().revisionDelay(),
                configuration.climate());
    }
}
