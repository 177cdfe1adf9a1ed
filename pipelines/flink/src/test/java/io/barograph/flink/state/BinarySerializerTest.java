package io.barograph.flink.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.JobWeather;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class BinarySerializerTest {
    /** A value whose second version got a field. */
    record Fullness(String target, double percent) {}

    /** As released first. */
    static final class FullnessFormat extends BinaryFormat<Fullness> {
        static int currentVersion = 1;

        FullnessFormat() {
            super(Fullness.class, currentVersion);
        }

        @Override
        public void write(Fullness value, DataOutput out) throws IOException {
            out.writeUTF(value.target);
            if (currentVersion > 1) {
                out.writeDouble(value.percent);
            }
        }

        @Override
        public Fullness read(int writtenVersion, DataInput in) throws IOException {
            return new Fullness(in.readUTF(), writtenVersion > 1 ? in.readDouble() : 0);
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

    @Test
    void shouldReadStateOfAnOlderVersionAndRefuseANewerOne() throws Exception {
        FullnessFormat.currentVersion = 1;
        byte[] oldSnapshot = snapshot(serializer(new FullnessFormat()));
        DataOutputSerializer oldBytes = new DataOutputSerializer(64);
        serializer(new FullnessFormat()).serialize(new Fullness("OST0001", 0), oldBytes);

        FullnessFormat.currentVersion = 2;
        TypeSerializerSnapshot<Fullness> restored = read(oldSnapshot);
        assertThat(restored.restoreSerializer().deserialize(new DataInputDeserializer(oldBytes.getCopyOfBuffer())))
                .isEqualTo(new Fullness("OST0001", 0));
        assertThat(serializer(new FullnessFormat())
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(restored)
                        .isCompatibleAfterMigration())
                .isTrue();
        byte[] newSnapshot = snapshot(serializer(new FullnessFormat()));

        FullnessFormat.currentVersion = 1;
        assertThatThrownBy(() -> read(newSnapshot))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2 of")
                .hasMessageContaining("versions up to 1");
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

    /** As it is now: the first version cannot be read any more. */
    static final class NewFormat extends BinaryFormat<Fullness> {
        static int oldestVersion = 1;

        NewFormat() {
            super(Fullness.class, oldestVersion, oldestVersion);
        }

        @Override
        public void write(Fullness value, DataOutput out) throws IOException {
            out.writeDouble(value.percent);
        }

        @Override
        public Fullness read(int writtenVersion, DataInput in) throws IOException {
            return new Fullness("", in.readDouble());
        }
    }

    @Test
    void shouldRefuseStateThatIsTooOldWithTheRemedy() throws Exception {
        NewFormat.oldestVersion = 1;
        byte[] oldSnapshot = snapshot(serializer(new NewFormat()));
        NewFormat.oldestVersion = 2;
        assertThatThrownBy(() -> read(oldSnapshot))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 1 of")
                .hasMessageContaining("start without the old state");
    }
}
