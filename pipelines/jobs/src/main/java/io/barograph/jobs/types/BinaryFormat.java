package io.barograph.jobs.types;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * The binary form of a type, with a version. Implementations have a constructor without parameters, or one that takes
 * what {@link #argument()} returns.
 *
 * @param <T> type
 */
public interface BinaryFormat<T> extends Serializable {
    /** @return class of the values */
    Class<T> type();

    /** @return version that {@link #write} writes, from 1 */
    int version();

    /**
     * @param value value to write
     * @param out where to
     * @throws IOException if writing fails
     */
    void write(T value, DataOutput out) throws IOException;

    /**
     * @param version version that wrote the bytes, at most {@link #version()}
     * @param in where from
     * @return the value
     * @throws IOException if reading fails or the bytes are not such a value
     */
    T read(int version, DataInput in) throws IOException;

    /**
     * @param value value to copy; a value that is never changed may be returned itself
     * @return a copy that shares nothing mutable with it
     */
    default T copy(T value) {
        return value;
    }

    /** @return this format, or one of its own for another thread if it keeps buffers */
    default BinaryFormat<T> duplicate() {
        return this;
    }

    /** @return what the constructor needs to make this format again; empty for a constructor without parameters */
    default String argument() {
        return "";
    }
}
