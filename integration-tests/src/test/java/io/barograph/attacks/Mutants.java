package io.barograph.attacks;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;

/**
 * Makes mutants of the records of one topic: each differs from a good record in one place, which may be any field of any
 * record within it, its bytes, its key or its timestamp. What there is to mutate is read from the schema. For one thread.
 *
 * @param <T> record type
 */
final class Mutants<T extends SpecificRecord> {
    private static final int HEADER_BYTES = 10;
    private static final String TICKS_PER_SECOND = "ticks-per-second";
    private static final String SYMBOLS = "number-of-symbols";

    /** Longer than any text that is taken. */
    private static final int LONG_TEXT = 70_000;

    /** More than is taken of anything that is no list of names, and of those. */
    private static final int MANY = 70_000;

    private static final int MANY_NAMES = 200_001;
    private static final int MANY_KEYS = 1_100;
    private static final Set<String> FEW_TAKEN = Set.of("modules", "fileSystems", "fileSystems[].ioIntervals");

    private final Topic<T> topic;
    private final List<T> good;
    private final byte[] foreign;
    private final SplittableRandom random;
    private final Schema schema;
    private final GenericDatumReader<GenericData.Record> reader;
    private final GenericDatumWriter<GenericData.Record> writer;

    /** One record that differs from a good one. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Mutant(MutationKind kind, String place, long timestamp, byte[] key, byte[] value) {}

    /** A place within a record, and how something else is put there. */
    private record Place(String name, Schema schema, Object value, Setter setter) {}

    private interface Setter {
        void set(Object value);
    }

    /**
     * @param topic topic of the records
     * @param good good records
     * @param foreign a record of another topic
     * @param random what all chance comes from
     */
    Mutants(Topic<T> topic, List<T> good, byte[] foreign, SplittableRandom random) {
        this.topic = topic;
        this.good = List.copyOf(good);
        this.foreign = foreign.clone();
        this.random = random;
        this.schema = raw(AvroCodec.of(topic.type()).schema(), new HashMap<>());
        this.reader = new GenericDatumReader<>(schema);
        this.writer = new GenericDatumWriter<>(schema);
    }

    /** The same layout of bytes, with numbers for enums and times: what is none of them can be written, too. */
    private static Schema raw(Schema schema, Map<String, Schema> records) {
        return switch (schema.getType()) {
            case RECORD -> {
                Schema known = records.get(schema.getFullName());
                if (known != null) {
                    yield known;
                }
                Schema record = Schema.createRecord(schema.getName() + "Raw", null, "raw", false);
                records.put(schema.getFullName(), record);
                List<Schema.Field> fields = new ArrayList<>();
                for (Schema.Field field : schema.getFields()) {
                    fields.add(new Schema.Field(field.name(), raw(field.schema(), records)));
                }
                record.setFields(fields);
                yield record;
            }
            case ENUM -> {
                Schema number = Schema.create(Schema.Type.INT);
                number.addProp(SYMBOLS, schema.getEnumSymbols().size());
                yield number;
            }
            case LONG -> {
                Schema number = Schema.create(Schema.Type.LONG);
                if (schema.getLogicalType() != null) {
                    number.addProp(
                            TICKS_PER_SECOND,
                            schema.getLogicalType().getName().equals("timestamp-micros") ? 1_000_000 : 1_000);
                }
                yield number;
            }
            case ARRAY -> Schema.createArray(raw(schema.getElementType(), records));
            case MAP -> Schema.createMap(raw(schema.getValueType(), records));
            case UNION ->
                Schema.createUnion(schema.getTypes().stream()
                        .map(type -> raw(type, records))
                        .toList());
            default -> Schema.create(schema.getType());
        };
    }

    /**
     * @param good a good record
     * @return one that is not
     */
    Mutant of(T good) throws IOException {
        byte[] bytes = AvroCodec.of(topic.type()).encode(good);
        long timestamp = topic.timestamp().applyAsLong(good);
        byte[] key = topic.keyBytes(good);
        return random.nextInt(4) == 0 ? ofBytes(bytes, timestamp, key) : ofField(bytes, timestamp, key);
    }

