package io.barograph.flink.batches;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.StringLength;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.function.SerializableFunction;
import org.junit.jupiter.api.Test;

class BatchOperatorTest {
    record Named(String name, long value) {}

    static final class NamedFormat extends BinaryFormat<Named> {
        NamedFormat() {
            super(Named.class, 3);
        }

        @Override
        public void write(Named value, DataOutput out) throws IOException {
            out.writeUTF(value.name);
            out.writeLong(value.value);
        }

        @Override
        public Named read(DataInput in) throws IOException {
            return new Named(in.readUTF(), in.readLong());
        }
    }

    private static final BinaryType<KeyedBatch<Named>> TYPE = KeyedBatch.typeOf(new NamedFormat());

    private static TypeSerializer<KeyedBatch<Named>> serializer() {
        return TYPE.createSerializer(new SerializerConfigImpl());
    }

    private static OneInputStreamOperatorTestHarness<Named, KeyedBatch<Named>> harness() throws Exception {
        return harness(elements -> elements);
    }

    private static OneInputStreamOperatorTestHarness<Named, KeyedBatch<Named>> harness(
            SerializableFunction<List<Named>, List<Named>> combine) throws Exception {
        OneInputStreamOperatorTestHarness<Named, KeyedBatch<Named>> harness =
                new OneInputStreamOperatorTestHarness<>(new BatchOperator<>(Named::name, combine));
        harness.setup(serializer());
        harness.open();
        return harness;
    }

    private static void add(
            OneInputStreamOperatorTestHarness<Named, KeyedBatch<Named>> harness, String name, long value)
            throws Exception {
        harness.processElement(new Named(name, value), value);
    }

    @Test
    void shouldGatherByKeyAndPassOnAheadOfTheWatermark() throws Exception {
        try (var harness = harness()) {
            add(harness, "OST0000", 1);
            add(harness, "OST0001", 2);
            add(harness, "OST0000", 3);
            assertThat(harness.getOutput()).isEmpty();
            harness.processWatermark(5);
            assertThat(harness.getOutput())
                    .containsExactly(
                            new StreamRecord<>(
                                    new KeyedBatch<>(List.of(new Named("OST0000", 1), new Named("OST0000", 3)))),
                            new StreamRecord<>(new KeyedBatch<>(List.of(new Named("OST0001", 2)))),
                            new Watermark(5));
        }
    }

    @Test
    void shouldKeepNothingOverACheckpointAStreamThatFallsIdleOrTheEnd() throws Exception {
        try (var harness = harness()) {
            add(harness, "OST0000", 1);
            harness.prepareSnapshotPreBarrier(1);
            assertThat(harness.extractOutputValues()).hasSize(1);
            add(harness, "OST0000", 2);
            harness.processWatermarkStatus(WatermarkStatus.IDLE);
            assertThat(harness.extractOutputValues()).hasSize(2);
            add(harness, "OST0000", 3);
            harness.endInput();
            assertThat(harness.extractOutputValues()).hasSize(3);
            harness.processWatermark(5);
            assertThat(harness.extractOutputValues()).hasSize(3);
        }
    }

    @Test
    void shouldPassOnWhenThereAreManyElements() throws Exception {
        try (var harness = harness()) {
            for (int i = 0; i < BatchOperator.LIMIT + 10; i++) {
                add(harness, "OST000" + i % 2, i);
            }
            assertThat(harness.extractOutputValues()).hasSize(2);
            harness.processWatermark(1);
            assertThat(harness.extractOutputValues())
                    .hasSize(4)
                    .flatExtracting(KeyedBatch::elements)
                    .hasSize(BatchOperator.LIMIT + 10);
        }
    }

    private static List<Named> sum(List<Named> elements) {
        return List.of(new Named(
                elements.get(0).name(),
                elements.stream().mapToLong(Named::value).sum()));
    }

    @Test
    void shouldCombineTheElementsOfEachKey() throws Exception {
        try (var harness = harness(BatchOperatorTest::sum)) {
            add(harness, "OST0000", 1);
            add(harness, "OST0001", 2);
            add(harness, "OST0000", 3);
            harness.processWatermark(5);
            assertThat(harness.extractOutputValues())
                    .containsExactly(
                            new KeyedBatch<>(List.of(new Named("OST0000", 4))),
                            new KeyedBatch<>(List.of(new Named("OST0001", 2))));
        }
    }

    @Property(tries = 200)
    void shouldComeBackFromTheNetworkAsItWent(
            @ForAll @NotEmpty List<@StringLength(max = 3) String> names, @ForAll long value) throws Exception {
        List<Named> elements = new ArrayList<>();
        names.forEach(name -> elements.add(new Named(name, value + elements.size())));
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer().serialize(new KeyedBatch<>(elements), out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        assertThat(serializer().deserialize(in).elements()).isEqualTo(elements);
        assertThat(in.available()).isZero();
    }

    @Test
    void shouldWriteANameOnce() throws Exception {
        List<Named> elements = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            elements.add(new Named("a long name of an OST " + i % 200, i));
        }
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer().serialize(new KeyedBatch<>(elements), out);
        assertThat(out.length()).isBetween(300 * 8 + 200 * 24, 300 * 10 + 200 * 30);
    }

    @Test
    void shouldKnowTheFormatOfItsElementsFromASnapshot() throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(16);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer().snapshotConfiguration());
        TypeSerializerSnapshot<KeyedBatch<Named>> snapshot = TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());
        assertThat(snapshot.restoreSerializer()).isEqualTo(serializer());
    }
}
