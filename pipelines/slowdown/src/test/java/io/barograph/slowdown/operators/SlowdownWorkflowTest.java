package io.barograph.slowdown.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.admission.RecordAdmission;
import io.barograph.slowdown.SlowdownPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;

class SlowdownWorkflowTest {
    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        return WorkflowCluster.environment(2, configuration);
    }

    private static DataStream<ProbeTiming> checked(StreamExecutionEnvironment env, List<ProbeTiming> timings) {
        DataStream<ProbeTiming> stream = env.fromData(timings, AvroFormat.typeOf(ProbeTiming.class))
                .uid("timings")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<ProbeTiming>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                                .withTimestampAssigner(
                                        (timing, ignored) -> timing.getTime().toEpochMilli()))
                .uid("watermarks");
        return stream;
    }

    private static <T> List<T> collect(DataStream<T> stream) throws Exception {
        List<T> results = new ArrayList<>();
        try (CloseableIterator<T> collected = stream.executeAndCollect()) {
            collected.forEachRemaining(results::add);
        }
        return results;
    }

    @Test
    void shouldKeepOperationsAndFileSystemsApart() throws Exception {
        List<ProbeTiming> timings = new ArrayList<>();
        for (int second = 0; second < 300; second++) {
            timings.add(Probes.timing(ProbeOperation.STAT, second, "login1", second < 240 ? 0.001 : 0.01));
            timings.add(Probes.timing(ProbeOperation.DATA_READ, second, "login1", 0.1));
        }
        List<Slowdown> minutes =
                collect(SlowdownWorkflow.ofProbes(checked(environment(), timings), SlowdownPolicy.DEFAULT)).stream()
                        .filter(s -> s.getKind() == SlowdownKind.INTERVAL
                                && s.getMember().isEmpty())
                        .filter(s -> s.getEnd().equals(Probes.START.plusSeconds(300)))
                        .filter(s -> s.getStart().equals(Probes.START.plusSeconds(240)))
                        .toList();

        assertThat(minutes).hasSize(2).allSatisfy(minute -> assertThat(minute.getSlowdown())
                .isCloseTo(minute.getOperation().equals("STAT") ? 10 : 1, within(0.2)));
    }

    @Test
    void shouldRefuseTimingsThatMakeNoSenseAndGoOn() throws Exception {
        List<ProbeTiming> timings = List.of(
                Probes.timing(ProbeOperation.STAT, 1, "login1", -1),
                Probes.timing(ProbeOperation.STAT, 2, "login1", Double.NaN),
                Probes.slot(ProbeOperation.STAT, 3, "login1", ProbeOutcome.OK).build(),
                Probes.timing(ProbeOperation.STAT, 4, "x".repeat(100_000), 1),
                Probes.timing(ProbeOperation.UNKNOWN, 5, "login1", 1),
                Probes.slot(ProbeOperation.STAT, 6, "login1", ProbeOutcome.UNKNOWN)
                        .build(),
                Probes.timing(ProbeOperation.STAT, 7, "login1", 0.5));

        RecordAdmission<ProbeTiming> admission = RecordAdmission.of(ProbeTiming.class);
        List<ProbeTiming> admitted = timings.stream()
                .filter(timing -> admission.refusal(timing, timing.getTime().toEpochMilli()) == null)
                .toList();
        assertThat(admitted).containsExactly(timings.get(6));
        List<Slowdown> slowdowns =
                collect(SlowdownWorkflow.ofProbes(checked(environment(), admitted), SlowdownPolicy.DEFAULT));
        assertThat(slowdowns).isNotEmpty().allSatisfy(s -> assertThat(s.getTimings())
                .isEqualTo(1));
    }

    private static BenchmarkRun benchmark(Instant start, String phase, Double seconds, String error) {
        return BenchmarkRun.newBuilder()
                .setFileSystem("scratch")
                .setBenchmark("ior-shared")
                .setPhase(phase)
                .setConfiguration("-a POSIX -b 1g")
                .setStartTime(start)
                .setEndTime(start.plusSeconds(100))
                .setPublishedAt(start.plusSeconds(101))
                .setSeconds(seconds)
                .setError(error)
                .build();
    }

    @Test
    void shouldDivideAverageByBestOfIdenticalBenchmarksOfAMonth() throws Exception {
        Instant march = Instant.parse("2026-03-01T02:00:00Z");
        List<BenchmarkRun> runs = List.of(
                benchmark(march, "write", 100.0, null),
                benchmark(march, "read", 30.0, null),
                benchmark(march.plus(Duration.ofDays(1)), "write", 150.0, null),
                benchmark(march.plus(Duration.ofDays(1)), "write", 150.0, null),
                benchmark(march.plus(Duration.ofDays(2)), "write", null, "exit code 1"),
                benchmark(march.plus(Duration.ofDays(3)), "write", 200.0, null),
                benchmark(march.plus(Duration.ofDays(40)), "write", 500.0, null));
        StreamExecutionEnvironment env = environment();
        List<Slowdown> months = collect(SlowdownWorkflow.ofBenchmarks(
                env.fromData(runs, AvroFormat.typeOf(BenchmarkRun.class)).uid("runs")));

        Slowdown write = months.stream()
                .filter(s -> s.getOperation().equals("ior-shared/write"))
                .filter(s -> s.getStart().equals(Instant.parse("2026-03-01T00:00:00Z")))
                .reduce((first, second) -> second)
                .orElseThrow();
        assertThat(write.getTimings()).isEqualTo(3);
        assertThat(write.getAverageBestRatio()).isCloseTo(1.5, within(1e-12));
        assertThat(write.getBestSeconds()).isEqualTo(100);
        assertThat(write.getConfiguration()).isEqualTo("-a POSIX -b 1g");
        assertThat(months).hasSize(5);
    }
}
