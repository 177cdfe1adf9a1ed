package io.barograph.flink.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** Serializer of a type with a {@link BinaryFormat}. */
final class BinarySerializer<T> extends TypeSerializer<T> {
    private static final int FIRST_BUFFER_BYTES = 256;

    /** A larger buffer is not kept for the next value. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private final BinaryFormat<T> format;
    private transient DataOutputSerializer buffer;

    BinarySerializer(BinaryFormat<T> format) {
        this.format = format;
    }

    @Override
    public boolean isImmutableType() {
        return !format.isMutable();
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return new BinarySerializer<>(format.duplicate());
    }

    @Override
    public T createInstance() {
        return null;
    }

    /** Writes it and reads it back. Flink copies only what changes while a checkpoint is taken. */
    @Override
    public T copy(T from) {
        if (from == null || !format.isMutable()) {
            return from;
        }
        try {
            DataOutputSerializer bytes = new DataOutputSerializer(FIRST_BUFFER_BYTES);
            format.write(from, bytes);
            return format.read(new DataInputDeserializer(bytes.getSharedBuffer(), 0, bytes.length()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy a " + format.type().getName(), e);
        }
    }

    @Override
    public T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    /** To memory at once; to the stream of a checkpoint, which takes its bytes one by one, as one block. */
    @Override
    public void serialize(T value, DataOutputView target) throws IOException {
        if (target instanceof DataOutputSerializer) {
            format.write(value, target);
            return;
        }
        if (buffer == null || buffer.getSharedBuffer().length > MAX_KEPT_BYTES) {
            buffer = new DataOutputSerializer(FIRST_BUFFER_BYTES);
        }
        buffer.clear();
        format.write(value, buffer);
        target.write(buffer.getSharedBuffer(), 0, buffer.length());
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        return format.read(source);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinarySerializer<?> serializer
                && serializer.format.getClass().equals(format.getClass())
                && serializer.format.argument().equals(format.argument());
    }

    @Override
    public int hashCode() {
        return format.getClass().hashCode();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new BinarySerializerSnapshot<>(format);
    }
}
