package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemKind;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.WeatherSeriesNames;
import io.barograph.servers.history.WindowVolume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.StreamFlatMap;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/** What is made of the samples of one server: its curve, with answers, and its series. Rates: {@link WeatherFunctionsTest}. */
class ServerFunctionTest {
    private static final HistoryPolicy POLICY = HistoryPolicy.DEFAULT;
    private static final int HISTORY_END = 9 * 24 * 3_600;
    private static final Instant START = Instant.parse("2018-02-09T10:00:00Z");
    private static final OutputTag<Volume> ANSWERS = new OutputTag<>("answers", Volume.TYPE);

    /** Asks for all traffic up to an instant at that time, and again a minute later. */
    private record Question(long to) implements ServerQuestion<Volume> {
        static final BinaryType<Question> TYPE =
                DelegatingFormat.typeOf(Question.class, 1, Question::write, Question::read);

        @Override
        public String key() {
            return ServerNames.key("scratch", "OST0001");
        }

        @Override
        public long[] askedAt() {
            return new long[] {to, to + 60_000};
        }

        @Override
        public Volume answer(long time, Volumes volumes) {
            return new Volume(
                    time,
                    volumes.of(
                            new RunWindow(
                                    millis(50),
                                    to,
                                    to,
                                    RunWindow.ofRun(0, 0, 0, 0).publishedBy()),
                            5_000));
        }

        private static void write(Question value, DataOutput out) throws IOException {
            out.writeLong(value.to);
        }

        private static Question read(DataInput in) throws IOException {
            return new Question(in.readLong());
        }
    }

    private record Volume(long time, WindowVolume volume) {
        static final BinaryType<Volume> TYPE = DelegatingFormat.recordTypeOf(Volume.class, 1);
    }

    private static KeyedTwoInputStreamOperatorTestHarness<String, KeyedBatch<ServerMeasurement>, Question, ServerUpdate>
            harness() throws Exception {
        return harness(WeatherSite.CATALOGUE);
    }

