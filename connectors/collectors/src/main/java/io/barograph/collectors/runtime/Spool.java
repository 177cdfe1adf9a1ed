package io.barograph.collectors.runtime;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of one collector on disk, in order, until the broker has confirmed them: append-only segments, of which the
 * confirmed ones are deleted. Positions are byte counts since the spool's first record ever; a segment's name is the
 * position that it begins at.
 *
 * <p>The files never take more than the limit. What does not fit is refused, and what was taken stays taken: the newest
 * records are lost, not those whose safety {@link #sync} has confirmed already.
 *
 * <p>What {@link #sync} returned for survives a power failure; what was appended survives a crash of the process except
 * for the last 64 KiB. After a crash the records confirmed last may come again, because the confirmed position is stored
 * some times a second only.
 */
final class Spool implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final String SUFFIX = ".spool";
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final long LARGEST_SEGMENT = 16L * 1024 * 1024;
    private static final int SEGMENTS = 16;

    private final Path folder;
    private final long limit;
    private final long segmentBytes;
    private final FileChannel lockChannel;
    private final NavigableMap<Long, SpoolSegment> segments = new TreeMap<>();
    private final ByteBuffer buffer;
    private long activeBase;
    private long diskBytes;
    private long confirmed;
    private long storedConfirmed = -1;

    /**
     * @param folder folder of its own; created if need be
     * @param limit most bytes that its segments take
     * @throws IOException if it cannot be read or written, or another process uses it
     */
    Spool(Path folder, long limit) throws IOException {
        this.folder = folder;
        this.limit = limit;
        this.segmentBytes = Math.min(LARGEST_SEGMENT, limit / SEGMENTS);
        this.buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, segmentBytes));
        Files.createDirectories(folder);
        this.lockChannel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock();
            openSegments();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void lock() throws IOException {
        try {
            FileLock lock = lockChannel.tryLock();
            if (lock != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            LOG.debug("this process has the lock", e);
        }
        throw new IOException("another collector uses " + folder + "; end it, or choose another folder or name");
    }

    private void openSegments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList()) {
                String name = file.getFileName().toString();
                segments.put(Long.valueOf(name.substring(0, name.length() - SUFFIX.length())), SpoolSegment.open(file));
            }
        }
        if (segments.isEmpty()) {
            segments.put(0L, SpoolSegment.create(file(0)));
        }
        activeBase = segments.lastKey();
        active().cutTornTail();
        diskBytes = segments.values().stream().mapToLong(SpoolSegment::size).sum();
        long stored = readConfirmed();
        confirmed = Math.max(segments.firstKey(), Math.min(stored, end()));
        deleteConfirmedSegments();
    }

    private Path file(long base) {
        return folder.resolve(String.format("%020d%s", base, SUFFIX));
    }

    private SpoolSegment active() {
        return segments.get(activeBase);
    }

    /** @return position behind the last record */
    synchronized long end() {
        return activeBase + active().size() + buffer.position();
    }

    /** @return position behind the last record that was confirmed */
    synchronized long confirmed() {
        return confirmed;
    }

    /** @return bytes of the records that are not confirmed yet */
    synchronized long waitingBytes() {
        return Math.max(0, end() - Math.max(confirmed, segments.firstKey() + SpoolSegment.MARK.length));
    }

    /**
     * @param record record to keep
     * @return false if the spool is full
     * @throws IOException if the disk refuses; the record is not kept then
     */
    synchronized boolean append(SpooledRecord record) throws IOException {
        ByteBuffer frame = record.frame();
        if (active().size() + buffer.position() >= segmentBytes) {
            roll();
        }
        if (diskBytes + buffer.position() + frame.remaining() > limit && !freedFor(frame.remaining())) {
            return false;
        }
        if (frame.remaining() > buffer.remaining()) {
            writeOut();
        }
        if (frame.remaining() > buffer.remaining()) {
            active().append(frame);
            diskBytes += frame.remaining();
        } else {
            buffer.put(frame);
        }
        notifyAll();
        return true;
    }

    /** If all is confirmed, a new segment makes room. */
    private boolean freedFor(int bytes) throws IOException {
        if (confirmed < end()) {
            return false;
        }
        roll();
        deleteConfirmedSegments();
        return diskBytes + bytes <= limit;
    }

    private void roll() throws IOException {
        writeOut();
        active().sync();
        long end = end();
        boolean allConfirmed = confirmed >= end;
        segments.put(end, SpoolSegment.create(file(end)));
        activeBase = end;
        diskBytes += SpoolSegment.MARK.length;
        if (allConfirmed) {
            confirmed = end();
        }
        deleteConfirmedSegments();
    }

    private void writeOut() throws IOException {
        buffer.flip();
        int bytes = buffer.remaining();
        try {
            active().append(buffer);
        } catch (IOException e) {
            buffer.compact(); // the disk refused: what is in the buffer stays there
            throw e;
        }
        buffer.clear();
        diskBytes += bytes;
    }

    /** Forces all records to the disk. */
    synchronized void sync() throws IOException {
        writeOut();
        if (confirmed < end()) {
            active().sync();
        }
    }

    /**
     * Waits for a record.
     *
     * @param position where it begins
     * @param millis longest time to wait
     * @return the record; empty if there is none yet
     */
    synchronized Optional<SpoolSegment.Entry> await(long position, long millis)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        long left = millis;
        while (position >= end() && left > 0) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
        return position >= end() ? Optional.empty() : Optional.of(read(position));
    }

    /**
     * @param position where a record begins, before the end
     * @return the record, and the position of the next one
     */
    synchronized SpoolSegment.Entry read(long position) throws IOException {
        long base = segments.floorKey(position);
        if (base == activeBase && position - base >= active().size()) {
            writeOut();
        }
        SpoolSegment segment = segments.get(base);
        long offset = Math.max(position - base, SpoolSegment.MARK.length);
        if (offset >= segment.size() || !segment.isMarked()) {
            return new SpoolSegment.Entry(Optional.empty(), base + segment.size());
        }
        SpoolSegment.Entry entry = segment.read(offset);
        return new SpoolSegment.Entry(entry.record(), base + entry.next());
    }

    /** @param position behind the last record that the broker has stored */
    synchronized void confirm(long position) throws IOException {
        confirmed = position;
        deleteConfirmedSegments();
        notifyAll();
    }

    private void deleteConfirmedSegments() throws IOException {
        while (segments.firstKey() != activeBase && segments.higherKey(segments.firstKey()) <= confirmed) {
            SpoolSegment oldest = segments.remove(segments.firstKey());
            diskBytes -= oldest.size();
            oldest.delete();
        }
    }

    /** Stores the confirmed position, so that the next start goes on there. */
    synchronized void storeConfirmed() throws IOException {
        if (confirmed == storedConfirmed) {
            return;
        }
        Path next = folder.resolve("confirmed.next");
        Path file = folder.resolve("confirmed");
        Files.writeString(next, confirmed + "\n");
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(folder + " has no atomic rename; choose a folder on a local disk", e);
        }
        storedConfirmed = confirmed;
    }

    private long readConfirmed() throws IOException {
        Path file = folder.resolve("confirmed");
        if (!Files.exists(file)) {
            return 0;
        }
        String text = Files.readString(file).strip();
        if (!text.matches("\\d{1,18}")) {
            LOG.warn("{} is damaged (\"{}\"); everything in the spool is sent again", file, text);
            return 0;
        }
        return Long.parseLong(text);
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            for (SpoolSegment segment : segments.values()) {
                segment.close();
            }
        } finally {
            lockChannel.close();
        }
    }
}
