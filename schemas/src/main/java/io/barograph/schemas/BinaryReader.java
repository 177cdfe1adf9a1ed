package io.barograph.schemas;

import java.io.DataInput;
import java.io.IOException;
import java.io.Serializable;

/** Reads what a {@link BinaryWriter} wrote, as {@code X::readFrom}. */
@FunctionalInterface
public interface BinaryReader<T> extends Serializable {
    /** @throws IOException if reading fails or the bytes are not such a value */
    T read(DataInput in) throws IOException;
}
