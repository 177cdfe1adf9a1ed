package io.barograph.flink.state;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's view of a type that has a {@link BinaryFormat}. */
public final class BinaryType<T> extends TypeInformation<T> {
    private final BinaryFormat<T> format;

    public BinaryType(BinaryFormat<T> format) {
        this.format = format;
    }

    /** @return binary form of the type, to be used within another one */
    public BinaryFormat<T> format() {
        return format;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<T> getTypeClass() {
        return format.type();
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return new BinarySerializer<>(format);
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof BinaryType;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BinaryType<?> type
                && type.format.getClass().equals(format.getClass())
                && type.format.argument().equals(format.argument());
    }

    @Override
    public int hashCode() {
        return format.getClass().hashCode() * 31 + format.argument().hashCode();
    }

    @Override
    public String toString() {
        return "BinaryType(" + format.type().getSimpleName() + ")";
    }
}
