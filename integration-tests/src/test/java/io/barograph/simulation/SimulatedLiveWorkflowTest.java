package io.barograph.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.analytics.motif.MotifRules;
import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.collectors.simulator.Contender;
import io.barograph.collectors.simulator.Fault;
import io.barograph.collectors.simulator.FaultTruth;
import io.barograph.collectors.simulator.FileSystemModel;
import io.barograph.collectors.simulator.Load;
import io.barograph.collectors.simulator.Observation;
import io.barograph.collectors.simulator.SimulatedRecords;
import io.barograph.collectors.simulator.SiteConfiguration;
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
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToLongFunction;
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

/**
 * Live coverage factors and top talkers of a calm site beside the truth of every minute: what each job moved on all
 * servers, from the model itself. Its job statistics are polled every 25 s, so that most polls lie across the begin of a
 * minute.
 */
class SimulatedLiveWorkflowTest {
    private static final String FILE_SYSTEM = "sim-scratch";
    private static final Instant START = Instant.parse("2026-02-02T00:00:00Z");
    private static final int MINUTES = 120;

    /** By minute and job, bytes on OSTs. */
    private static final TreeMap<Instant, Map<String, Long>> BYTES = new TreeMap<>();
    /** By minute and job, operations on MDTs. */
    private static final TreeMap<Instant, Map<String, Long>> OPERATIONS = new TreeMap<>();

    private static final List<JobWeather> WEATHER = new ArrayList<>();
    private static final List<LiveCoverage> LIVE = new ArrayList<>();
    private static final List<TopTalkers> TALKERS = new ArrayList<>();