    private static KeyedTwoInputStreamOperatorTestHarness<String, KeyedBatch<ServerMeasurement>, Question, ServerUpdate>
            harness(FileSystemCatalogue catalogue) throws Exception {
        var harness = new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(
                        new ServerFunction<>(catalogue, WeatherPolicy.DEFAULT, POLICY, Question.TYPE, ANSWERS)),
                samples -> samples.first().key(),
                Question::key,
                Types.STRING);
        harness.setup(ServerUpdate.TYPE.createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static long millis(int second) {
        return START.toEpochMilli() + second * 1_000L;
    }

    private static KeyedBatch<ServerMeasurement> batch(ServerMeasurement... samples) {
        return new KeyedBatch<>(List.of(samples));
    }

    private static ServerMeasurement measurement(
            String server,
            ServerKind kind,
            int second,
            int publishedAfter,
            QuantityAmounts data,
            QuantityAmounts metadata,
            double cpu,
            TargetUsage capacity) {
        return new ServerMeasurement(
                "scratch",
                server,
                kind,
                "",
                millis(second),
                millis(second + publishedAfter),
                LateArrivalTime.IN_TIME,
                data,
                metadata,
                new ServerGauges(cpu, Double.NaN, Double.NaN),
                capacity);
    }

    private static ServerMeasurement sample(int second, long bytes) {
        return measurement(
                "scratch-OST0001",
                ServerKind.OST,
                second,
                1,
                QuantityAmounts.ofBytes(bytes, 0),
                QuantityAmounts.NONE,
                Double.NaN,
                null);
    }

    private static ServerMeasurement mdt(int second, long opens, int publishedAfter) {
        return measurement(
                "scratch-MDT0000",
                ServerKind.MDT,
                second,
                publishedAfter,
                QuantityAmounts.NONE,
                QuantityAmounts.of(Map.of("open", opens)),
                Double.NaN,
                null);
    }

    private static ServerMeasurement oss(int second, double cpu) {
        return measurement("oss1", ServerKind.OSS, second, 1, QuantityAmounts.NONE, QuantityAmounts.NONE, cpu, null);
    }

    private static ServerMeasurement ost(int second, long used) {
        return measurement(
                "OST0001",
                ServerKind.OST,
                second,
                1,
                QuantityAmounts.NONE,
                QuantityAmounts.NONE,
                Double.NaN,
                new TargetUsage(millis(second), used, 100, "oss1"));
    }

    private static List<CurveChange> changes(KeyedTwoInputStreamOperatorTestHarness<?, ?, ?, ?> harness) {
        List<CurveChange> changes = new ArrayList<>();
        harness.getSideOutput(ServerFunction.CHANGES).forEach(record -> changes.add(record.getValue()));
        return changes;
    }

    @Test
    void shouldKeepNothingOfAServerWhoseSamplesAreAllTooOld() throws Exception {
        int tooLate = (int) POLICY.fine().toSeconds() + 1;
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(mdt(0, 1, tooLate)), millis(0));
            assertThat(harness.numKeyedStateEntries()).isZero();
            harness.processElement1(batch(mdt(0, 1, 1)), millis(0));
            assertThat(harness.numKeyedStateEntries()).isPositive();
        }
    }

    @Test
    void shouldAnswerFromTheCurveOfTheServerEachTimeItIsAskedFor() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            for (int second = 0; second <= 100; second += 5) {
                harness.processElement1(batch(sample(second, 10L * second)), millis(second));
            }
            harness.processElement2(new Question(millis(60)), 0);
            assertThat(changes(harness)).hasSize(21);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processBothWatermarks(new Watermark(millis(94)));
            assertThat(restored.getSideOutput(ANSWERS))
                    .extracting(StreamRecord::getValue)
                    .extracting(
                            Volume::time, answer -> answer.volume().traffic().readBytes(), answer -> answer.volume()
                                    .expectedSamples())
                    .containsExactly(tuple(millis(60), 100L, 2L));
            restored.processBothWatermarks(new Watermark(millis(HISTORY_END)));
            assertThat(restored.getSideOutput(ANSWERS)).hasSize(2);
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldNotCountWhatTenTimesTheSpeedOfTheServerCannotMove() throws Exception {
        FileSystemCatalogue slow = new FileSystemCatalogue(List.of(new CatalogueFileSystem(
                "scratch", Set.of("/scratch"), FileSystemKind.LUSTRE, Duration.ofSeconds(5), 0, 100)));
        try (var harness = harness(slow)) {
            harness.open();
            harness.processElement1(batch(sample(0, 0)), millis(0));
            harness.processElement1(batch(sample(5, 5_000)), millis(5));
            harness.processElement1(batch(sample(10, 10_001)), millis(10));
            assertThat(changes(harness))
                    .extracting(
                            change -> change.change().change().readBytes(),
                            change -> change.change().change().faults())
                    .containsExactly(tuple(0L, 0L), tuple(5_000L, 0L), tuple(0L, 1L));
        }
    }

    @Test
    void shouldNameAServerInTheFirstChangeOfEachHourOnly() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(sample(0, 0), sample(3_595, 1), sample(3_600, 2)), 0);
            harness.processElement1(batch(sample(3_605, 3)), 0);
            assertThat(changes(harness)).extracting(CurveChange::server).containsExactly("OST0001", "", "OST0001", "");
        }
    }

    /** Sum by series and instant of all that was emitted. */
    private static Map<String, Long> sums(List<CurveChange> changes) {
        Map<String, Long> sums = new TreeMap<>();
        for (CurveChange change : changes) {
            for (ServerSeriesUpdate.Value value : change.measures().values()) {
                long second = (change.measures().time() - millis(0)) / 1_000;
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
            emitted.addAll(changes(harness));
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement1(batch(mdt(5, 110, 1)), 0);
            restored.processElement1(batch(mdt(15, 7, 1)), 0);
            emitted.addAll(changes(restored));
            assertThat(sums(emitted))
                    .isEqualTo(Map.of("metadata/open@5", 10L, "metadata/open@10", 20L, "metadata/open@15", 7L));
            restored.processBothWatermarks(new Watermark(millis(HISTORY_END)));
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldLeaveTheOperationsOfALatePollToTheDifferenceAfterIt() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(mdt(0, 100, 1), mdt(5, 110, 60), mdt(10, 130, 1)), 0);
            assertThat(sums(changes(harness))).isEqualTo(Map.of("metadata/open@10", 30L));
        }
    }

    @Test
    void shouldNameAServerThatReportsItsLoadOncePerHour() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(batch(oss(0, 12.5), oss(5, 0.000001), oss(3_600, 1)), 0);
            assertThat(changes(harness))
                    .extracting(CurveChange::server)
                    .containsExactly("load/OSS/oss1", "", "load/OSS/oss1");
            assertThat(sums(changes(harness)))
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
            assertThat(changes(harness))
                    .extracting(change -> change.measures().capacity().usedKibibytes())
                    .containsExactly(10L, 9L, 12L);
        }
    }

    @Test
    void shouldNameTheSampleThatAMeasurementIsMadeOf() throws Exception {
        ServerSample first = WeatherSite.ost("scratch-OST0001", 0, 1, 2);
        ServerSample second = WeatherSite.ost("scratch-OST0001", 5, 3, 4);
        try (var select =
                new OneInputStreamOperatorTestHarness<>(new StreamFlatMap<>(new SelectServerMeasurements()))) {
            select.setup(ServerMeasurement.TYPE.createSerializer(new SerializerConfigImpl()));
            select.open();
            select.processElement(first, 0);
            select.processElement(second, 0);
            KeyedBatch<ServerMeasurement> batch = new KeyedBatch<>(select.extractOutputValues());
            var each = batch.iterator();
            each.next();
            assertThat(batch.origin()).isEqualTo(RecordIdentity.ofElement(first));
            each.next();
            assertThat(batch.origin()).isEqualTo(RecordIdentity.ofElement(second));
        }
    }

    @Test
    void shouldNameNoSampleForTheCpuUseOfAHost() {
        ServerUpdate ofHost = measurement(
                        "scratch-OST0001",
                        ServerKind.OST,
                        0,
                        1,
                        QuantityAmounts.ofBytes(1, 1),
                        QuantityAmounts.NONE,
                        50,
                        null)
                .ofHost();
        assertThat(ofHost.role()).isEqualTo(ServerRole.DATA_HOST);
        assertThat(ofHost.origin()).isNull();
    }
}
