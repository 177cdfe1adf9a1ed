package io.barograph.schemas;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Collections, maps and what may be absent in binary form: their number, then one after the other. */
public final class BinaryCollections {
    public static final BinaryWriter<String> TEXT = (value, out) -> out.writeUTF(value);
    public static final BinaryWriter<Long> LONG = (value, out) -> out.writeLong(value);
    public static final BinaryWriter<Integer> INT = (value, out) -> out.writeInt(value);
    public static final BinaryWriter<Double> DOUBLE = (value, out) -> out.writeDouble(value);

    /** Texts that a user chose may be longer than the 64 KiB of {@link DataOutput#writeUTF}; see {@link #readLongText}. */
    public static final BinaryWriter<String> LONG_TEXT =
            (value, out) -> writeBytes(value.getBytes(StandardCharsets.UTF_8), out);

    private BinaryCollections() {}

    public static <T> void write(Collection<T> values, DataOutput out, BinaryWriter<T> writer) throws IOException {
        out.writeInt(values.size());
        for (T value : values) {
            writer.write(value, out);
        }
    }

    /** @param target takes each value that {@link #write} wrote */
    public static <T> void read(DataInput in, BinaryReader<T> reader, Consumer<? super T> target) throws IOException {
        for (int i = in.readInt(); i > 0; i--) {
            target.accept(reader.read(in));
        }
    }

    /** @return what {@link #write} wrote */
    public static <T> List<T> readList(DataInput in, BinaryReader<T> reader) throws IOException {
        List<T> values = new ArrayList<>();
        read(in, reader, values::add);
        return values;
    }

    public static <K, V> void writeMap(
            Map<K, V> map, DataOutput out, BinaryWriter<K> keyWriter, BinaryWriter<V> valueWriter) throws IOException {
        out.writeInt(map.size());
        for (Map.Entry<K, V> entry : map.entrySet()) {
            keyWriter.write(entry.getKey(), out);
            valueWriter.write(entry.getValue(), out);
        }
    }

    /** @param map takes what {@link #writeMap} wrote */
    public static <K, V> void readMap(
            Map<K, V> map, DataInput in, BinaryReader<K> keyReader, BinaryReader<V> valueReader) throws IOException {
        for (int i = in.readInt(); i > 0; i--) {
            map.put(keyReader.read(in), valueReader.read(in));
        }
    }

    /** @param value null if there is none */
    public static <T> void writeOptional(T value, DataOutput out, BinaryWriter<T> writer) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            writer.write(value, out);
        }
    }

    /** @param bytes null if there are none */
    public static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    /** @return what {@link #writeBytes} wrote */
    public static byte[] readBytes(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** @return what {@link #LONG_TEXT} wrote */
    public static String readLongText(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    /** @param value a constant, of which its name is written */
    public static void writeName(Enum<?> value, DataOutput out) throws IOException {
        out.writeUTF(value.name());
    }
}
