package io.barograph.jobs.archive;

import io.barograph.schemas.AvroCodec;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.Decoder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/**
 * Reads one file of the archive, record by record, whatever version of the schema it was written in. Memory: one block,
 * 128 KiB before compression.
 */
public final class ArchiveFileReader implements Closeable {
    private static final int BUFFER_BYTES = 64 * 1024;

    /** A record and its place in its topic. */
    public record Entry(int partition, long offset, SpecificRecord datum) {}

    private final String path;
    private final DataFileStream<Entry> stream;
    private final ArchivedTopic<?> topic;
    private long read;

    private ArchiveFileReader(String path, DataFileStream<Entry> stream, ArchivedTopic<?> topic) {
        this.path = path;
        this.stream = stream;
        this.topic = topic;
    }

    /**
     * @return its reader, at its first record
     * @throws DamagedArchiveException if it is not a file of the archive
     */
    public static ArchiveFileReader open(Path path) throws IOException {
        FSDataInputStream file = path.getFileSystem().open(path);
        try {
            EntryReader entries = new EntryReader();
            DataFileStream<Entry> stream = new DataFileStream<>(new BufferedInputStream(file, BUFFER_BYTES), entries);
            ArchivedTopic<?> topic = ArchivedTopic.named(String.valueOf(stream.getMetaString(ArchiveSchema.TOPIC)));
            entries.topic(topic);
            return new ArchiveFileReader(path.toString(), stream, topic);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw new DamagedArchiveException(path.toString(), "not a file of the archive: " + e.getMessage(), e);
        }
    }

    ArchivedTopic<?> topic() {
        return topic;
    }

    /**
     * @return what its header says
     * @throws DamagedArchiveException if the header does not say it
     */
    ArchiveFile header(long bytes) throws DamagedArchiveException {
        return ArchiveFile.of(path, bytes, stream::getMetaString);
    }

    /**
     * @return the next record; null after the last one
     * @throws DamagedArchiveException if the file is damaged from here on
     */
    public Entry next() throws DamagedArchiveException {
        try {
            if (!stream.hasNext()) {
                requireEnd();
                return null;
            }
            Entry entry = stream.next();
            read++;
            return entry;
        } catch (RuntimeException e) { // what Avro makes of damage, of its own classes or of the JDK's
            throw new DamagedArchiveException(path, "damaged after " + read + " records: " + e.getMessage(), e);
        }
    }

    /** A file that was cut between two blocks looks whole but for the count in its header. */
    private void requireEnd() throws DamagedArchiveException {
        String records = stream.getMetaString(ArchiveSchema.RECORDS);
        if (records != null && !records.equals(Long.toString(read))) {
            throw new DamagedArchiveException(path, "ends after " + read + " of " + records + " records", null);
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    private static final class EntryReader implements DatumReader<Entry> {
        private Schema written;
        private DatumReader<? extends SpecificRecord> records;

        @Override
        public void setSchema(Schema schema) {
            written = schema;
        }

        void topic(ArchivedTopic<?> topic) {
            boolean known = written.getType() == Schema.Type.RECORD
                    && written.getFields().stream()
                            .map(Schema.Field::name)
                            .toList()
                            .equals(ArchiveSchema.FIELDS);
            if (!known) {
                throw new IllegalArgumentException("its schema is not partition, offset and record");
            }
            records = AvroCodec.of(topic.topic().type())
                    .bodyReader(written.getField(ArchiveSchema.RECORD).schema());
        }

        @Override
        public Entry read(Entry reuse, Decoder in) throws IOException {
            int partition = in.readInt();
            long offset = in.readLong();
            return new Entry(partition, offset, records.read(null, in));
        }
    }
}
