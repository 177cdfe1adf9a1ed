package io.barograph.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Verdict;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.verdicts.climate.ClimatePolicy;
import io.barograph.verdicts.operators.AnomalyWorkflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Verdicts on the runs of a site on which nothing goes wrong: no faults, no load but that of its own jobs. What is
 * flagged there is a false alarm, or a run that the other jobs happened to hinder.
 *
 * <p>Performance has noise of its own there: two runs of one application and size differ by up to 5 % in what their
 * clients can move, and those that stripe over few OSTs draw their number anew for each run: four in ten logs do not tell it.
 */
class SimulatedAnomalyWorkflowTest {
    private static final int SEEDS = SimulatedSpan.seeds(1);
    private static final Duration SPAN = Duration.ofHours(Integer.getInteger("simulation.hours", 24));
    private static final double UTILISATION = Integer.getInteger("simulation.utilisation.percent", 10) / 100.0;

    /** A run that took no longer than so for its I/O, as a multiple of what it had taken alone, was not hindered. */
    private static final double HINDERED = 1.05;

    private record Judged(long seed, Anomaly anomaly, JobTruth truth) {
        double slowdown() {
            return truth.ioSeconds() / truth.unhinderedIoSeconds();
        }
    }

    private static final List<Judged> RUNS = new ArrayList<>();

    @BeforeAll
    static void simulate() throws Exception {
        AvroCodec.of(SiteEvent.class);
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", 8, 1))
                .withJobs(JobLoad.of(
                        Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofMinutes(30), UTILISATION, 1))
                .withoutContenders()
                .withObservation(MonitoringSettings.SAMPLES_AND_LOGS);
        for (long seed = 1; seed <= SEEDS; seed++) {
            judge(seed, SimulatedSpan.of(site, seed, SPAN));
        }
    }

    private static void judge(long seed, SimulatedSpan span) throws Exception {
        Map<String, JobTruth> truths = new HashMap<>();
        span.truths().forEach(truth -> truths.put(truth.jobId(), truth));
        StreamExecutionEnvironment env = SimulatedSpan.environment();
        DataStream<SiteEvent> events = env.fromData(List.of(opening()), AvroFormat.typeOf(SiteEvent.class))
                .uid("events")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<SiteEvent>forMonotonousTimestamps()
                        .withTimestampAssigner(
                                (event, ignored) -> event.getFrom().toEpochMilli()))
                .uid("event-watermarks");
        try (CloseableIterator<Anomaly> anomalies = AnomalyWorkflow.anomalies(
                        List.of(span.coverage(env)),
                        events,
                        HistoryPolicy.DEFAULT.revisionDelay(),
                        ClimatePolicy.DEFAULT)
                .verdicts()
                .executeAndCollect("anomalies")) {
            anomalies.forEachRemaining(anomaly -> {
                if (anomaly.getKind() == AnomalyKind.RUN) {
                    RUNS.add(new Judged(seed, anomaly, truths.get(anomaly.getJobId())));
                }
            });
        }
    }

    /** An event that changes no climate. */
    private static SiteEvent opening() {
        return SiteEvent.newBuilder()
                .setId("opening")
                .setFileSystem("sim-scratch")
                .setKind(SiteEventKind.PURGE)
                .setFrom(SimulatedSpan.START)
                .setTo(SimulatedSpan.START)
                .setText("nothing to purge")
                .setAuthor("test")
                .setRecordedAt(SimulatedSpan.START)
                .build();
    }

    @Test
    void shouldFlagFewRunsWhileNothingIsWrong() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            long one = seed;
            print("seed " + one, RUNS.stream().filter(run -> run.seed() == one).toList());
        }
        print("all seeds", RUNS);
        List<Judged> judged =
                RUNS.stream().filter(SimulatedAnomalyWorkflowTest::isJudged).toList();
        long flagged =
                judged.stream().filter(run -> run.anomaly().getAnomalous()).count();
        assertThat(judged).hasSizeGreaterThanOrEqualTo(1_000);
        assertThat((double) flagged / judged.size()).isLessThanOrEqualTo(0.01);
    }

    private static boolean isJudged(Judged run) {
        return switch (run.anomaly().getVerdict()) {
            case NORMAL, ANOMALOUS, UNUSUALLY_GOOD -> true;
            default -> false;
        };
    }

    private static void print(String what, List<Judged> runs) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        runs.forEach(run -> verdicts.merge(run.anomaly().getVerdict(), 1, Integer::sum));
        List<Judged> judged =
                runs.stream().filter(SimulatedAnomalyWorkflowTest::isJudged).toList();
        List<Judged> flagged =
                judged.stream().filter(run -> run.anomaly().getAnomalous()).toList();
        double[] slowdowns =
                judged.stream().mapToDouble(Judged::slowdown).sorted().toArray();
        System.out.printf(
                "%s, utilisation %.2f: %s; of %d judged runs %d flagged (%.2f %%), %d of them not hindered; I/O time /"
                        + " unhindered: median %.3f, p95 %.3f, p99 %.3f, largest %.3f%n",
                what,
                UTILISATION,
                verdicts,
                judged.size(),
                flagged.size(),
                100.0 * flagged.size() / judged.size(),
                flagged.stream().filter(run -> run.slowdown() < HINDERED).count(),
                slowdowns[slowdowns.length / 2],
                slowdowns[slowdowns.length * 95 / 100],
                slowdowns[slowdowns.length * 99 / 100],
                slowdowns[slowdowns.length - 1]);
    }
}
