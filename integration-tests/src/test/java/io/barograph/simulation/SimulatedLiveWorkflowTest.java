package io.barograph.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.collectors.simulator.FileSystemModel;
import io.barograph.collectors.simulator.Observation;
import io.barograph.collectors.simulator.SimulatedRecords;
import io.barograph.collectors.simulator.SiteConfiguration;
import io.barograph.collectors.simulator.Truth;
import io.barograph.jobs.analysis.coverage.CoverageWorkflow;
import io.barograph.jobs.analysis.live.LiveWorkflow;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.TalkerRole;
import io.barograph.schemas.TopTalkers;
import io.barograph.schemas.WeatherMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Live coverage factors and top talkers of a calm simulated site beside what really happened. */
class SimulatedLiveWorkflowTest {
    private static final Instant START = Instant.parse("2026-02-02T00:00:00Z");
    private static final Duration SPAN = Duration.ofHours(3);

    private static List<Truth> truths;
    private static final List<ServerSample> SAMPLES = new ArrayList<>();
    private static final List<JobSamples> POLLS = new ArrayList<>();
    private static final List<JobSummary> SUMMARIES = new ArrayList<>();
    private static final List<JobEvent> EVENTS = new ArrayList<>();
    private static final List<JobWeather> WEATHER = new ArrayList<>();
    private static final List<LiveCoverage> LIVE = new ArrayList<>();
    private static final List<TopTalkers> TALKERS = new ArrayList<>();

    @BeforeAll
    static void simulate() throws Exception {
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", 16, 2))
                .withObservation(Observation.EVERYTHING.withProbes(0));
        SimulatedRecords records = new SimulatedRecords(site, 11, START, START.plus(SPAN));
        records.forEachRemaining(published -> {
            SpecificRecord record = published.record();
            if (record instanceof ServerSample sample) {
                SAMPLES.add(sample);
            } else if (record instanceof JobSamples poll) {
                POLLS.add(poll);
            } else if (record instanceof JobSummary summary) {
                SUMMARIES.add(summary);
            } else if (record instanceof JobEvent event) {
                EVENTS.add(event);
            }
        });
        truths = records.truths();
        run(site);
    }

    private static void run(SiteConfiguration site) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        SingleOutputStreamOperator<JobWeather> weather = LiveWorkflow.live(
                LiveWorkflow.check(stream(env, POLLS, JobSamples.class, JobSamples::getTime)),
                CoverageWorkflow.coverage(
                        stream(env, SAMPLES, ServerSample.class, ServerSample::getTime),
                        stream(env, SUMMARIES, JobSummary.class, JobSummary::getCollectedAt),
                        stream(env, EVENTS, JobEvent.class, JobEvent::getTime),
                        site.catalogue(),
                        HistoryPolicy.DEFAULT),
                site.catalogue(),
                HistoryPolicy.DEFAULT);
        CloseableIterator<LiveCoverage> live =
                weather.getSideOutput(LiveWorkflow.COVERAGE).collectAsync();
        CloseableIterator<TopTalkers> talkers =
                weather.getSideOutput(LiveWorkflow.TALKERS).collectAsync();
        CloseableIterator<JobWeather> decisions = weather.collectAsync();
        env.execute("live coverage");
        live.forEachRemaining(LIVE::add);
        talkers.forEachRemaining(TALKERS::add);
        decisions.forEachRemaining(WEATHER::add);
    }

    private static <T extends SpecificRecord> DataStream<T> stream(
            StreamExecutionEnvironment env, List<T> records, Class<T> type, Function<T, Instant> time) {
        return env.fromData(records, AvroFormat.typeOf(type))
                .uid(type.getSimpleName())
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<T>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                                .withTimestampAssigner((record, ignored) ->
                                        time.apply(record).toEpochMilli()))
                .uid(type.getSimpleName() + "-watermarks");
    }

    @Test
    void shouldPrint() {
        System.out.println("truths " + truths.size() + " live " + LIVE.size() + " talkers " + TALKERS.size() + " weather " + WEATHER.size());
        Map<String, List<LiveCoverage>> byJob = LIVE.stream().collect(Collectors.groupingBy(LiveCoverage::getJobId));
        int n = 0; int good = 0;
        for (Truth truth : truths) {
            List<LiveCoverage> minutes = byJob.getOrDefault(truth.jobId(), List.of());
            if (truth.job().bytes() == 0) continue;
            long bytes = minutes.stream().mapToLong(m -> m.getReadBytes() + m.getWriteBytes()).sum();
            double seconds = Duration.between(truth.startTime(), truth.endTime()).toMillis() / 1e3;
            JobWeather w = WEATHER.stream().filter(x -> x.getJobId().equals(truth.jobId())).findFirst().orElse(null);
            Double cfLive = w == null ? null : w.getMetrics().get(WeatherMetric.CF_LIVE.metricName());
            double exact = truth.exactCoverageFactor();
            Double soFar = minutes.isEmpty() ? null : minutes.get(minutes.size() - 1).getCfBwFsSoFar();
            System.out.printf("%s %s %.0f s bytes %.5f of truth, minutes %d, named %s exact %.4f cfBwFs %s cfLive %s soFar %s%n",
                truth.jobId(), truth.executable(), seconds, (double) bytes / truth.job().bytes(), minutes.size(), truth.ostsNamed(), exact, w == null ? null : w.getCfBwFs(), cfLive, soFar);
        }
    }
}
