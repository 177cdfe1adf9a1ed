package io.barograph.collectors.runtime;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * One file of a spool: a mark, then frames of {@link SpooledRecord}. Positions are offsets in the file.
 *
 * <p>Not a FileChannel: an interrupt of the collector's thread would close it.
 */
final class SpoolSegment implements Closeable {
    /** "BAROSPL" and the version of the format. */
    static final byte[] MARK = {'B', 'A', 'R', 'O', 'S', 'P', 'L', 1};

    private static final int READ_BYTES = 64 * 1024;

    /**
     * A record and where the next one begins.
     *
     * @param record the record; empty if the bytes are damaged and nothing behind them can be read
     * @param next offset of the next record
     */
    record Entry(Optional<SpooledRecord> record, long next) {}

    private final Path path;
    private final RandomAccessFile file;
    private boolean marked;
    private long size;
    private byte[] chunk = new byte[0];
    private long chunkFrom;

    private SpoolSegment(Path path, RandomAccessFile file, long size) {
        this.path = path;
        this.file = file;
        this.size = size;
    }

    static SpoolSegment create(Path path) throws IOException {
        SpoolSegment segment = new SpoolSegment(path, new RandomAccessFile(path.toFile(), "rw"), 0);
        try {
            segment.begin();
            return segment;
        } catch (IOException e) {
            segment.close();
            throw e;
        }
    }

    static SpoolSegment open(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        SpoolSegment segment = new SpoolSegment(path, file, file.length());
        segment.marked = segment.hasMark();
        return segment;
    }

    private void begin() throws IOException {
        file.setLength(0);
        size = 0;
        append(ByteBuffer.wrap(MARK));
        marked = true;
    }

    /** Cuts off what a crash left half written behind the last whole record. */
    void cutTornTail() throws IOException {
        if (!marked) {
            begin();
            return;
        }
        long offset = MARK.length;
        Entry entry = offset < size ? read(offset) : null;
        while (entry != null && entry.record().isPresent()) {
            offset = entry.next();
            entry = offset < size ? read(offset) : null;
        }
        if (offset < size) {
            file.setLength(offset);
            size = offset;
        }
    }

    /** @return whether it begins as a segment of this format does */
    boolean isMarked() {
        return marked;
    }

    private boolean hasMark() throws IOException {
        if (size < MARK.length) {
            return false;
        }
        byte[] mark = new byte[MARK.length];
        file.seek(0);
        file.readFully(mark);
        return Arrays.equals(mark, MARK);
    }

    long size() {
        return size;
    }

    /** On failure nothing of it stays in the file. */
    void append(ByteBuffer bytes) throws IOException {
        try {
            file.seek(size);
            file.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            size += bytes.remaining();
        } catch (IOException e) {
            file.setLength(size);
            throw e;
        }
    }

    void sync() throws IOException {
        file.getFD().sync();
    }

    /** @param offset offset of a record, before the end */
    Entry read(long offset) throws IOException {
        if (size - offset < SpooledRecord.HEADER_BYTES) {
            return new Entry(Optional.empty(), size);
        }
        ByteBuffer header = ByteBuffer.wrap(bytes(offset, SpooledRecord.HEADER_BYTES));
        int length = header.getInt();
        int checksum = header.getInt();
        long content = offset + SpooledRecord.HEADER_BYTES;
        if (length < 0 || length > size - content) {
            return new Entry(Optional.empty(), size);
        }
        Optional<SpooledRecord> record = SpooledRecord.parse(checksum, bytes(content, length));
        return new Entry(record, record.isPresent() ? content + length : size);
    }

    private byte[] bytes(long offset, int length) throws IOException {
        if (offset < chunkFrom || offset + length > chunkFrom + chunk.length) {
            chunk = new byte[(int) Math.min(size - offset, Math.max(length, READ_BYTES))];
            chunkFrom = offset;
            file.seek(offset);
            try {
                file.readFully(chunk);
            } catch (EOFException e) {
                chunk = new byte[0];
                throw new IOException(path + " is shorter than it was", e);
            }
        }
        int from = (int) (offset - chunkFrom);
        return Arrays.copyOfRange(chunk, from, from + length);
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
