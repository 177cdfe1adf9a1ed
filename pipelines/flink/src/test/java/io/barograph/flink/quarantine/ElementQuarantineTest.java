package io.barograph.flink.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.Topic;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

/** Elements that are made of many records or come out of the state of others, and timers. */
@SuppressWarnings("try") // the harness may be interrupted while closing; then the test fails
class ElementQuarantineTest {
    private static final String OPERATOR = "sum";
    private static final long BAD = 13;

    /** A sum over many records. */
    private record Sum(String fileSystem, long value) {
        static final BinaryType<Sum> TYPE = DelegatingFormat.typeOf(Sum.class, 1, Sum::write, Sum::read);

        private static void write(Sum sum, DataOutput out) throws IOException {
            out.writeUTF(sum.fileSystem);
            out.writeLong(sum.value);
        }

        private static Sum read(DataInput in) throws IOException {
            return new Sum(in.readUTF(), in.readLong());
        }
    }

    /** What another operator made of a record, and has kept in its state since. */
    private record Kept(String fileSystem, long event, int edition) implements AttributableElement {
        static final BinaryType<Kept> TYPE = DelegatingFormat.typeOf(Kept.class, 1, Kept::write, Kept::read);

        @Override
        public RecordIdentity origin() {
            return new RecordIdentity(Topic.SITE_EVENTS.name(), fileSystem + ", event " + event);
        }

        private static void write(Kept kept, DataOutput out) throws IOException {
            out.writeUTF(kept.fileSystem);
            out.writeLong(kept.event);
            out.writeInt(kept.edition);
        }

        private static Kept read(DataInput in) throws IOException {
            return new Kept(in.readUTF(), in.readLong(), in.readInt());
        }
    }

    @SuppressWarnings("SameNameButDifferent") // contexts are those of the class that each extends
    private static final class PassOnKept extends KeyedProcessFunction<String, Kept, Long> {
        @Override
        public void processElement(Kept kept, Context context, Collector<Long> out) {
            PassOn.fail(kept.event);
            out.collect(kept.event);
        }
    }

    /** Fails for each {@link #BAD} element and timer. */
    @SuppressWarnings("SameNameButDifferent")
    private static final class PassOn extends KeyedCoProcessFunction<String, KeyedBatch<Sum>, Sum, Long> {
        private static void fail(long value) {
            if (value % 100 == BAD) {
                throw new IllegalStateException("cannot be added: " + value);
            }
        }

        @Override
        public void processElement1(KeyedBatch<Sum> sums, Context context, Collector<Long> out) {
            for (Sum sum : sums) {
                fail(sum.value);
                out.collect(sum.value);
            }
        }

        @Override
        public void processElement2(Sum sum, Context context, Collector<Long> out) {
            fail(sum.value);
            context.timerService().registerEventTimeTimer(sum.value + 1);
            out.collect(sum.value);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Long> out) {
            fail(time);
            out.collect(-time);
        }
    }

    /** What was noted holds from the next start on. */
    private static final class Noted implements FailureLog {
        private final transient Map<RecordIdentity, String> reasons = new HashMap<>();
        private final transient Map<String, Set<RecordIdentity>> byOperator = new HashMap<>();
        private final transient List<OperatorFailure> failures = new ArrayList<>();
        private final transient List<RecordIdentity> leftOut = new ArrayList<>();

        @Override
        public String note(OperatorFailure failure) {
            failures.add(failure);
            reasons.put(failure.record(), failure.exception());
            if (!failure.record().isWithinOperator()) {
                byOperator
                        .computeIfAbsent(failure.operator(), operator -> new HashSet<>())
                        .add(failure.record());
            }
            return "noted";
        }

        @Override
        public void leftOut(RecordIdentity record) {
            leftOut.add(record);
        }

        @Override
        public SkippedRecords skipped() {
            return new SkippedRecords(reasons, byOperator);
        }
    }

