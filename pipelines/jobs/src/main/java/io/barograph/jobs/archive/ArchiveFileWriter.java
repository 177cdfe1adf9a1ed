package io.barograph.jobs.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;

/** Writes one container file of one topic; the stream stays its owner's. */
final class ArchiveFileWriter {
    private static final int BLOCK_BYTES = 128 * 1024;

    private final DataFileWriter<ArchivedRecord> writer;

    ArchiveFileWriter(ArchivedTopic<?> topic, Map<String, String> metadata, CodecFactory codec, OutputStream out)
            throws IOException {
        writer = new DataFileWriter<>(new RecordWriter()).setCodec(codec).setSyncInterval(BLOCK_BYTES);
        writer.setMeta(ArchiveSchema.TOPIC, topic.topic().name());
        metadata.forEach(writer::setMeta);
        writer.create(ArchiveSchema.of(topic), out);
    }

    void append(ArchivedRecord archived) throws IOException {
        writer.append(archived);
    }

    /** Hands all records to the stream. */
    void flush() throws IOException {
        writer.flush();
    }

    private static final class RecordWriter implements DatumWriter<ArchivedRecord> {
        @Override
        public void setSchema(Schema schema) {
            // bodies are in the current schema already
        }

        @Override
        public void write(ArchivedRecord datum, Encoder out) throws IOException {
            out.writeInt(datum.partition());
            out.writeLong(datum.offset());
            out.writeFixed(datum.body());
        }
    }
}
