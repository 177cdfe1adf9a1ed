package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Writes states to bytes and back. */
public final class StateBytes {
    private StateBytes() {}

    /** Writes a state. */
    @FunctionalInterface
    public interface Writer<T> {
        void write(T state, DataOutput out) throws IOException;
    }

    /** Reads a state. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(DataInput in) throws IOException;
    }

    public static <T> byte[] of(T state, Writer<T> writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writer.write(state, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Restores a state and checks that it is the same, to the last byte; returns what was restored. */
    public static <T> T roundTrip(T state, Writer<T> writer, Reader<T> reader) {
        byte[] bytes = of(state, writer);
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            T restored = reader.read(in);
            assertThat(in.available()).as("bytes left over").isZero();
            assertThat(of(restored, writer)).isEqualTo(bytes);
            return restored;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks that a copy is the same and that changing it leaves the original alone. */
    public static <T> void checkCopy(T state, UnaryOperator<T> copier, Consumer<T> change, Writer<T> writer) {
        byte[] bytes = of(state, writer);
        T copy = copier.apply(state);
        assertThat(of(copy, writer)).isEqualTo(bytes);
        change.accept(copy);
        assertThat(of(copy, writer)).isNotEqualTo(bytes);
        assertThat(of(state, writer)).isEqualTo(bytes);
    }
}