    private static KeyedTwoInputStreamOperatorTestHarness<String, KeyedBatch<Sum>, Sum, Long> start(FailureLog log)
            throws Exception {
        AttributingCoOperator<String, KeyedBatch<Sum>, Sum, Long> operator = new AttributingCoOperator<>(new PassOn());
        operator.noteIn(log);
        var harness = new KeyedTwoInputStreamOperatorTestHarness<>(
                operator, batch -> batch.first().fileSystem(), Sum::fileSystem, Types.STRING);
        var config = harness.getStreamConfig();
        config.setOperatorName(OPERATOR);
        config.setupNetworkInputs(
                KeyedBatch.typeOf(Sum.TYPE.format()).createSerializer(new SerializerConfigImpl()),
                Sum.TYPE.createSerializer(new SerializerConfigImpl()));
        config.serializeAllConfigs();
        harness.setup(Types.LONG.createSerializer(new SerializerConfigImpl()));
        harness.open();
        return harness;
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, Kept, Long> startKept(FailureLog log, String name)
            throws Exception {
        AttributingOperator<String, Kept, Long> operator = new AttributingOperator<>(new PassOnKept());
        operator.noteIn(log);
        var harness = new KeyedOneInputStreamOperatorTestHarness<>(operator, Kept::fileSystem, Types.STRING);
        var config = harness.getStreamConfig();
        config.setOperatorName(name);
        config.setupNetworkInputs(Kept.TYPE.createSerializer(new SerializerConfigImpl()));
        config.serializeAllConfigs();
        harness.setup(Types.LONG.createSerializer(new SerializerConfigImpl()));
        harness.open();
        return harness;
    }

    private static StreamRecord<Kept> kept(long event, int edition) {
        return new StreamRecord<>(new Kept("scratch", event, edition));
    }

    @Test
    void shouldLeaveOutWhatComesOutOfStateOfARecordThatWasReadBefore() throws Exception {
        Noted log = new Noted();
        RecordIdentity record = new Kept("scratch", BAD, 1).origin();
        try (var harness = startKept(log, OPERATOR)) {
            assertThatThrownBy(() -> harness.processElement(kept(BAD, 1)))
                    .hasMessageStartingWith("record site-events scratch, event 13 made operator \"sum\" fail");
        }
        try (var harness = startKept(log, OPERATOR)) {
            harness.processElement(kept(1, 1));
            harness.processElement(kept(BAD, 1));
            harness.processElement(kept(BAD, 2));
            harness.processElement(kept(2, 1));
            assertThat(harness.extractOutputValues()).containsExactly(1L, 2L);
            assertThat(log.leftOut).as("once").containsExactly(record);
        }
        try (var harness = startKept(log, "another")) {
            assertThatThrownBy(() -> harness.processElement(kept(BAD, 2)))
                    .as("what an operator has not failed on it takes")
                    .hasMessageContaining("made operator \"another\" fail");
        }
        assertThat(log.failures).extracting(OperatorFailure::record).containsExactly(record, record);
    }

    private static StreamRecord<KeyedBatch<Sum>> batch(String fileSystem, long... values) {
        List<Sum> sums = new ArrayList<>();
        for (long value : values) {
            sums.add(new Sum(fileSystem, value));
        }
        return new StreamRecord<>(new KeyedBatch<>(sums));
    }

    @Test
    void shouldLeaveOutAnElementOfABatchWhateverComesWithIt() throws Exception {
        Noted log = new Noted();
        try (var harness = start(log)) {
            assertThatThrownBy(() -> harness.processElement1(batch("scratch", 1, BAD, 2)))
                    .hasMessageStartingWith("record operator sum scratch, element ")
                    .hasMessageEndingWith("made operator \"sum\" fail: IllegalStateException: cannot be added: 13"
                            + " (ElementQuarantineTest$PassOn.fail); noted");
        }
        try (var harness = start(log)) {
            harness.processElement1(batch("scratch", 1));
            harness.processElement1(batch("scratch", BAD));
            harness.processElement1(batch("scratch", 2, BAD, 3));
            assertThat(harness.extractOutputValues()).containsExactly(1L, 2L, 3L);
            assertThatThrownBy(() -> harness.processElement1(batch("home", BAD)))
                    .as("of another key")
                    .hasMessageContaining("record operator sum home, element ");
        }
        assertThat(log.failures).hasSize(2).allSatisfy(failure -> assertThat(
                        failure.record().isWithinOperator())
                .isTrue());
    }

    @Test
    void shouldLeaveOutATimerOfAKey() throws Exception {
        Noted log = new Noted();
        try (var harness = start(log)) {
            harness.processElement2(new StreamRecord<>(new Sum("scratch", BAD - 1)));
            assertThatThrownBy(() -> harness.processBothWatermarks(new Watermark(BAD)))
                    .hasMessageContaining(
                            "record operator sum scratch, timer of 1970-01-01T00:00:00.013Z made operator");
        }
        try (var harness = start(log)) {
            harness.processElement2(new StreamRecord<>(new Sum("scratch", BAD - 1)));
            harness.processElement2(new StreamRecord<>(new Sum("scratch", BAD + 1)));
            harness.processBothWatermarks(new Watermark(100));
            assertThat(harness.extractOutputValues()).containsExactly(BAD - 1, BAD + 1, -BAD - 2);
            assertThatThrownBy(() -> harness.processElement2(new StreamRecord<>(new Sum("scratch", 100 + BAD))))
                    .as("an element of the second input")
                    .hasMessageContaining("record operator sum scratch, element ");
        }
        assertThat(log.failures).hasSize(2);
    }
}
