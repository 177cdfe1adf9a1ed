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
}
