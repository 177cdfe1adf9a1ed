package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.ScriptedServer.Request;
import io.barograph.influxdb.ScriptedServer.ScriptedAnswer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Checkpoints of the sink's operator. */
@SuppressWarnings("try") // the harness may be interrupted while closing; then the test fails
class InfluxDbSinkWriterTest {
    private final RememberedRejections rejections = new RememberedRejections();

    private OneInputStreamOperatorTestHarness<Long, Object> operator(ScriptedServer server, long maxBatchBytes)
            throws Exception {
        return operator(server, maxBatchBytes, SinkJobs::numbered);
    }

    private OneInputStreamOperatorTestHarness<Long, Object> operator(
            ScriptedServer server, long maxBatchBytes, PointConverter<Long> converter) throws Exception {
        WriteLimits defaults = WriteLimits.DEFAULTS;
        InfluxDbConfig config = InfluxDbConfig.builder(server.url(), "weather")
                .limits(new WriteLimits(10, maxBatchBytes, defaults.maxTimeInBuffer(), 1_000, defaults.backoff()))
                .build();
        @SuppressWarnings({"unchecked", "rawtypes"}) // the operator has no output type of its own
        OneInputStreamOperatorTestHarness<Long, Object> harness = new OneInputStreamOperatorTestHarness(
                new SinkWriterOperatorFactory<>(SinkJobs.sink(config, converter, rejections)));
        return harness;
    }

    @Test
    void shouldRestoreInFlightAndBufferedLinesInOrder() throws Exception {
        OperatorSubtaskState checkpoint;
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedServer silent = new ScriptedServer(request -> {
                    awaitUninterrupted(never);
                    return ScriptedAnswer.of(503, "");
                });
                OneInputStreamOperatorTestHarness<Long, Object> first = operator(silent, 1_000)) {
            first.open();
            for (long number = 1; number <= 25; number++) {
                first.processElement(number, number);
            }
            first.prepareSnapshotPreBarrier(1); // does not wait for the request in flight
            checkpoint = first.snapshot(1, 1);
        }
        try (ScriptedServer server = new ScriptedServer(request -> ScriptedAnswer.WRITTEN);
                OneInputStreamOperatorTestHarness<Long, Object> second = operator(server, 1_000)) {
            second.initializeState(checkpoint);
            second.open();
            second.processElement(26L, 26);
            second.endInput();

            assertThat(server.requests().stream().map(Request::lines).flatMap(List::stream))
                    .isEqualTo(LongStream.rangeClosed(1, 26)
                            .mapToObj(n -> "m v=" + n + "i " + n)
                            .toList());
        }
    }

    @Test
    void shouldReportAnElementThatTheConverterCannotConvertAndGoOn() throws Exception {
        try (ScriptedServer server = new ScriptedServer(request -> ScriptedAnswer.WRITTEN);
                OneInputStreamOperatorTestHarness<Long, Object> operator =
                        operator(server, 1_000, InfluxDbSinkWriterTest::evenOnly)) {
            operator.open();
            for (long number = 1; number <= 4; number++) {
                operator.processElement(number, 10 * number);
            }
            operator.endInput();

            assertThat(server.requests().stream().map(Request::lines).flatMap(List::stream))
                    .containsExactly("m v=2i 2", "m v=4i 4");
            assertThat(rejections.flushed())
                    .containsExactly(
                            new RememberedRejections.Rejection(
                                    "1",
                                    10L,
                                    "no points can be made of it: java.lang.IllegalStateException: a point of m without"
                                            + " a field cannot be stored"),
                            new RememberedRejections.Rejection(
                                    "3",
                                    30L,
                                    "no points can be made of it: java.lang.IllegalStateException: a point of m without"
                                            + " a field cannot be stored"));
        }
    }

    private static List<InfluxPoint> evenOnly(Long number) {
        InfluxPoint.Builder point = InfluxPoint.measurement("m");
        return List.of(number % 2 == 0 ? point.field("v", number).at(number) : point.at(number));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldFlushRejectedLinesBeforeTheCheckpointCompletes() throws Exception {
        try (ScriptedServer server = new ScriptedServer(request -> ScriptedAnswer.WRITTEN);
                OneInputStreamOperatorTestHarness<Long, Object> operator = operator(server, 9)) {
            operator.open();
            operator.processElement(10L, 10); // 11 bytes with the line break
            assertThat(rejections.flushed()).isEmpty();
            operator.prepareSnapshotPreBarrier(1);
            operator.snapshot(1, 1);

            assertThat(rejections.flushed()).hasSize(1);
        }
    }
}
