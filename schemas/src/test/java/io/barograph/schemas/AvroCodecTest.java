package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class AvroCodecTest {
    private static final ServerPoll POLL = poll();

    private final AvroCodec<ServerPoll> codec = AvroCodec.of(ServerPoll.class);

    private static ServerPoll poll() {
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("scratch-OST0001")
                .setKind(ServerKind.OST)
                .setTime(Instant.parse("2018-02-09T08:00:05Z"))
                .setPublishedAt(Instant.parse("2018-02-09T08:00:06Z"))
                .setIntervalMillis(5_000)
                .setReadBytes(123L)
                .build();
        return ServerPolls.of(List.of(sample), "").get(0);
    }

    @Test
    void shouldRoundTrip() throws Exception {
        assertThat(codec.decode(codec.encode(POLL))).isEqualTo(POLL);
    }

    @Test
    void shouldWriteMarkerAndFingerprintOfTheCurrentSchema() {
        byte[] bytes = codec.encode(POLL);
        assertThat(bytes).startsWith(0xC3, 0x01);
        long fingerprint = SchemaNormalization.parsingFingerprint64(ServerPoll.getClassSchema());
        for (int i = 0; i < 8; i++) {
            assertThat(bytes[2 + i]).isEqualTo((byte) (fingerprint >>> (8 * i)));
        }
    }

    @Test
    void shouldNameTheFingerprintOfAnUnknownSchema() {
        byte[] bytes = codec.encode(POLL);
        bytes[2] ^= 1;
        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("unknown schema")
                .hasMessageContaining("ServerPoll");
    }

    /** Few bytes may claim a text of two gigabytes: it is refused before room is made for it. */
    @Test
    void shouldRefuseATextThatIsLongerThanTheRecord() throws Exception {
        for (int claimed : new int[] {1_000, 16 * 1024 * 1024 + 1, Integer.MAX_VALUE - 8}) {
            ByteArrayOutputStream record = new ByteArrayOutputStream();
            record.write(codec.encode(POLL), 0, 10);
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(record, null);
            encoder.writeInt(claimed); // bytes of its first field
            encoder.flush();
            assertThatThrownBy(() -> codec.decode(record.toByteArray())).isInstanceOf(MalformedRecordException.class);
        }
    }

    @Test
    void shouldRefuseTruncatedRecordsAndLeftOvers() {
        byte[] bytes = codec.encode(POLL);
        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(truncated)).isInstanceOf(MalformedRecordException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> codec.decode(longer))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessageContaining("left over");
    }

    @Test
    void shouldWriteNothingOfARecordThatItRefused() throws Exception {
        ServerPoll incomplete = new ServerPoll();
        incomplete.setFileSystem("scratch");
        assertThatThrownBy(() -> codec.encode(incomplete)).isInstanceOf(RuntimeException.class);
        assertThat(codec.decode(codec.encode(POLL))).isEqualTo(POLL);
    }

    @Test
    void shouldWriteALengthAndTheSameBytes() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        codec.encodeWithLength(POLL, new DataOutputStream(out));
        byte[] bytes = codec.encode(POLL);
        assertThat(ByteBuffer.wrap(out.toByteArray()))
                .isEqualTo(ByteBuffer.allocate(4 + bytes.length)
                        .putInt(bytes.length)
                        .put(bytes)
                        .flip());
    }

    @ParameterizedTest
    @FieldSource("io.barograph.schemas.Topic#CATALOGUE")
    <T extends SpecificRecord> void shouldWriteWhatTheGeneralWriterOfAvroWrites(Topic<T> topic) throws Exception {
        AvroCodec<T> codec = AvroCodec.of(topic.type());
        for (Object random : new RandomData(codec.schema(), 20, 1L)) {
            byte[] generic = written(new GenericDatumWriter<>(codec.schema()), random);
            T record = codec.bodyReader(codec.schema())
                    .read(null, DecoderFactory.get().binaryDecoder(generic, null));
            SpecificData general = SpecificData.getForClass(topic.type());
            assertThat(codec.encodeBody(record))
                    .isEqualTo(written(new SpecificDatumWriter<>(codec.schema(), general), record));
        }
    }

    private static <T> byte[] written(DatumWriter<T> writer, T datum) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        writer.write(datum, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Property
    void shouldDecodeOrRefuseWhateverBytesComeAfterTheHeader(@ForAll byte[] body) {
        byte[] bytes = Arrays.copyOf(codec.encode(POLL), 10 + body.length);
        System.arraycopy(body, 0, bytes, 10, body.length);
        try {
            assertThat(codec.decode(bytes)).isNotNull();
        } catch (MalformedRecordException expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }

    @Test
    void shouldReleaseEverySchemaUnderAFingerprintOfItsOwn() {
        for (Topic<?> topic : Topic.CATALOGUE) {
            Map<Integer, Schema> released = AvroCodec.released(topic.type());
            Set<Long> fingerprints = new HashSet<>();
            for (Schema schema : released.values()) {
                assertThat(fingerprints.add(SchemaNormalization.parsingFingerprint64(schema)))
                        .as("two versions of %s differ in nothing that a reader could tell", topic.type())
                        .isTrue();
            }
            Schema current = SpecificData.get().getSchema(topic.type());
            // The generated class adds how it holds strings; the contract is the parsing canonical form.
            assertThat(SchemaNormalization.toParsingForm(released.get(released.size())))
                    .as("the newest released version of %s is the current schema", topic.type())
                    .isEqualTo(SchemaNormalization.toParsingForm(current));
        }
    }

    @Test
    void shouldReadEveryReleasedVersionWithEachLaterOne() {
        for (Topic<?> topic : Topic.CATALOGUE) {
            Map<Integer, Schema> released = AvroCodec.released(topic.type());
            released.forEach((writtenVersion, written) -> released.forEach((readVersion, read) -> {
                if (readVersion >= writtenVersion) {
                    assertThat(SchemaCompatibility.checkReaderWriterCompatibility(read, written)
                                    .getType())
                            .as("%s: version %d reads version %d", topic.name(), readVersion, writtenVersion)
                            .isEqualTo(SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE);
                }
            }));
        }
    }
}
