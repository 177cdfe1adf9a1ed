package io.barograph.jobs.replay;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecord;

/** Records of one topic in a file that lives as long as a command: encoded as in the topic, each after its length. */
public final class RecordFile {
    private static final int BUFFER_BYTES = 256 * 1024;

    private RecordFile() {}

    /** Writes records one after the other. */
    public static final class Writer<T extends SpecificRecord> implements Closeable {
        private final AvroCodec<T> codec;
        private final DataOutputStream out;

        /**
         * @param file the file; begun anew if it is there
         * @throws IOException if it cannot be made
         */
        public Writer(Topic<T> topic, Path file) throws IOException {
            codec = AvroCodec.of(topic.type());
            Files.createDirectories(file.toAbsolutePath().getParent());
            out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
        }

        public void write(T record) throws IOException {
            byte[] bytes = codec.encode(record);
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Reads them back. */
    public static final class Reader<T extends SpecificRecord> implements Closeable {
        private final AvroCodec<T> codec;
        private final Path file;
        private final DataInputStream in;

        /**
         * @param file a file that a {@link Writer} has closed
         * @throws IOException if it cannot be opened
         */
        public Reader(Topic<T> topic, Path file) throws IOException {
            this.codec = AvroCodec.of(topic.type());
            this.file = file;
            this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
        }

        /** @return the next record; null after the last */
        public T next() throws IOException {
            int length;
            try {
                length = in.readInt();
            } catch (EOFException e) {
                return null;
            }
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            try {
                return codec.decode(bytes);
            } catch (MalformedRecordException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
