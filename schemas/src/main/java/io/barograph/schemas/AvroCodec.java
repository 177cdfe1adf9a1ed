package io.barograph.schemas;

import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Wire format of all topics: Avro single-object encoding (Avro specification, "Single-object encoding"): the marker
 * {@code C3 01}, the 8-byte little-endian CRC-64-AVRO fingerprint of the writer's schema, the binary body.
 *
 * <p>Every released version of a schema lies in {@code released/<Record>/<version>.avsc} of this module, and the decoder
 * resolves the writer's schema among them by its fingerprint, so that old records still decode and no registry is
 * needed. Instances are for one thread; {@link #of} is cheap after the first use of a type.
 */
public final class AvroCodec<T extends SpecificRecord> {
    /** Longest string or byte field that is believed; a longer length in a record means a damaged record. */
    private static final int MAX_FIELD_BYTES = 16 * 1024 * 1024;

    private static final byte MARKER_0 = (byte) 0xC3;
    private static final byte MARKER_1 = (byte) 0x01;
    private static final int HEADER_BYTES = 10;
    private static final byte[] NO_HEADER = {};

    static {
        // Avro reads these limits once, when its decoder is loaded: without them a flipped bit in a length asks for
        // gigabytes.
        for (String limit : new String[] {"string.maxLength", "bytes.maxLength", "collectionItems.maxLength"}) {
            String property = "org.apache.avro.limits." + limit;
            if (System.getProperty(property) == null) {
                System.setProperty(property, Integer.toString(MAX_FIELD_BYTES));
            }
        }
        // Avro 1.12.2 loads no generated class that it does not trust.
        String trusted = AvroCodec.class.getPackageName();
        ClassSecurityValidator.setGlobal(
                ClassSecurityValidator.composite(ClassSecurityValidator.getGlobal(), type -> type.getPackageName()
                        .equals(trusted)));
    }

    private static final ClassValue<Versions> VERSIONS = new ClassValue<>() {
        @Override
        protected Versions computeValue(Class<?> type) {
            return Versions.load(type);
        }
    };

    private final Class<T> type;
    private final Versions versions;
    private final SpecificDatumWriter<T> writer;
    private final Map<Long, SpecificDatumReader<T>> readers = new HashMap<>();
    private final byte[] header;
    private final EncodedBytes encoded = new EncodedBytes();
    private final BinaryEncoder encoder;
    private BinaryDecoder decoder;

    /**
     * Lets Avro trust the records. Whoever builds records with default values before there is a codec of any of them has to
     * ask for it first.
     */
    public static void trustRecords() {
        // done when this class was loaded
    }

    private AvroCodec(Class<T> type) {
        this.type = type;
        this.versions = VERSIONS.get(type);
        this.writer = new SpecificDatumWriter<>(versions.current, versions.writing);
        this.encoder = EncoderFactory.get().binaryEncoder(encoded, null);
        this.header = ByteBuffer.allocate(HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MARKER_0)
                .put(MARKER_1)
                .putLong(SchemaNormalization.parsingFingerprint64(versions.current))
                .array();
    }

    /** @return a codec for use by one thread */
    public static <T extends SpecificRecord> AvroCodec<T> of(Class<T> type) {
        return new AvroCodec<>(type);
    }

    /** @return marker, fingerprint and body */
    public byte[] encode(T datum) {
        write(datum, header);
        return encoded.toByteArray();
    }

    /** As {@link #encode}, without an array of its own: the number of bytes as an int, then these. */
    public void encodeWithLength(T datum, DataOutput out) throws IOException {
        write(datum, header);
        encoded.writeWithLength(out);
    }

    /**
     * For files that hold the schema once, at their beginning.
     *
     * @return the body alone, in the {@link #schema()}
     */
    public byte[] encodeBody(T datum) {
        write(datum, NO_HEADER);
        return encoded.toByteArray();
    }

    public Schema schema() {
        return versions.current;
    }

    /**
     * @param written schema of bodies without marker and fingerprint
     * @return what reads them as the current type, for use by one thread
     */
    public DatumReader<T> bodyReader(Schema written) {
        return new SpecificDatumReader<>(written, versions.current, versions.data);
    }

    private void write(T datum, byte[] prefix) {
        try {
            encoder.flush(); // holds what it got of a record before that was refused
            encoded.clear();
            encoded.write(prefix, 0, prefix.length);
            writer.write(datum, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    /**
     * @return the record, with defaults for the fields that its writer did not know
     * @throws MalformedRecordException if the bytes are not such a record, whole and alone
     */
    public T decode(byte[] bytes) throws MalformedRecordException {
        if (bytes == null) {
            throw new MalformedRecordException("no value");
        }
        if (bytes.length < HEADER_BYTES || bytes[0] != MARKER_0 || bytes[1] != MARKER_1) {
            throw new MalformedRecordException("not Avro single-object encoding: no marker C3 01 and fingerprint");
        }
        long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
        SpecificDatumReader<T> reader = readers.get(fingerprint);
        if (reader == null) {
            Schema written = versions.byFingerprint.get(fingerprint);
            if (written == null) {
                throw new MalformedRecordException(String.format(
                        "unknown schema: fingerprint %016x is no released version of %s",
                        fingerprint, type.getSimpleName()));
            }
            reader = new SpecificDatumReader<>(written, versions.current, versions.data);
            readers.put(fingerprint, reader);
        }
        decoder = DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, decoder);
        try {
            T datum = reader.read(null, decoder);
            if (!decoder.isEnd()) {
                throw new MalformedRecordException("bytes left over after the " + type.getSimpleName());
            }
            return datum;
        } catch (IOException | RuntimeException e) {
            throw new MalformedRecordException("damaged " + type.getSimpleName() + ": " + e, e);
        }
    }

    /** @return the released schemas of the type by version, from 1 */
    static Map<Integer, Schema> released(Class<?> type) {
        return VERSIONS.get(type).byVersion;
    }

    /** Schemas of a type; {@code data} to read with, {@code writing} to write with. */
    private record Versions(
            Schema current,
            SpecificData data,
            SpecificData writing,
            Map<Integer, Schema> byVersion,
            Map<Long, Schema> byFingerprint) {
        static Versions load(Class<?> type) {
            SpecificData data = SpecificData.getForClass(type);
            Schema current = data.getSchema(type);
            Map<Integer, Schema> byVersion = new TreeMap<>();
            Map<Long, Schema> byFingerprint = new HashMap<>();
            for (int version = 1; ; version++) {
                String resource = "released/" + type.getSimpleName() + "/" + version + ".avsc";
                try (InputStream in = AvroCodec.class.getResourceAsStream(resource)) {
                    if (in == null) {
                        break;
                    }
                    Schema schema = new Schema.Parser().parse(in);
                    byVersion.put(version, schema);
                    byFingerprint.put(SchemaNormalization.parsingFingerprint64(schema), schema);
                } catch (IOException e) {
                    throw new UncheckedIOException("reading " + resource, e);
                }
            }
            byFingerprint.putIfAbsent(SchemaNormalization.parsingFingerprint64(current), current);
            return new Versions(current, data, forWriting(type, data), byVersion, byFingerprint);
        }

        /**
         * With the generated code of records without times, which is most of all in the long lists of servers. It writes
         * such a record several times faster than the general way; reading is slower with it.
         */
        private static SpecificData forWriting(Class<?> type, SpecificData data) {
            SpecificData writing = new SpecificData(type.getClassLoader());
            data.getConversions().forEach(writing::addLogicalTypeConversion);
            writing.setCustomCoders(true);
            return writing;
        }
    }

    /** The bytes of one record after the other, in an array that stays. For one thread. */
    private static final class EncodedBytes extends ByteArrayOutputStream {
        /** A larger array is not kept for the next record. */
        private static final int MAX_KEPT = 1 << 20;

        private static final int FIRST = 512;

        EncodedBytes() {
            super(FIRST);
        }

        /** Forgets the record before. */
        void clear() {
            reset();
            if (buf.length > MAX_KEPT) {
                buf = new byte[FIRST];
            }
        }

        /** Writes the number of bytes, then these. */
        void writeWithLength(DataOutput out) throws IOException {
            out.writeInt(count);
            out.write(buf, 0, count);
        }
    }
}
