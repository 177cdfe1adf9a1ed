package io.barograph.schemas;

import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/** Writes a value in its binary form, as {@code X::writeTo}. */
@FunctionalInterface
public interface BinaryWriter<T> extends Serializable {
    void write(T value, DataOutput out) throws IOException;
}