    @BeforeAll
    static void simulate() throws Exception {
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of(FILE_SYSTEM, 16, 2))
                .withoutContenders()
                .withObservation(Observation.EVERYTHING.withProbes(0).withJobStatistics(Duration.ofSeconds(25)))
                .withFaults(watchedMinutes());
        List<ServerSample> samples = new ArrayList<>();
        List<JobSamples> polls = new ArrayList<>();
        List<JobSummary> summaries = new ArrayList<>();
        List<JobEvent> events = new ArrayList<>();
        SimulatedRecords records = new SimulatedRecords(site, 11, START, START.plus(Duration.ofMinutes(MINUTES)));
        records.forEachRemaining(published -> {
            SpecificRecord record = published.record();
            if (record instanceof ServerSample sample) {
                samples.add(sample);
            } else if (record instanceof JobSamples poll) {
                polls.add(poll);
            } else if (record instanceof JobSummary summary) {
                summaries.add(summary);
            } else if (record instanceof JobEvent event) {
                events.add(event);
            }
        });
        for (FaultTruth minute : records.faults()) {
            boolean metadata = minute.fault().load() == Load.METADATA;
            Map<String, Long> jobs = new HashMap<>();
            for (Contender job : minute.suspects()) {
                long amount = metadata ? job.metadataOperations() : job.volume().bytes();
                if (amount > 0) {
                    jobs.put(job.jobId(), amount);
                }
            }
            (metadata ? OPERATIONS : BYTES).put(minute.onset(), jobs);
        }
        run(site, samples, polls, summaries, events);
    }

    /** Faults that do nothing: the simulator keeps account of who moves what while a fault lasts. */
    private static List<Fault> watchedMinutes() {
        List<Fault> minutes = new ArrayList<>();
        for (int minute = 0; minute < MINUTES; minute++) {
            Duration after = Duration.ofMinutes(minute);
            minutes.add(Fault.capacity(FILE_SYSTEM, after, Duration.ofMinutes(1), 1e-9));
            minutes.add(Fault.degraded(FILE_SYSTEM, Load.METADATA, after, Duration.ofMinutes(1), 1 + 1e-9));
        }
        return minutes;
    }

    private static void run(
            SiteConfiguration site,
            List<ServerSample> samples,
            List<JobSamples> polls,
            List<JobSummary> summaries,
            List<JobEvent> events)
            throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        SingleOutputStreamOperator<JobWeather> weather = LiveWorkflow.live(
                LiveWorkflow.check(stream(env, polls, JobSamples.class, JobSamples::getTime)),
                CoverageWorkflow.coverage(
                                stream(env, samples, ServerSample.class, ServerSample::getTime),
                                stream(env, summaries, JobSummary.class, JobSummary::getCollectedAt),
                                stream(env, events, JobEvent.class, JobEvent::getTime),
                                site.catalogue(),
                                HistoryPolicy.DEFAULT,
                                MotifRules.DEFAULT)
                        .decisions(),
                site.catalogue(),
                HistoryPolicy.DEFAULT);
        CloseableIterator<LiveCoverage> live =
                weather.getSideOutput(LiveWorkflow.COVERAGE).collectAsync();
        CloseableIterator<TopTalkers> talkers =
                weather.getSideOutput(LiveWorkflow.TALKERS).collectAsync();
        CloseableIterator<JobWeather> decisions = weather.collectAsync();
        env.executeAsync("live coverage");
        try (live;
                talkers;
                decisions) {
            // side by side: a result that nobody takes would hold the others up
            CompletableFuture.allOf(
                            CompletableFuture.runAsync(() -> live.forEachRemaining(LIVE::add)),
                            CompletableFuture.runAsync(() -> talkers.forEachRemaining(TALKERS::add)),
                            CompletableFuture.runAsync(() -> decisions.forEachRemaining(WEATHER::add)))
                    .join();
        }
    }

    private static <T extends SpecificRecord> DataStream<T> stream(
            StreamExecutionEnvironment env, List<T> records, Class<T> type, Function<T, Instant> time) {
        return env.fromData(records, AvroFormat.typeOf(type))
                .uid(type.getSimpleName())
                .assignTimestampsAndWatermarks(WatermarkStrategy.<T>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                        .withTimestampAssigner(
                                (record, ignored) -> time.apply(record).toEpochMilli()))
                .uid(type.getSimpleName() + "-watermarks");
    }

    private static double share(NavigableMap<Instant, Map<String, Long>> truth, Instant from, Instant to, String jobId) {
        long ofJob = 0;
        long ofAll = 0;
        for (Map<String, Long> minute : truth.subMap(from, true, to, true).values()) {
            ofJob += minute.getOrDefault(jobId, 0L);
            ofAll += minute.values().stream().mapToLong(Long::longValue).sum();
        }
        return (double) ofJob / ofAll;
    }

    private static List<Double> errorsSoFar(
            NavigableMap<Instant, Map<String, Long>> truth,
            Function<LiveCoverage, Double> soFar,
            ToLongFunction<LiveCoverage> amount) {
        List<Double> errors = new ArrayList<>();
        for (LiveCoverage live : LIVE) {
            boolean threeMinutes = !live.getStart().isBefore(live.getSince().plus(Duration.ofMinutes(2)));
            if (threeMinutes && amount.applyAsLong(live) > 0) {
                double exact = share(truth, live.getSince(), live.getStart(), live.getJobId());
                errors.add(Math.abs(soFar.apply(live) / exact - 1));
            }
        }
        return errors;
    }

    @Test
    void shouldPrint() {
        System.out.println("live " + LIVE.size() + " talkers " + TALKERS.size() + " weather " + WEATHER.size()
                + " bytes " + BYTES.size() + " ops " + OPERATIONS.size());
        print(
                "bytes so far",
                errorsSoFar(BYTES, LiveCoverage::getCfBwFsSoFar, live -> live.getReadBytes() + live.getWriteBytes()));
        print(
                "ops so far",
                errorsSoFar(OPERATIONS, LiveCoverage::getCfMetadataFsSoFar, LiveCoverage::getMetadataOperations));
        List<Double> minute = new ArrayList<>();
        List<Double> absolute = new ArrayList<>();
        for (LiveCoverage live : LIVE) {
            if (live.getReadBytes() + live.getWriteBytes() > 0) {
                double exact = share(BYTES, live.getStart(), live.getStart(), live.getJobId());
                minute.add(Math.abs(live.getCfBwFs() / exact - 1));
                absolute.add(Math.abs(live.getCfBwFs() - exact));
            }
        }
        print("minutes", minute);
        print("minutes absolute", absolute);
        List<Double> totals = new ArrayList<>();
        List<Double> un = new ArrayList<>();
        int wrongTop = 0, tops = 0;
        for (TopTalkers t : TALKERS) {
            if (t.getServer() != null || t.getTotal() == 0) continue;
            Map<String, Long> truth = (t.getRole() == TalkerRole.OST ? BYTES : OPERATIONS).get(t.getStart());
            long all = truth.values().stream().mapToLong(Long::longValue).sum();
            totals.add(Math.abs((double) t.getTotal() / all - 1));
            un.add((double) t.getUnattributed() / t.getTotal());
            String top = truth.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .get()
                    .getKey();
            tops++;
            if (!t.getTalkers().get(0).getJobId().equals(top)) {
                wrongTop++;
            }
        }
        print("totals", totals);
        print("unattributed", un);
        System.out.println("tops " + tops + " wrong " + wrongTop);
        List<Double> diff = new ArrayList<>();
        
        for (JobWeather w : WEATHER) {
            Double d = w.getMetrics().get(WeatherMetric.CF_LIVE_DIFFERENCE.metricName());
            if (d != null) {
                
                diff.add(Math.abs(d));
            }
        }
        print("difference", diff);
        System.out.println("dominant "
                + TALKERS.stream().filter(t -> t.getServer() != null).count() + " missing "
                + LIVE.stream().filter(l -> l.getMissingFraction() > 0).count());
        assertThat(0.0).isCloseTo(0, within(1.0));
    }

    private static void print(String what, List<Double> errors) {
        errors.sort(null);
        int n = errors.size();
        if (n == 0) {
            System.out.println(what + " none");
            return;
        }
        System.out.printf(
                "%-18s n %d median %.5f p90 %.5f p95 %.5f p99 %.5f max %.5f within 10%% %.4f%n",
                what,
                n,
                errors.get(n / 2),
                errors.get(n * 9 / 10),
                errors.get(n * 95 / 100),
                errors.get(n * 99 / 100),
                errors.get(n - 1),
                errors.stream().filter(e -> e <= 0.1).count() / (double) n);
    }
}
