package io.barograph.runtime.runner;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One file of a spool: a header, then {@link SpoolFrame frames}. Positions are those of the spool. The header is a mark (8
 * bytes), the number of the segment's first record (8) and CRC-32C of both (4).
 *
 * <p>Damaged bytes are passed over: reading goes on at the next frame whose header is good. Bytes that the file should have
 * and has not are damaged bytes, too.
 *
 * <p>Not a FileChannel: an interrupt of the collector's thread would close it.
 */
final class SpoolSegment implements Closeable {
    static final int HEADER_BYTES = 8 + 8 + 4;

    /** "BAROSPL" and the version of the format. */
    private static final byte[] MARK = {'B', 'A', 'R', 'O', 'S', 'P', 'L', 2};

    private static final int READ_BYTES = 64 * 1024;

    /**
     * What lies at a position: the header of a segment, a record, or damaged bytes.
     *
     * @param record the record; empty if there is none or it is damaged
     * @param number number of the record, or of the first one behind the header; -1 if it is not known
     * @param damagedBytes number of bytes that are not what was written
     */
    record Entry(Optional<SpooledRecord> record, long number, long next, Path file, long offset, long damagedBytes) {}

    private final Path path;
    private final long base;
    private final RandomAccessFile file;
    private long size;
    private byte[] chunk = new byte[0];
    private long chunkFrom;

    private SpoolSegment(Path path, long base, RandomAccessFile file, long size) {
        this.path = path;
        this.base = base;
        this.file = file;
        this.size = size;
    }

    static SpoolSegment create(Path path, long base, long firstNumber) throws IOException {
        SpoolSegment segment = new SpoolSegment(path, base, new RandomAccessFile(path.toFile(), "rw"), 0);
        try {
            segment.file.setLength(0);
            segment.append(header(firstNumber));
            return segment;
        } catch (IOException e) {
            segment.close();
            throw e;
        }
    }

    static SpoolSegment open(Path path, long base) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        return new SpoolSegment(path, base, file, file.length());
    }

    private static ByteBuffer header(long firstNumber) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).put(MARK).putLong(firstNumber);
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, header.position());
        return header.putInt((int) crc.getValue()).flip();
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    /** @return position behind the last byte */
    long end() {
        return base + size;
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

    /** @return its header as an entry; the number is unknown if the header is damaged */
    Entry header() throws IOException {
        byte[] bytes = bytes(0, HEADER_BYTES);
        long number = ByteBuffer.wrap(bytes).getLong(MARK.length);
        boolean isGood = Arrays.equals(bytes, header(number).array());
        return new Entry(
                Optional.empty(),
                isGood ? number : -1,
                base + Math.min(size, HEADER_BYTES),
                path,
                0,
                isGood ? 0 : HEADER_BYTES);
    }

    Entry read(long position) throws IOException {
        long offset = position - base;
        Optional<SpoolFrame> found = frame(offset);
        if (found.isEmpty()) {
            long next = nextFrame(offset + 1);
            return new Entry(Optional.empty(), -1, base + next, path, offset, next - offset);
        }
        SpoolFrame frame = found.get();
        if (frame.end() > end()) {
            return new Entry(Optional.empty(), frame.number(), end(), path, offset, size - offset);
        }
        byte[] content = bytes(offset + SpoolFrame.HEADER_BYTES, frame.length());
        Optional<SpooledRecord> record = frame.isContent(content) ? SpooledRecord.parse(content) : Optional.empty();
        long damaged = record.isPresent() ? 0 : frame.end() - position;
        return new Entry(record, frame.number(), frame.end(), path, offset, damaged);
    }

    private Optional<SpoolFrame> frame(long offset) throws IOException {
        return size - offset < SpoolFrame.HEADER_BYTES
                ? Optional.empty()
                : SpoolFrame.parse(base + offset, bytes(offset, SpoolFrame.HEADER_BYTES), 0);
    }

    /** @return offset of the first frame with a good header, from an offset on; the size if there is none */
    private long nextFrame(long from) throws IOException {
        long offset = from;
        while (size - offset >= SpoolFrame.HEADER_BYTES) {
            int length = (int) Math.min(READ_BYTES, size - offset);
            byte[] bytes = bytes(offset, length);
            for (int index = 0; index + SpoolFrame.HEADER_BYTES <= length; index++) {
                if (bytes[index] == SpoolFrame.FIRST_OF_MARKER
                        && SpoolFrame.parse(base + offset + index, bytes, index).isPresent()) {
                    return offset + index;
                }
            }
            offset += length - SpoolFrame.HEADER_BYTES + 1;
        }
        return size;
    }

    /**
     * Whether all from a position on is the beginning of a single write that a crash has cut short: part of a header, a
     * good header with part of its content, or the zeros of a file that grew before its bytes were on the disk.
     */
    boolean isTornAt(long position) throws IOException {
        long offset = position - base;
        if (size - offset < SpoolFrame.HEADER_BYTES) {
            return true;
        }
        Optional<SpoolFrame> frame = frame(offset);
        if (frame.isPresent()) {
            return frame.get().end() > end();
        }
        while (offset < size) {
            byte[] bytes = bytes(offset, (int) Math.min(READ_BYTES, size - offset));
            for (byte value : bytes) {
                if (value != 0) {
                    return false;
                }
            }
            offset += bytes.length;
        }
        return true;
    }

    void cut(long position) throws IOException {
        file.setLength(position - base);
        size = position - base;
        chunk = new byte[0];
    }

    /** Bytes that the file has not are zeros. */
    private byte[] bytes(long offset, int length) throws IOException {
        if (offset < chunkFrom || offset + length > chunkFrom + chunk.length) {
            chunk = new byte[(int) Math.min(Math.max(0, size - offset), Math.max(length, READ_BYTES))];
            chunkFrom = offset;
            file.seek(offset);
            int read = 0;
            int count = 0;
            while (count >= 0 && read < chunk.length) {
                read += count;
                count = file.read(chunk, read, chunk.length - read);
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
