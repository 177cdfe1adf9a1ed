package io.barograph.jobs.archive;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.RegularFileCheck;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Reads one file of the archive, record by record, whatever version of the schema it was written in. Memory: one block,
 * 128 KiB before compression.
 */
public final class ArchiveFileReader implements Closeable {
    private static final int BUFFER_BYTES = 64 * 1024;

    /** Of the header in front of the first block: schema, codec and what {@link ArchiveFile} says. */
    private static final int MAX_HEADER_BYTES = 1024 * 1024;

    /** What the JDK has. Avro names others, and looks for their libraries when the first block is read. */
    private static final Set<String> CODECS = Set.of(DataFileConstants.NULL_CODEC, DataFileConstants.DEFLATE_CODEC);

    private static final String NO_ARCHIVE_FILE = "not a file of the archive: ";

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
        FileSystem files = path.getFileSystem();
        if (!files.isDistributedFS()) {
            requireRegularFile(path);
        }
        FSDataInputStream file = files.open(path);
        try {
            BufferedInputStream bytes = new BufferedInputStream(file, BUFFER_BYTES);
            requireCodec(path, bytes);
            EntryReader entries = new EntryReader();
            DataFileStream<Entry> stream = new DataFileStream<>(bytes, entries);
            ArchivedTopic<?> topic = ArchivedTopic.named(String.valueOf(stream.getMetaString(ArchiveSchema.TOPIC)));
            entries.topic(topic);
            return new ArchiveFileReader(path.toString(), stream, topic);
        } catch (DamagedArchiveException e) {
            file.close();
            throw e;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            file.close();
            throw new DamagedArchiveException(path.toString(), NO_ARCHIVE_FILE + e.getMessage(), e);
        }
    }

    private static void requireRegularFile(Path path) throws IOException {
        try {
            RegularFileCheck.require(java.nio.file.Path.of(path.getPath()));
        } catch (NoSuchFileException e) {
            throw e; // renamed or removed meanwhile
        } catch (FileSystemException e) {
            throw new DamagedArchiveException(path.toString(), NO_ARCHIVE_FILE + e.getReason(), e);
        }
    }

    private static void requireCodec(Path path, BufferedInputStream bytes) throws IOException {
        bytes.mark(MAX_HEADER_BYTES);
        if (Arrays.equals(bytes.readNBytes(DataFileConstants.MAGIC.length), DataFileConstants.MAGIC)) {
            BinaryDecoder header = DecoderFactory.get().directBinaryDecoder(bytes, null);
            for (long entries = header.readMapStart(); entries != 0; entries = header.mapNext()) {
                for (long entry = 0; entry < entries; entry++) {
                    if (!header.readString().equals(DataFileConstants.CODEC)) {
                        header.skipBytes();
                        continue;
                    }
                    String codec = header.readString();
                    if (!CODECS.contains(codec)) {
                        throw new DamagedArchiveException(
                                path.toString(),
                                "the codec " + codec + " is not supported; write the file anew with deflate",
                                null);
                    }
                }
            }
        }
        bytes.reset();
        bytes.mark(0); // lets go of what was kept for it
    }

    ArchivedTopic<?> topic() {
        return topic;
    }

    /** @throws DamagedArchiveException if the header does not say it */
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
        } catch (RuntimeException | OutOfMemoryError e) { // what Avro makes of damage and of lengths that cannot be
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
