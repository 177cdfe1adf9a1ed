package io.barograph.flink.state;

import io.barograph.schemas.BinaryReader;
import io.barograph.schemas.BinaryWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * The binary form of a type whose methods write, read and copy it; it knows its current version alone.
 *
 * @param <T> type
 */
public abstract class DelegatingFormat<T> extends BinaryFormat<T> {
    private static final long serialVersionUID = 1L;

    private final BinaryWriter<T> writer;
    private final BinaryReader<T> reader;
    private final ValueCopier<T> copier;

    /** For a type whose values are never changed. */
    protected DelegatingFormat(Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader) {
        this(type, version, writer, reader, value -> value);
    }

    /** @param copier gives a copy that shares nothing mutable with the value */
    protected DelegatingFormat(
            Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader, ValueCopier<T> copier) {
        super(type, version, version);
        this.writer = writer;
        this.reader = reader;
        this.copier = copier;
    }

    @Override
    public final void write(T value, DataOutput out) throws IOException {
        writer.write(value, out);
    }

    @Override
    public final T read(int writtenVersion, DataInput in) throws IOException {
        return reader.read(in);
    }

    @Override
    public final T copy(T value) {
        return copier.copy(value);
    }

    /** {@code X::copy}. */
    @FunctionalInterface
    protected interface ValueCopier<T> extends Serializable {
        /** @return a copy that shares nothing mutable with the value */
        T copy(T value);
    }
}
