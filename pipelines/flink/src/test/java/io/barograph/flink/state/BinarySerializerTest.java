package io.barograph.flink.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinarySerializerTest {
    record Fullness(String target, double percent) {}

    static final class FullnessFormat extends BinaryFormat<Fullness> {
        static int currentVersion = 1;

        FullnessFormat() {
            super(Fullness.class, currentVersion);
        }

        @Override
        public void write(Fullness value, DataOutput out) throws IOException {
            out.writeUTF(value.target);
            out.writeDouble(value.percent);
        }

        @Override
        public Fullness read(DataInput in) throws IOException {
            return new Fullness(in.readUTF(), in.readDouble());
        }
    }

    private static <T> TypeSerializer<T> serializer(BinaryFormat<T> format) {
        return new BinaryType<>(format).createSerializer(new SerializerConfigImpl());
    }

    private static byte[] snapshot(TypeSerializer<?> serializer) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        return out.getCopyOfBuffer();
    }

    private static <T> TypeSerializerSnapshot<T> read(byte[] snapshot) throws IOException {
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(snapshot), BinarySerializerTest.class.getClassLoader());
    }

    private static final BinaryType<List<String>> CHANGING = DelegatingFormat.mutableTypeOf(
            listOfNames(),
            1,
            (names, out) -> BinaryCollections.write(names, out, BinaryCollections.TEXT),
            in -> BinaryCollections.readList(in, DataInput::readUTF));

    @SuppressWarnings("unchecked") // a class knows no type parameters
    private static Class<List<String>> listOfNames() {
        return (Class<List<String>>) (Class<?>) List.class;
    }

    @Test
    void shouldCopyWhatIsChangedAndNothingElse() {
        TypeSerializer<List<String>> changing = CHANGING.createSerializer(new SerializerConfigImpl());
        List<String> names = new ArrayList<>(List.of("OST0001"));
        List<String> copy = changing.copy(names);
        assertThat(copy).isEqualTo(names).isNotSameAs(names);
        copy.add("OST0002");
        assertThat(names).containsExactly("OST0001");
        assertThat(changing.copy(null)).isNull();
        assertThat(changing.isImmutableType()).isFalse();

        FullnessFormat.currentVersion = 1;
        TypeSerializer<Fullness> unchanging = serializer(new FullnessFormat());
        Fullness fullness = new Fullness("OST0001", 0);
        assertThat(unchanging.copy(fullness)).isSameAs(fullness);
        assertThat(unchanging.isImmutableType()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void shouldRefuseStateOfAnotherVersionWithTheRemedy(int written, int known) throws Exception {
        FullnessFormat.currentVersion = written;
        byte[] snapshot = snapshot(serializer(new FullnessFormat()));
        FullnessFormat.currentVersion = known;
        assertThatThrownBy(() -> read(snapshot))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version " + written + " of")
                .hasMessageContaining("knows version " + known)
                .hasMessageContaining("start without the old state");
    }

    @Test
    void shouldMakeTheFormatOfAWireRecordAgain() throws Exception {
        TypeSerializer<JobWeather> serializer =
                AvroFormat.typeOf(JobWeather.class).createSerializer(new SerializerConfigImpl());
        TypeSerializerSnapshot<JobWeather> restored = read(snapshot(serializer));
        assertThat(restored.restoreSerializer()).isEqualTo(serializer);
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(restored)
                        .isCompatibleAsIs())
                .isTrue();
    }

    enum Role {
        DATA,
        METADATA
    }

    record Share(String target, Double part) {}

    static final class Names {
        final List<String> names = new ArrayList<>();

        void writeTo(DataOutput out) throws IOException {
            BinaryCollections.write(names, out, BinaryCollections.TEXT);
        }

        static Names readFrom(DataInput in) throws IOException {
            Names read = new Names();
            BinaryCollections.read(in, DataInput::readUTF, read.names::add);
            return read;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // compared as what it holds
    record Whole(
            int number,
            long time,
            boolean flag,
            Role role,
            byte[] bytes,
            byte[] none,
            Share share,
            Share unknown,
            List<Share> shares,
            Map<String, Double> factors,
            NavigableMap<Integer, Role> roles,
            Set<String> targets) {
        static final BinaryType<Whole> TYPE = DelegatingFormat.recordTypeOf(Whole.class, 1);
    }

    record Named(Names names) {
        static final BinaryType<Named> TYPE = DelegatingFormat.recordTypeOf(Named.class, 1);
    }

    private static <T> T restored(BinaryType<T> type, T value) throws IOException {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        T read = BinarySerializerTest.<T>read(snapshot(serializer))
                .restoreSerializer()
                .deserialize(in);
        assertThat(in.available()).isZero();
        return read;
    }

    @Test
    void shouldKeepEachComponentOfARecord() throws Exception {
        Whole whole = new Whole(
                -1,
                Long.MAX_VALUE,
                true,
                Role.METADATA,
                new byte[] {1, 2},
                null,
                new Share("OST0001", 0.1),
                null,
                List.of(new Share("OST0002", Double.NaN)),
                Map.of("OST0003", Double.MIN_VALUE),
                new TreeMap<>(Map.of(2, Role.DATA, 1, Role.METADATA)),
                Set.of("OST0005", "OST0004"));
        assertThat(restored(Whole.TYPE, whole))
                .usingRecursiveComparison()
                .withEqualsForType(Double::equals, Double.class)
                .isEqualTo(whole);
        assertThat(Whole.TYPE.format().isMutable()).isFalse();

        Names names = new Names();
        names.names.add("OST0001");
        assertThat(restored(Named.TYPE, new Named(names)).names().names).containsExactly("OST0001");
        assertThat(Named.TYPE.format().isMutable()).isTrue();
    }

    record Positive(int number, Names names) {
        static final BinaryType<Positive> TYPE = DelegatingFormat.recordTypeOf(Positive.class, 1);

        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException(number + " is not positive");
            }
        }
    }

    @Test
    void shouldPassOnWhatARecordOrAComponentThrows() throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(64);
        Positive.TYPE.format().write(new Positive(1, new Names()), out);
        byte[] whole = out.getCopyOfBuffer();
        assertThatThrownBy(() -> Positive.TYPE.format().read(new DataInputDeserializer(whole, 0, whole.length - 1)))
                .isInstanceOf(EOFException.class);

        byte[] zero = new byte[whole.length];
        assertThatThrownBy(() -> Positive.TYPE.format().read(new DataInputDeserializer(zero)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("0 is not positive");
    }

    record Unknown(StringBuilder text) {}

    record Ordered(SortedMap<String, Long> amounts) {}

    @Test
    void shouldRefuseAComponentWithoutABinaryForm() {
        assertThatThrownBy(() -> RecordForm.of(Unknown.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("StringBuilder");
        assertThatThrownBy(() -> RecordForm.of(Ordered.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SortedMap");
    }
}
