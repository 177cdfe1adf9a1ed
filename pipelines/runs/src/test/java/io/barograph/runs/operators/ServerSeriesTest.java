package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.runs.WeatherSeriesNames;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.rates.QuantityAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class ServerSeriesTest {
    private static final HistoryPolicy POLICY = HistoryPolicy.DEFAULT;
    private static final long HISTORY_END = 9 * 24 * 3_600;

    private static KeyedTwoInputStreamOperatorTestHarness<
                    String, KeyedBatch<CoverageServerSample>, ServerVolumeRequest, CurveChange>
            harness() throws Exception {
        return new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new ServerFunction(POLICY, Site.CATALOGUE)),
                samples -> samples.first().key(),
                ServerVolumeRequest::key,
                Types.STRING);
    }

    private static KeyedBatch<CoverageServerSample> batch(CoverageServerSample... samples) {
        return new KeyedBatch<>(List.of(samples));
    }

    private static CoverageServerSample mdt(int second, long opens, int publishedAfter) {
        return new CoverageServerSample(
                "scratch",
                "scratch-MDT0000",
                ServerKind.MDT,
                Site.millis(second),
                Site.millis(second + publishedAfter),
                null,
                QuantityAmounts.of(Map.of("open", opens)),
                Double.NaN,
                null);
    }

    private static CoverageServerSample oss(int second, double cpu) {
        return new CoverageServerSample(
                "scratch",
                "oss1",
                ServerKind.OSS,
                Site.millis(second),
                Site.millis(second + 1),
                null,
                QuantityAmounts.NONE,
                cpu,
                null);
    }

    private static CoverageServerSample ost(int second, long used) {
        return new CoverageServerSample(
                "scratch",
                "OST0001",
                ServerKind.OST,
                Site.millis(second),
                Site.millis(second + 1),
                null,
                QuantityAmounts.NONE,
                Double.NaN,
                new TargetUsage(Site.millis(second), used, 100, "oss1"));
    }

    /** Sum by series and instant of all that was emitted. */
    private static Map<String, Long> sums(List<CurveChange> changes) {
        Map<String, Long> sums = new TreeMap<>();
        for (CurveChange change : changes) {
            for (ServerSeriesUpdate.Value value : change.measures().values()) {
                long second = (change.measures().time() - Site.millis(0)) / 1_000;
                sums.merge(value.series() + "@" + second, value.amount(), Long::sum);
            }
        }
        sums.values().removeIf(sum -> sum == 0);
        return sums;
    }

    @Test
    void shouldGiveTheSameDifferencesInEveryOrderAndCountASampleOnce() throws Exception {
        List<CurveChange> emitted = new ArrayList<>();
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(mdt(0, 100, 1), mdt(10, 130, 1), mdt(10, 130, 1)), 0);
            emitted.addAll(harness.extractOutputValues());
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement1(batch(mdt(5, 110, 1)), 0);
            restored.processElement1(batch(mdt(15, 7, 1)), 0);
            emitted.addAll(restored.extractOutputValues());
            assertThat(sums(emitted))
                    .isEqualTo(Map.of("metadata/open@5", 10L, "metadata/open@10", 20L, "metadata/open@15", 7L));
            restored.processBothWatermarks(new Watermark(Site.millis(HISTORY_END)));
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldLeaveTheOperationsOfALatePollToTheDifferenceAfterIt() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(mdt(0, 100, 1), mdt(5, 110, 60), mdt(10, 130, 1)), 0);
            assertThat(sums(harness.extractOutputValues())).isEqualTo(Map.of("metadata/open@10", 30L));
        }
    }

    @Test
    void shouldNameAServerThatReportsItsLoadOncePerHour() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(oss(0, 12.5), oss(5, 0.000001), oss(3_600, 1)), 0);
            assertThat(harness.extractOutputValues())
                    .extracting(CurveChange::server)
                    .containsExactly("load/OSS/oss1", "", "load/OSS/oss1");
            assertThat(sums(harness.extractOutputValues()))
                    .containsEntry(WeatherSeriesNames.OSS_CPU + "@0", 12_500_000L)
                    .containsEntry(WeatherSeriesNames.OSS_CPU + "@5", 1L)
                    .containsEntry(WeatherSeriesNames.ofOss("oss1") + "@0", 12_500_000L);
        }
    }

    @Test
    void shouldTellTheFirstCapacityOfEachTenMinutes() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(ost(5, 10), ost(10, 11), ost(0, 9), ost(600, 12)), 0);
            assertThat(harness.extractOutputValues())
                    .extracting(change -> change.measures().capacity().usedKibibytes())
                    .containsExactly(10L, 9L, 12L);
        }
    }
}
