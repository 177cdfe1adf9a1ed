package io.barograph.flink.state;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a checkpoint says of the values in it: their format and its version. Another one than this program's is refused.
 */
public final class BinarySerializerSnapshot<T> implements TypeSerializerSnapshot<T> {
    /** Of what all formats share. In version 2 records are written by their components. */
    private static final int SNAPSHOT_VERSION = 2;

    private static final String REMEDY = ": start without the old state, from the beginning of the topics";

    private BinaryFormat<T> format;

    /** For Flink, which reads the rest. */
    public BinarySerializerSnapshot() {}

    BinarySerializerSnapshot(BinaryFormat<T> format) {
        this.format = format;
    }

    @Override
    public int getCurrentVersion() {
        return SNAPSHOT_VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(format.getClass().getName());
        out.writeUTF(format.argument());
        out.writeInt(format.version());
    }

    @Override
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader classLoader) throws IOException {
        if (readVersion != SNAPSHOT_VERSION) {
            throw new IOException("the state was written with version " + readVersion + " of all formats"
                    + "; this program knows version " + SNAPSHOT_VERSION + REMEDY);
        }
        String formatClass = in.readUTF();
        String argument = in.readUTF();
        int formatVersion = in.readInt();
        String formatName = argument.isEmpty() ? formatClass : argument;
        try {
            @SuppressWarnings("unchecked") // the snapshot of a serializer of T names a format of T
            BinaryFormat<T> known = (BinaryFormat<T>) BinaryFormat.named(formatClass, argument, classLoader);
            format = known;
        } catch (ReflectiveOperationException e) {
            throw new IOException("the state was written with format " + formatName + ", which is not there", e);
        }
        if (formatVersion != format.version()) {
            throw new IOException("the state was written with version " + formatVersion + " of " + formatName
                    + "; this program knows version " + format.version() + REMEDY);
        }
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        return new BinarySerializer<>(format);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> oldSnapshot) {
        return oldSnapshot instanceof BinarySerializerSnapshot<T> old
                        && old.format.getClass().equals(format.getClass())
                        && old.format.argument().equals(format.argument())
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
