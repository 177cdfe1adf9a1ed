package io.barograph.flink.state;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.MalformedRecordException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.avro.specific.SpecificRecord;

/** Wire records between operators, in their wire format, which knows all released versions of a schema. */
public final class AvroFormat<T extends SpecificRecord> extends BinaryFormat<T> {
    private transient AvroCodec<T> codec;

    private AvroFormat(Class<T> type) {
        super(type, 1);
    }

    /** @throws ClassNotFoundException if there is no such class */
    @SuppressWarnings("unchecked") // the name was written by argument()
    AvroFormat(String className) throws ClassNotFoundException {
        this((Class<T>) Class.forName(className, true, AvroFormat.class.getClassLoader()));
    }

    /** @return Flink's view of it */
    public static <T extends SpecificRecord> BinaryType<T> typeOf(Class<T> type) {
        return new BinaryType<>(new AvroFormat<>(type));
    }

    /** @return its format, to be used within another one */
    public static <T extends SpecificRecord> AvroFormat<T> of(Class<T> type) {
        return new AvroFormat<>(type);
    }

    @Override
    public String argument() {
        return type().getName();
    }

    @Override
    public BinaryFormat<T> duplicate() {
        return new AvroFormat<>(type());
    }

    @Override
    public void write(T value, DataOutput out) throws IOException {
        codec().encodeWithLength(value, out);
    }

    @Override
    public T read(DataInput in) throws IOException {
        byte[] bytes = BinaryCollections.readBytes(in);
        try {
            return codec().decode(bytes);
        } catch (MalformedRecordException e) {
            throw new IOException(e);
        }
    }

    private AvroCodec<T> codec() {
        if (codec == null) {
            codec = AvroCodec.of(type());
        }
        return codec;
    }
}
