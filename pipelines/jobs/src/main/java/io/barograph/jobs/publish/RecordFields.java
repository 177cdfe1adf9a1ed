package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * The numbers, texts, enums and flags of a record as fields of a point, by its schema: {@code clockSkewSeconds} as {@code
 * clock_skew_s}, {@code peakPerSecond} as {@code peak_per_s}, {@code fileSystemReadBytes} as {@code fs_read_bytes}. Times,
 * lists and maps are not among them. A number that is null is {@value UnknownValues#VALUE}, a text the empty one.
 */
final class RecordFields {
    private record Field(String name, int position, Schema.Type type, boolean isNullable) {}

    private final List<Field> fields = new ArrayList<>();

    /** @param except names in the schema of what is written otherwise, or not at all */
    RecordFields(Schema schema, String... except) {
        for (Schema.Field field : schema.getFields()) {
            boolean isNullable = field.schema().isUnion();
            Schema type = isNullable ? known(field.schema()) : field.schema();
            if (type.getLogicalType() == null && !Set.of(except).contains(field.name())) {
                fields.add(new Field(nameOf(field.name()), field.pos(), type.getType(), isNullable));
            }
        }
    }

    private static Schema known(Schema union) {
        return union.getTypes().stream()
                .filter(type -> type.getType() != Schema.Type.NULL)
                .findFirst()
                .orElseThrow();
    }

    private static String nameOf(String name) {
        return name.replaceAll("(\\p{Upper})", "_$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("^file_system_", "fs_")
                .replaceAll("_per_second$", "_per_s")
                .replaceAll("_seconds$", "_s");
    }

    InfluxPoint.Builder addTo(InfluxPoint.Builder point, SpecificRecord record) {
        return addTo(point, "", record);
    }

    /**
     * @param prefix with which the names of the fields begin
     * @param record null if there is none: nothing of it is known
     */
    InfluxPoint.Builder addTo(InfluxPoint.Builder point, String prefix, SpecificRecord record) {
        for (Field field : fields) {
            String name = prefix + field.name;
            Object value = record == null ? null : record.get(field.position);
            switch (field.type) {
                case STRING, ENUM -> point.field(name, value == null ? "" : value.toString());
                case INT, LONG -> point.field(name, value == null ? UnknownValues.VALUE : ((Number) value).longValue());
                case DOUBLE -> {
                    boolean mayBeUnknown = field.isNullable || record == null;
                    point.field(name, mayBeUnknown ? UnknownValues.or((Double) value) : (double) value);
                }
                case BOOLEAN -> point.field(name, (boolean) value);
                default -> {} // lists and maps
            }
        }
        return point;
    }
}
