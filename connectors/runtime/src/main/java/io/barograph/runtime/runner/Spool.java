package io.barograph.runtime.runner;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * for the last 64 KiB. The confirmed position is stored some times a second, and forced to the disk each 5 s in a second
 * copy: after a crash of the process what was confirmed in the last tenth of a second may come again, after a power failure
 * what was confirmed in the last seconds.
 *
 * <p>Each record and each copy of the position has a checksum. Damaged records are passed over, what lies before and
 * behind them is kept, and {@link SpoolLosses} counts them. If both copies of the position are damaged, all that lies on
 * the disk comes again.
 */
final class Spool implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final String SUFFIX = ".spool";
    private static final String MARK = "confirmed";
    private static final String FORCED_MARK = "confirmed.forced";
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final long MAX_SEGMENT = 16L * 1024 * 1024;
    private static final int SEGMENTS = 16;
    private static final Pattern SEGMENT = Pattern.compile("00(\\d{18})\\.spool");

    /** Few, because each waits for the disk; records sent again after a power failure do no harm. */
    private static final Duration FORCE_INTERVAL = Duration.ofSeconds(5);

    private final Path folder;
    private final long limit;
    private final long segmentBytes;
    private final FileChannel lockChannel;
    private final NavigableMap<Long, SpoolSegment> segments = new TreeMap<>();
    private final ByteBuffer buffer;
    private long activeBase;
    private final List<String> findings = new ArrayList<>();
    private long diskBytes;
    private long nextNumber;
    private long confirmed;
    private long confirmedNumber;
    private long synced;
    private long syncedNumber;
    private ConfirmedPosition stored;
    private ConfirmedPosition forced;
    private long lastForced = System.nanoTime();

    /**
     * @param limit most bytes that its segments take
     * @throws IOException if it cannot be read or written, or another process uses it
     */
    Spool(Path folder, long limit) throws IOException {
        this.folder = folder;
        this.limit = limit;
        this.segmentBytes = Math.min(MAX_SEGMENT, limit / SEGMENTS);
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
            for (Path file : files.sorted().toList()) {
                Matcher name = SEGMENT.matcher(file.getFileName().toString());
                if (name.matches()) {
                    long base = Long.parseLong(name.group(1));
                    segments.put(base, SpoolSegment.open(file, base));
                }
            }
        }
        Optional<ConfirmedPosition> mark = readMark();
        if (segments.isEmpty()) {
            long base = mark.map(known -> Math.max(known.synced(), known.confirmed()))
                    .orElse(0L);
            nextNumber = mark.map(known -> Math.max(known.syncedNumber(), known.number()))
                    .orElse(0L);
            segments.put(base, SpoolSegment.create(file(base), base, nextNumber));
        }
        activeBase = segments.lastKey();
        if (active().size() < SpoolSegment.HEADER_BYTES) {
            active().cut(activeBase); // a crash while it was made
        }
        boolean isWhole = recoverNewest(mark);
        diskBytes = segments.values().stream().mapToLong(SpoolSegment::size).sum();
        confirmed = Math.max(
                segments.firstKey(), mark.map(ConfirmedPosition::confirmed).orElse(0L));
        // of what lies before the first segment all was confirmed: it is deleted before the position is stored
        confirmedNumber = mark.filter(known -> known.confirmed() >= segments.firstKey())
                .map(ConfirmedPosition::number)
                .orElse(-1L);
        active().sync();
        synced = Math.max(end(), mark.map(ConfirmedPosition::synced).orElse(0L));
        syncedNumber = nextNumber;
        if (!isWhole || confirmed > end()) {
            begin(Math.max(synced, confirmed));
        }
        deleteConfirmedSegments();
        storeConfirmed(true);
    }

    /**
     * Finds the number of the next record, and cuts off what a crash left half written behind the last whole one.
     *
     * @return false if the newest segment has lost something at its end, or has lost its header; what is there stays there
     */
    private boolean recoverNewest(Optional<ConfirmedPosition> mark) throws IOException {
        SpoolSegment newest = active();
        SpoolSegment.Entry entry = newest.header();
        long seen = entry.number();
        long whole = entry.next();
        nextNumber = Math.max(0, seen);
        while (entry.next() < newest.end()) {
            entry = newest.read(entry.next());
            seen = Math.max(seen, entry.number() + 1);
            if (entry.record().isPresent()) {
                whole = entry.next();
                nextNumber = entry.number() + 1;
            }
        }
        boolean isWhole = seen >= 0;
        if (whole < newest.end() && newest.isTornAt(whole)) {
            LOG.info("{}: {} bytes that a crash left half written are cut off", newest.path(), newest.end() - whole);
            newest.cut(whole);
        } else if (whole < newest.end()) {
            isWhole = false;
            nextNumber = Math.max(seen, nextNumber + 1); // at least one record was there
        }
        long promised = mark.map(ConfirmedPosition::syncedNumber).orElse(0L);
        isWhole &= nextNumber >= promised;
        nextNumber = Math.max(nextNumber, promised);
        return isWhole;
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
        return Math.max(0, end() - Math.max(confirmed, segments.firstKey() + SpoolSegment.HEADER_BYTES));
    }

    /** @return number of the first record that is not confirmed; -1 if it is not known */
    synchronized long confirmedNumber() {
        return confirmedNumber;
    }

    /** @return what was found damaged when the spool was opened, apart from records */
    List<String> findings() {
        return List.copyOf(findings);
    }

    /**
     * @return false if the spool is full
     * @throws IOException if the disk refuses; the record is not kept then
     */
    synchronized boolean append(SpooledRecord record) throws IOException {
        byte[] content = record.content();
        int bytes = SpoolFrame.HEADER_BYTES + content.length;
        if (active().size() + buffer.position() >= segmentBytes) {
            roll();
        }
        if (diskBytes + buffer.position() + bytes > limit && !freedFor(bytes)) {
            return false;
        }
        ByteBuffer frame = SpoolFrame.write(end(), nextNumber, content);
        if (bytes > buffer.remaining()) {
            writeOut();
        }
        if (bytes > buffer.remaining()) {
            active().append(frame);
            diskBytes += bytes;
        } else {
            buffer.put(frame);
        }
        nextNumber++;
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
        synced = end();
        syncedNumber = nextNumber;
        boolean allConfirmed = confirmed >= end();
        begin(end());
        if (allConfirmed) {
            confirmed = end();
            deleteConfirmedSegments();
        }
    }

    private void begin(long base) throws IOException {
        SpoolSegment before = segments.put(base, SpoolSegment.create(file(base), base, nextNumber));
        if (before != null) {
            before.close(); // empty: its header was never written whole
        }
        forceFolder();
        activeBase = base;
        diskBytes += SpoolSegment.HEADER_BYTES;
        deleteConfirmedSegments();
    }

    /** A file that was made is there after a power failure only if its folder is on the disk. */
    private void forceFolder() throws IOException {
        boolean interrupted = Thread.interrupted(); // would close the channel
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
            synced = end();
            syncedNumber = nextNumber;
        }
    }

    /**
     * Waits for a record.
     *
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

    /** @return the record, the damaged bytes or the header of the next segment that lies there */
    synchronized SpoolSegment.Entry read(long position) throws IOException {
        Map.Entry<Long, SpoolSegment> found = segments.floorEntry(position);
        long base = found == null ? segments.firstKey() : found.getKey();
        if (base == activeBase && position >= active().end()) {
            writeOut();
        }
        SpoolSegment segment = segments.get(base);
        if (position < base + Math.min(segment.size(), SpoolSegment.HEADER_BYTES)) {
            return segment.header();
        }
        return position < segment.end()
                ? segment.read(position)
                : segments.higherEntry(base).getValue().header();
    }

    /** @param number number of the record there; -1 if it is not known */
    synchronized void confirm(long position, long number) throws IOException {
        confirmed = position;
        confirmedNumber = number;
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

    /**
     * Stores the confirmed position, so that the next start goes on there.
     *
     * @param isForced whether to force it to the disk now, and not some seconds later
     */
    synchronized void storeConfirmed(boolean isForced) throws IOException {
        ConfirmedPosition mark = new ConfirmedPosition(confirmed, confirmedNumber, synced, syncedNumber);
        if (!mark.equals(stored)) {
            mark.write(folder.resolve(MARK), false);
            stored = mark;
        }
        boolean isDue = isForced || System.nanoTime() - lastForced > FORCE_INTERVAL.toNanos();
        if (isDue && !mark.equals(forced)) {
            mark.write(folder.resolve(FORCED_MARK), true);
            forced = mark;
            lastForced = System.nanoTime();
        }
    }

    /** The further one of the two copies. */
    private Optional<ConfirmedPosition> readMark() throws IOException {
        Optional<ConfirmedPosition> newer = readMark(MARK);
        Optional<ConfirmedPosition> older = readMark(FORCED_MARK);
        if (!findings.isEmpty()) {
            findings.add(
                    newer.isPresent() || older.isPresent()
                            ? "the other copy of the position is good; what was confirmed after it is sent again"
                            : "no copy of the position is good; all records in " + folder + " are sent again");
        }
        boolean isOlderAhead = newer.isPresent()
                && older.isPresent()
                && older.get().confirmed() > newer.get().confirmed();
        return newer.isEmpty() || isOlderAhead ? older : newer;
    }

    private Optional<ConfirmedPosition> readMark(String name) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Optional<ConfirmedPosition> mark = ConfirmedPosition.read(file);
        if (mark.isEmpty()) {
            findings.add(file + " is damaged");
        }
        return mark;
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