    private Mutant ofBytes(byte[] bytes, long timestamp, byte[] key) {
        return switch (random.nextInt(10)) {
            case 0 ->
                new Mutant(
                        MutationKind.CUT_SHORT, "", timestamp, key, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            case 1 -> {
                byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(100));
                yield new Mutant(MutationKind.BYTES_LEFT_OVER, "", timestamp, key, longer);
            }
            case 2 -> {
                boolean isKnown = random.nextBoolean();
                byte[] other = isKnown ? foreign.clone() : bytes.clone();
                if (!isKnown) {
                    ByteBuffer.wrap(other).putLong(2, random.nextLong());
                }
                yield new Mutant(MutationKind.FOREIGN_SCHEMA, "", timestamp, key, other);
            }
            case 3 -> {
                byte[] other = bytes.clone();
                other[random.nextInt(2)] ^= (byte) (1 + random.nextInt(255));
                yield new Mutant(MutationKind.NO_AVRO, "", timestamp, key, other);
            }
            case 4 -> {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                yield new Mutant(MutationKind.NO_AVRO, "", timestamp, key, random.nextInt(4) == 0 ? null : noise);
            }
            case 5 -> new Mutant(MutationKind.OTHER_KEY, "", timestamp, otherKey(), bytes);
            case 6 -> {
                long other = pastMillis();
                yield new Mutant(MutationKind.OTHER_TIMESTAMP, "", other == timestamp ? other - 1 : other, key, bytes);
            }
            default -> {
                byte[] flipped = bytes.clone();
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    flipped[HEADER_BYTES + random.nextInt(bytes.length - HEADER_BYTES)] ^=
                            (byte) (1 << random.nextInt(8));
                }
                yield new Mutant(MutationKind.FLIPPED_BITS, "", timestamp, key, flipped);
            }
        };
    }

    /** That of another source: one of a new name holds event time for a minute, and each run would take as long. */
    private byte[] otherKey() {
        return topic.keyBytes(good.get(random.nextInt(good.size())));
    }

    /** A time that Kafka takes: between its epoch and the beginning of the site's records, or soon after. */
    private long pastMillis() {
        return random.nextBoolean()
                ? random.nextLong(AttackedSite.TO.toEpochMilli())
                : AttackedSite.FROM.toEpochMilli() + random.nextLong(-86_400_000, 30 * 86_400_000L);
    }

    private Mutant ofField(byte[] bytes, long timestamp, byte[] key) throws IOException {
        GenericData.Record record = reader.read(
                null, DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null));
        List<Place> places = new ArrayList<>();
        collect("", record, places);
        while (true) {
            Place place = places.get(random.nextInt(places.size()));
            Change change = change(place);
            if (change == null || (change.value != null && change.value.equals(place.value))) {
                continue;
            }
            place.setter.set(change.value);
            byte[] mutated = encoded(Arrays.copyOf(bytes, HEADER_BYTES), record);
            return own(change.kind, place.name, timestamp, key, mutated);
        }
    }

    /** Where its own time is one that Kafka takes, it is the record's timestamp half the time. */
    private Mutant own(MutationKind kind, String place, long timestamp, byte[] key, byte[] mutated) {
        T record;
        try {
            record = AvroCodec.of(topic.type()).decode(mutated);
        } catch (MalformedRecordException e) {
            return new Mutant(kind, place, timestamp, key, mutated);
        }
        long own;
        try {
            own = topic.timestamp().applyAsLong(record);
        } catch (ArithmeticException e) {
            return new Mutant(kind, place, timestamp, key, mutated); // a time beyond milliseconds
        }
        boolean isTaken = own >= 0 && own < AttackedSite.FROM.toEpochMilli() + 180 * 86_400_000L;
        return new Mutant(kind, place, isTaken && random.nextBoolean() ? own : timestamp, key, mutated);
    }

    private byte[] encoded(byte[] header, GenericData.Record record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(header);
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        writer.write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private void collect(String path, GenericData.Record record, List<Place> places) {
        for (Schema.Field field : record.getSchema().getFields()) {
            collect(
                    path + field.name(),
                    field.schema(),
                    record.get(field.pos()),
                    value -> record.put(field.pos(), value),
                    places);
        }
    }

    @SuppressWarnings("unchecked") // the schema says what is there
    private void collect(String path, Schema type, Object value, Setter setter, List<Place> places) {
        places.add(new Place(path, type, value, setter));
        Schema known = branch(type, value);
        if (known.getType() == Schema.Type.ARRAY && !((List<Object>) value).isEmpty()) {
            List<Object> list = (List<Object>) value;
            int index = random.nextInt(list.size());
            collect(path + "[]", known.getElementType(), list.get(index), other -> list.set(index, other), places);
        } else if (known.getType() == Schema.Type.MAP) {
            Map<Object, Object> map = (Map<Object, Object>) value;
            map.keySet().stream()
                    .findAny()
                    .ifPresent(key -> places.add(
                            new Place(path + "{}", known.getValueType(), map.get(key), other -> map.put(key, other))));
        } else if (known.getType() == Schema.Type.RECORD) {
            collect(path + ".", (GenericData.Record) value, places);
        }
    }

    private static Schema branch(Schema type, Object value) {
        return type.getType() == Schema.Type.UNION
                ? type.getTypes().get(GenericData.get().resolveUnion(type, value))
                : type;
    }

    private record Change(MutationKind kind, Object value) {}

    private Change change(Place place) {
        Schema type = place.schema;
        if (type.getType() == Schema.Type.UNION) {
            if (place.value != null && random.nextInt(10) == 0) {
                return new Change(MutationKind.VALUE_OR_NULL, null);
            }
            type = type.getTypes().stream()
                    .filter(each -> each.getType() != Schema.Type.NULL)
                    .findAny()
                    .orElseThrow();
        }
        return switch (type.getType()) {
            case INT -> type.getObjectProp(SYMBOLS) == null ? ofInt((Integer) place.value) : ofEnum(type);
            case LONG ->
                type.getObjectProp(TICKS_PER_SECOND) == null
                        ? ofLong((Long) place.value)
                        : ofTime((Integer) type.getObjectProp(TICKS_PER_SECOND), (Long) place.value);
            case DOUBLE -> ofDouble((Double) place.value, place.name.equals("metrics{}"));
            case STRING -> ofString(place.value);
            case BOOLEAN -> new Change(MutationKind.OTHER_VALUE, !Boolean.TRUE.equals(place.value));
            case ARRAY -> ofArray(place.name, type, (List<?>) place.value);
            case MAP -> ofMap(type);
            default -> null;
        };
    }

    private Change ofEnum(Schema type) {
        int symbols = (Integer) type.getObjectProp(SYMBOLS);
        return random.nextBoolean()
                ? new Change(MutationKind.OTHER_VALUE, random.nextInt(symbols))
                : new Change(
                        MutationKind.NO_SUCH_SYMBOL,
                        switch (random.nextInt(3)) {
                            case 0 -> -1 - random.nextInt(100);
                            case 1 -> symbols + random.nextInt(100);
                            default -> Integer.MAX_VALUE;
                        });
    }

    private Change ofInt(Integer value) {
        return switch (random.nextInt(5)) {
            case 0 -> new Change(MutationKind.NEGATIVE, -2 - random.nextInt(Integer.MAX_VALUE - 2));
            case 1 -> new Change(MutationKind.HUGE, Integer.MAX_VALUE);
            case 2 -> new Change(MutationKind.OTHER_VALUE, 0);
            case 3 -> new Change(MutationKind.OTHER_VALUE, random.nextInt(1 << random.nextInt(31)));
            default -> new Change(MutationKind.FLIPPED_DIGIT, (int) flipped(value == null ? 17 : value));
        };
    }

    private Change ofLong(Long value) {
        return switch (random.nextInt(5)) {
            case 0 -> new Change(MutationKind.NEGATIVE, -100_000_000_000L - random.nextLong(Long.MAX_VALUE / 2));
            case 1 -> new Change(MutationKind.HUGE, random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
            case 2 -> new Change(MutationKind.OTHER_VALUE, 0L);
            case 3 -> new Change(MutationKind.OTHER_VALUE, random.nextLong(1L << random.nextInt(62)));
            default -> new Change(MutationKind.FLIPPED_DIGIT, flipped(value == null ? 4_711 : value));
        };
    }

    /** Years 1 to 9999, some of them near. */
    private Change ofTime(int ticksPerSecond, Long value) {
        return switch (random.nextInt(4)) {
            case 0 -> {
                long second = random.nextBoolean()
                        ? random.nextLong(seconds("0001-01-01"), seconds("1970-01-01"))
                        : random.nextLong(seconds("2100-01-02"), seconds("9999-12-31"));
                yield new Change(MutationKind.NO_TIME, second * ticksPerSecond + random.nextInt(ticksPerSecond));
            }
            case 1 -> new Change(MutationKind.NO_TIME, random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
            case 2 ->
                new Change(
                        MutationKind.OTHER_TIME,
                        random.nextLong(seconds("1970-01-02"), seconds("2099-12-31")) * ticksPerSecond);
            default -> {
                long good = value == null ? AttackedSite.FROM.getEpochSecond() * ticksPerSecond : value;
                long distance = 1L << random.nextInt(33);
                yield new Change(
                        MutationKind.OTHER_TIME,
                        good + random.nextLong(-distance, distance + 1) * ticksPerSecond / 1_000);
            }
        };
    }

    private static long seconds(String date) {
        return Instant.parse(date + "T00:00:00Z").getEpochSecond();
    }

    private Change ofDouble(Double value, boolean mayBeNegative) {
        return switch (random.nextInt(6)) {
            case 0 -> new Change(MutationKind.NOT_A_NUMBER, Double.NaN);
            case 1 ->
                new Change(
                        MutationKind.NOT_A_NUMBER,
                        random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
            case 2 ->
                new Change(
                        mayBeNegative ? MutationKind.OTHER_VALUE : MutationKind.NEGATIVE, -1.5 - random.nextInt(1_000));
            case 3 -> new Change(MutationKind.HUGE, random.nextBoolean() ? Double.MAX_VALUE : -Double.MAX_VALUE);
            case 4 ->
                new Change(
                        MutationKind.OTHER_VALUE,
                        switch (random.nextInt(4)) {
                            case 0 -> 0.0;
                            case 1 -> -0.0;
                            case 2 -> Double.MIN_VALUE;
                            default -> Math.pow(10, random.nextInt(18));
                        });
            default ->
                new Change(
                        MutationKind.FLIPPED_DIGIT,
                        flipped(Math.round((value == null ? 4.711 : value) * 1_000)) / 1_000.0);
        };
    }

    /** Another digit in one place. */
    private long flipped(long value) {
        char[] digits = Long.toString(value).toCharArray();
        int at = value < 0 ? 1 + random.nextInt(digits.length - 1) : random.nextInt(digits.length);
        digits[at] = (char) ('0' + (digits[at] - '0' + 1 + random.nextInt(9)) % 10);
        try {
            return Long.parseLong(new String(digits));
        } catch (NumberFormatException e) {
            return 0; // beyond 64 bits
        }
    }

    private Change ofString(Object value) {
        String good = value == null ? "x" : value.toString();
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> new Change(MutationKind.OTHER_VALUE, " ".repeat(random.nextInt(3)));
            case 3 -> new Change(MutationKind.LONG_TEXT, "x".repeat(LONG_TEXT));
            case 4, 5, 6 -> new Change(MutationKind.OTHER_VALUE, good + (char) random.nextInt(0x20));
            case 7, 8 -> new Change(MutationKind.OTHER_VALUE, "/" + good + "/,=\\\"'\u00e9\ud83d\ude00");
            case 9 -> new Change(MutationKind.OTHER_VALUE, good.repeat(1 + random.nextInt(600 / (1 + good.length()))));
            case 10, 11 -> new Change(MutationKind.OTHER_VALUE, "-".repeat(1 + random.nextInt(500)));
            default -> {
                char[] characters = (good.isEmpty() ? "x" : good).toCharArray();
                characters[random.nextInt(characters.length)] = (char) ('0' + random.nextInt(75));
                yield new Change(MutationKind.FLIPPED_DIGIT, new String(characters));
            }
        };
    }

    private Change ofArray(String name, Schema type, List<?> value) {
        boolean ofRecords = type.getElementType().getType() == Schema.Type.RECORD;
        if (value != null && !value.isEmpty() && random.nextInt(ofRecords ? 12 : 4) == 0) {
            int size = name.equals("nodeNames") ? MANY_NAMES : FEW_TAKEN.contains(name) ? MANY_KEYS : MANY;
            return new Change(MutationKind.TOO_MANY, repeated(type, value.get(0), size));
        }
        return value == null || value.isEmpty() || random.nextBoolean()
                ? new Change(MutationKind.OTHER_VALUE, new GenericData.Array<>(0, type))
                : new Change(MutationKind.OTHER_VALUE, repeated(type, value.get(0), 2 + random.nextInt(3)));
    }

    private static GenericData.Array<Object> repeated(Schema type, Object element, int size) {
        GenericData.Array<Object> many = new GenericData.Array<>(size, type);
        for (int i = 0; i < size; i++) {
            many.add(element);
        }
        return many;
    }

    private Change ofMap(Schema type) {
        boolean ofDoubles = type.getValueType().getType() == Schema.Type.DOUBLE;
        int kind = random.nextInt(4);
        int size = kind == 0 ? MANY_KEYS : kind == 1 ? 0 : 1;
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            String name = kind == 2 ? "" : kind == 3 ? "\n" : "open" + i;
            map.put(name, ofDoubles ? (Object) (double) i : (Object) (long) i);
        }
        MutationKind named = size == 1 ? MutationKind.NO_NAME : MutationKind.OTHER_VALUE;
        return new Change(kind == 0 ? MutationKind.TOO_MANY : named, map);
    }
}
