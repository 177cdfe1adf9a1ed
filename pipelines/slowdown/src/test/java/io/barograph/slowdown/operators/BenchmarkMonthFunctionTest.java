package io.barograph.slowdown.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.Slowdown;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class BenchmarkMonthFunctionTest {
    private static final Instant START = Instant.parse("2026-01-10T00:00:00Z");

    static {
        AvroCodec.of(BenchmarkRun.class); // makes Avro trust the records
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, BenchmarkRun, Slowdown> harness() throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, BenchmarkRun, Slowdown> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new BenchmarkMonthFunction()),
                        BenchmarkMonthFunction::identity,
                        Types.STRING);
        harness.setup(AvroFormat.typeOf(Slowdown.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static BenchmarkRun run(Instant start, double seconds) {
        return BenchmarkRun.newBuilder()
                .setFileSystem("scratch")
                .setBenchmark("ior-shared")
                .setPhase("write")
                .setConfiguration("-a POSIX -b 1g")
                .setStartTime(start)
                .setEndTime(start.plusSeconds(100))
                .setPublishedAt(start.plusSeconds(101))
                .setSeconds(seconds)
                .build();
    }

    private static void reach(
            KeyedOneInputStreamOperatorTestHarness<String, BenchmarkRun, Slowdown> harness, Instant time)
            throws Exception {
        harness.processWatermark(new Watermark(time.toEpochMilli()));
    }

    /** A configuration is any text: each new one left its state for ever. */
    @Test
    void shouldKeepNothingOfABenchmarkThatHasNotRunForTwoYears() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement(run(START, 10), 0);
            reach(harness, START.plus(Duration.ofDays(700)));
            // imported late: others of its month may follow
            harness.processElement(run(START.plusSeconds(3600), 20), 0);
            reach(harness, START.plus(Duration.ofDays(1_000)));
            snapshot = harness.snapshot(1, 1);
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            harness.processElement(run(START.plusSeconds(7200), 30), 0);
            assertThat(harness.extractOutputValues()).hasSize(1);
            assertThat(harness.extractOutputValues().get(0).getTimings()).isEqualTo(3);
            reach(harness, START.plus(Duration.ofDays(1_444)));
            assertThat(harness.numKeyedStateEntries()).isPositive();
            reach(harness, START.plus(Duration.ofDays(1_446)));
            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }
}
