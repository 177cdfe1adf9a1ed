package io.barograph.containers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The next released version of the schemas of some topics, with one field more: as a jar that knows it, and as the records
 * that collectors of that version write.
 */
final class NextSchemas {
    private static final String RELEASED = "io/barograph/schemas/released/";

    /** Text of the additional field, as Avro writes it: twice its length, then its bytes. */
    private static final byte[] ADDED = "\u0006new".getBytes(StandardCharsets.UTF_8);

    private final Map<Class<?>, Schema> schemas = new HashMap<>();

    NextSchemas(List<Topic<?>> topics) throws IOException {
        ObjectMapper json = new ObjectMapper();
        for (Topic<?> topic : topics) {
            Schema current = SpecificData.get().getSchema(topic.type());
            ObjectNode next = (ObjectNode) json.readTree(current.toString());
            ((ArrayNode) next.get("fields"))
                    .addObject()
                    .put("name", "addedByTheNextVersion")
                    .put("type", "string")
                    .put("default", "");
            schemas.put(topic.type(), new Schema.Parser().parse(next.toString()));
        }
    }

    /** @return a copy of a jar that knows the versions */
    Path knownBy(Path jar, Path folder) throws IOException {
        Path next = Files.copy(jar, folder.resolve("next-" + jar.getFileName()));
        try (FileSystem entries = FileSystems.newFileSystem(next)) {
            for (Map.Entry<Class<?>, Schema> schema : schemas.entrySet()) {
                Path versions = entries.getPath(RELEASED, schema.getKey().getSimpleName());
                int version = 1;
                while (Files.exists(versions.resolve(version + ".avsc"))) {
                    version++;
                }
                Files.createDirectories(versions);
                Files.writeString(
                        versions.resolve(version + ".avsc"), schema.getValue().toString());
            }
        }
        return next;
    }

    /** @return the record as the next version writes it */
    <T extends SpecificRecord> ProducerRecord<byte[], byte[]> encode(PublishedRecord<T> published, String prefix) {
        Class<T> type = published.topic().type();
        byte[] body = AvroCodec.of(type).encodeBody(published.record());
        byte[] value = ByteBuffer.allocate(10 + body.length + ADDED.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0xC3)
                .put((byte) 1)
                .putLong(SchemaNormalization.parsingFingerprint64(schemas.get(type)))
                .put(body)
                .put(ADDED)
                .array();
        return SimulatedHour.message(published, prefix, value);
    }
}
