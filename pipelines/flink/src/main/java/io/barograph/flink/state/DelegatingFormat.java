package io.barograph.flink.state;

import io.barograph.schemas.BinaryReader;
import io.barograph.schemas.BinaryWriter;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The binary form of a type as two methods that write and read it; it knows its current version alone. A class
 * declares it in a constant, so a checkpoint names that class and the type: loading the class makes the form known.
 */
public final class DelegatingFormat<T> extends BinaryFormat<T> {
    private static final String SEPARATOR = " of ";
    private static final Map<String, DelegatingFormat<?>> DECLARED = new ConcurrentHashMap<>();

    private final String argument;
    private final BinaryWriter<T> writer;
    private final BinaryReader<T> reader;
    private final boolean mutable;

    private DelegatingFormat(
            String argument,
            Class<T> type,
            int version,
            BinaryWriter<T> writer,
            BinaryReader<T> reader,
            boolean mutable) {
        super(type, version);
        this.argument = argument;
        this.writer = writer;
        this.reader = reader;
        this.mutable = mutable;
    }

    private DelegatingFormat(DelegatingFormat<T> declared) {
        this(
                declared.argument,
                declared.type(),
                declared.version(),
                declared.writer,
                declared.reader,
                declared.mutable);
    }

    /** @throws ClassNotFoundException if the class that declared it, or its declaration, is not there */
    DelegatingFormat(String argument) throws ClassNotFoundException {
        this(DelegatingFormat.<T>declared(argument));
    }

    @SuppressWarnings("unchecked") // the name was written by argument()
    private static <T> DelegatingFormat<T> declared(String argument) throws ClassNotFoundException {
        String holder = argument.substring(argument.indexOf(SEPARATOR) + SEPARATOR.length());
        Class.forName(holder, true, DelegatingFormat.class.getClassLoader());
        DelegatingFormat<?> declared = DECLARED.get(argument);
        if (declared == null) {
            throw new ClassNotFoundException(argument);
        }
        return (DelegatingFormat<T>) declared;
    }

    /**
     * @param <T> type, which declares it in a constant of its own; its values are never changed
     * @return Flink's view of the type
     */
    public static <T> BinaryType<T> typeOf(Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader) {
        return new FormatHolder(type).typeOf(type, version, writer, reader);
    }

    /**
     * @param <T> type, which declares it in a constant of its own
     * @return Flink's view of the type
     */
    public static <T> BinaryType<T> mutableTypeOf(
            Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader) {
        return new FormatHolder(type).mutableTypeOf(type, version, writer, reader);
    }

    /**
     * @param <T> type, which declares it in a constant of its own
     * @return Flink's view of the type, which has a {@link RecordForm}
     */
    public static <T extends Record> BinaryType<T> recordTypeOf(Class<T> type, int version) {
        return new FormatHolder(type).recordTypeOf(type, version);
    }

    /** A class that declares forms of other types, in constants. */
    public record FormatHolder(Class<?> holder) {
        /**
         * @param <T> type; its values are never changed
         * @return Flink's view of the type
         */
        public <T> BinaryType<T> typeOf(Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader) {
            return typeOf(type, version, writer, reader, false);
        }

        /** @return Flink's view of the type */
        public <T> BinaryType<T> mutableTypeOf(
                Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader) {
            return typeOf(type, version, writer, reader, true);
        }

        /** @return Flink's view of the type, which has a {@link RecordForm} */
        public <T extends Record> BinaryType<T> recordTypeOf(Class<T> type, int version) {
            RecordForm<T> form = RecordForm.of(type);
            return typeOf(type, version, form, form, form.isMutable());
        }

        private <T> BinaryType<T> typeOf(
                Class<T> type, int version, BinaryWriter<T> writer, BinaryReader<T> reader, boolean mutable) {
            String argument = type.getName() + SEPARATOR + holder.getName();
            DelegatingFormat<T> format = new DelegatingFormat<>(argument, type, version, writer, reader, mutable);
            DECLARED.put(argument, format);
            return new BinaryType<>(format);
        }
    }

    @Override
    public String argument() {
        return argument;
    }

    @Override
    public void write(T value, DataOutput out) throws IOException {
        writer.write(value, out);
    }

    @Override
    public T read(DataInput in) throws IOException {
        return reader.read(in);
    }

    @Override
    public boolean isMutable() {
        return mutable;
    }
}
