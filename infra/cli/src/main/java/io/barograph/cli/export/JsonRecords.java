package io.barograph.cli.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.RegularFileCheck;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads what {@link JsonLines} wrote. A field that a line lacks has its default, one that the record does not have is
 * skipped: files of other versions stay readable.
 */
public final class JsonRecords<T extends SpecificRecord> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Class<T> type;
    private final Schema schema;

    public JsonRecords(Class<T> type) {
        AvroCodec.of(type); // so that Avro trusts the class
        this.type = type;
        this.schema = SpecificData.get().getSchema(type);
    }

    /** @throws MalformedJsonLineException if a line is no such record */
    public void readAll(Path file, Consumer<? super T> handler) throws IOException {
        RegularFileCheck.require(file);
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    handler.accept(read(file, number, line));
                }
            }
        }
    }

    private T read(Path file, int number, String line) {
        try {
            return type.cast(record(JSON.readTree(line), schema));
        } catch (IOException | RuntimeException e) {
            throw new MalformedJsonLineException(file, number, schema.getName(), e);
        }
    }

    private static SpecificRecord record(JsonNode json, Schema schema) {
        if (!json.isObject()) {
            throw new IllegalArgumentException("an object is expected, not " + json.getNodeType());
        }
        SpecificRecord record = (SpecificRecord) SpecificData.get().newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode value = json.get(field.name());
            if (value == null && !field.hasDefaultValue()) {
                throw new IllegalArgumentException("field " + field.name() + " is missing");
            }
            try {
                record.put(
                        field.pos(),
                        value == null ? SpecificData.get().getDefaultValue(field) : value(value, field.schema()));
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("field " + field.name() + ": " + e.getMessage(), e);
            }
        }
        return record;
    }

    private static Object value(JsonNode json, Schema schema) {
        return switch (schema.getType()) {
            case UNION -> json.isNull() ? null : value(json, notNull(schema));
            case RECORD -> record(json, schema);
            case ARRAY -> array(json, schema);
            case MAP -> map(json, schema);
            case ENUM -> symbol(text(json), schema);
            case STRING -> text(json);
            case BYTES -> ByteBuffer.wrap(Base64.getDecoder().decode(text(json)));
            case LONG ->
                schema.getLogicalType() == null ? (Object) number(json).longValue() : Instant.parse(text(json));
            case INT -> number(json).intValue();
            case FLOAT -> (float) real(json);
            case DOUBLE -> real(json);
            case BOOLEAN -> json.booleanValue();
            case FIXED, NULL -> throw new IllegalArgumentException("no JSON form is defined for " + schema.getType());
        };
    }

    /** A symbol of a later version is read as the default, as Avro reads it. */
    private static Object symbol(String name, Schema schema) {
        boolean known = schema.hasEnumSymbol(name);
        if (!known && schema.getEnumDefault() == null) {
            throw new IllegalArgumentException("\"" + name + "\" is none of " + schema.getEnumSymbols());
        }
        return SpecificData.get().createEnum(known ? name : schema.getEnumDefault(), schema);
    }

    private static Schema notNull(Schema union) {
        return union.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .findFirst()
                .orElseThrow();
    }

    private static List<Object> array(JsonNode json, Schema schema) {
        List<Object> elements = new ArrayList<>(json.size());
        json.forEach(element -> elements.add(value(element, schema.getElementType())));
        return elements;
    }

    private static Map<String, Object> map(JsonNode json, Schema schema) {
        Map<String, Object> map = new HashMap<>();
        json.properties().forEach(entry -> map.put(entry.getKey(), value(entry.getValue(), schema.getValueType())));
        return map;
    }

    private static String text(JsonNode json) {
        if (!json.isTextual()) {
            throw new IllegalArgumentException("a string is expected, not " + json);
        }
        return json.textValue();
    }

    private static Number number(JsonNode json) {
        if (!json.isIntegralNumber()) {
            throw new IllegalArgumentException("an integer is expected, not " + json);
        }
        return json.numberValue();
    }

    /** NaN and infinities are strings. */
    private static double real(JsonNode json) {
        return json.isTextual() ? Double.parseDouble(json.textValue()) : json.doubleValue();
    }
}
