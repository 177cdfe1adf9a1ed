package io.barograph.cli.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.specific.SpecificRecord;

/**
 * Writes records as JSON lines, one object a line: Avro field names in the order of the schema, times as ISO-8601 UTC,
 * nulls kept, map keys in order, doubles as the shortest decimal that reads back as the same number (NaN and infinities
 * as strings), bytes as Base64. Equal records give equal lines.
 */
public final class JsonLines implements AutoCloseable {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Double.toString of Java 17 is not always the shortest; this writer is, on every Java.
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private final JsonGenerator json;

    private JsonLines(OutputStream file) throws IOException {
        this.json = FACTORY.createGenerator(file).setRootValueSeparator(null);
    }

    public static JsonLines to(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        return new JsonLines(Files.newOutputStream(file));
    }

    public void write(SpecificRecord record) throws IOException {
        writeRecord(json, record);
        json.writeRaw('\n');
    }

    @Override
    public void close() throws IOException {
        json.close();
    }

    /** @return its line, without line end */
    public static String line(SpecificRecord record) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            writeRecord(json, record);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return text.toString();
    }

    /** @return its line with {@code topic} and {@code key} before its fields */
    public static <T extends SpecificRecord> String keyedLine(Topic<T> topic, T record) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("topic", topic.name());
            json.writeStringField("key", topic.key().apply(record));
            writeFields(json, record);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return text.toString();
    }

    private static void writeRecord(JsonGenerator json, SpecificRecord record) throws IOException {
        json.writeStartObject();
        writeFields(json, record);
        json.writeEndObject();
    }

    private static void writeFields(JsonGenerator json, SpecificRecord record) throws IOException {
        for (Schema.Field field : record.getSchema().getFields()) {
            json.writeFieldName(field.name());
            writeValue(json, record.get(field.pos()));
        }
    }

    private static void writeValue(JsonGenerator json, Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof SpecificRecord nested) {
            writeRecord(json, nested);
        } else if (value instanceof Instant || value instanceof CharSequence || value instanceof Enum) {
            json.writeString(value.toString());
        } else if (value instanceof Double number) { // most of them are
            json.writeNumber(number);
        } else if (value instanceof Boolean || value instanceof Number) {
            json.writePOJO(value);
        } else if (value instanceof ByteBuffer bytes) {
            byte[] content = new byte[bytes.remaining()];
            bytes.duplicate().get(content);
            json.writeBinary(content);
        } else if (value instanceof GenericFixed fixed) {
            json.writeBinary(fixed.bytes());
        } else if (value instanceof Map<?, ?> map) {
            writeMap(json, map);
        } else if (value instanceof Collection<?> elements) {
            json.writeStartArray();
            for (Object element : elements) {
                writeValue(json, element);
            }
            json.writeEndArray();
        } else {
            throw new IllegalArgumentException("no JSON form is defined for " + value.getClass());
        }
    }

    private static void writeMap(JsonGenerator json, Map<?, ?> map) throws IOException {
        Map<String, Object> ordered = new TreeMap<>();
        map.forEach((key, value) -> ordered.put(key.toString(), value));
        json.writeStartObject();
        for (Map.Entry<String, Object> entry : ordered.entrySet()) {
            json.writeFieldName(entry.getKey());
            writeValue(json, entry.getValue());
        }
        json.writeEndObject();
    }
}
