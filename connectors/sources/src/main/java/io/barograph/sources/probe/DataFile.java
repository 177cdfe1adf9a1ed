package io.barograph.sources.probe;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The large file whose blocks are read and written at random offsets. It is opened for direct I/O where the file system
 * takes that; elsewhere writes are synchronous (O_DSYNC), and reads may be answered by the client's cache.
 *
 * <p>The file stays open, so that a timing is that of one {@code pread} or {@code pwrite}; after an error it is opened
 * anew, outside of the timing. For one thread.
 */
final class DataFile {
    private static final int STAMP_STEP = 4096;

    private final Path file;
    private final long size;
    private final int blockSize;
    private final Consumer<String> notes;
    private final Random random = new Random();
    private ByteBuffer buffer;
    private FileChannel channel;
    private boolean direct;
    private long stamp;

    /**
     * @param size its bytes, whole blocks
     * @param blockSize bytes of a read or write
     */
    DataFile(Path file, long size, int blockSize, Consumer<String> notes) {
        this.file = file;
        this.size = size;
        this.blockSize = blockSize;
        this.notes = notes;
    }

    /** @return true if the client's cache is bypassed; known after {@link #prepare} */
    boolean direct() {
        return direct;
    }

    /** Writes the blocks that are not there yet. */
    void prepare(Runnable progress) throws IOException, InterruptedException {
        long there = Files.exists(file) ? Files.size(file) / blockSize * blockSize : 0;
        openAsPossible();
        long begun = System.nanoTime();
        int reportedTenths = (int) (there * 10 / size);
        for (long offset = there; offset < size; offset += blockSize) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            transferWrite(offset);
            progress.run();
            int tenths = (int) ((offset + blockSize) * 10 / size);
            if (tenths > reportedTenths) {
                reportedTenths = tenths;
                double seconds = Math.max(1, System.nanoTime() - begun) / 1e9;
                notes.accept(String.format(
                        Locale.ROOT,
                        "preparing %s: %d %% of %s, %.0f MiB/s",
                        file,
                        tenths * 10,
                        ByteSize.text(size),
                        (offset + blockSize - there) / seconds / (1 << 20)));
            }
        }
    }

    /** Tries direct I/O on the file's first block, because some file systems accept the flag and refuse the transfer. */
    private void openAsPossible() throws IOException {
        boolean empty = !Files.exists(file) || Files.size(file) < blockSize;
        String reason;
        try {
            int alignment =
                    (int) Math.max(512, Files.getFileStore(file.getParent()).getBlockSize());
            if (Integer.bitCount(alignment) != 1 || blockSize % alignment != 0) {
                reason = "it wants multiples of " + alignment + " bytes";
            } else {
                buffer = newBuffer(alignment);
                channel = open(ExtendedOpenOption.DIRECT);
                if (empty) {
                    transferWrite(0);
                } else {
                    transferRead(0);
                }
                direct = true;
                return;
            }
        } catch (IOException e) {
            reason = SystemErrors.describe(e);
        }
        close();
        buffer = newBuffer(STAMP_STEP);
        channel = open(StandardOpenOption.DSYNC);
        if (empty) {
            transferWrite(0);
        }
        notes.accept("the client's cache cannot be bypassed for " + file + " (" + reason
                + "): writes are synchronous, reads may be answered by the cache");
    }

    private ByteBuffer newBuffer(int alignment) {
        ByteBuffer aligned =
                ByteBuffer.allocateDirect(blockSize + alignment - 1).alignedSlice(alignment);
        aligned.limit(blockSize);
        byte[] noise = new byte[blockSize];
        random.nextBytes(noise);
        aligned.duplicate().put(noise);
        return aligned;
    }

    private FileChannel open(OpenOption how) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, how));
    }

    /** @return offset of a block, drawn evenly */
    long randomOffset() {
        return random.nextLong(size / blockSize) * blockSize;
    }

    /** @return duration of reading a block, nanoseconds */
    long read(long offset) throws IOException {
        openAgain();
        long begun = System.nanoTime();
        try {
            transferRead(offset);
        } catch (IOException e) {
            close();
            throw e;
        }
        return System.nanoTime() - begun;
    }

    /** @return duration of writing a block, nanoseconds */
    long write(long offset) throws IOException {
        openAgain();
        stampBlock();
        long begun = System.nanoTime();
        try {
            transferStamped(offset);
        } catch (IOException e) {
            close();
            throw e;
        }
        return System.nanoTime() - begun;
    }

    private void openAgain() throws IOException {
        if (channel == null) {
            // Without CREATE: a data file that somebody removed is an error, not an empty file.
            channel = FileChannel.open(
                    file,
                    Set.of(
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            direct ? ExtendedOpenOption.DIRECT : StandardOpenOption.DSYNC));
        }
    }

    private void transferRead(long offset) throws IOException {
        buffer.clear();
        for (long at = offset; buffer.hasRemaining(); at = offset + buffer.position()) {
            if (channel.read(buffer, at) < 0) {
                throw new EOFException(file + " ends at byte " + at + "; it should have " + size);
            }
        }
    }

    private void transferWrite(long offset) throws IOException {
        stampBlock();
        transferStamped(offset);
    }

    private void transferStamped(long offset) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            channel.write(buffer, offset + buffer.position());
        }
    }

    /** No two blocks are alike, so that storage which finds duplicates does not answer for the disks. */
    private void stampBlock() {
        buffer.clear();
        stamp++;
        for (int at = 0; at + Long.BYTES <= blockSize; at += STAMP_STEP) {
            buffer.putLong(at, buffer.getLong(at) + stamp);
        }
    }

    /** Closes the file; the next operation opens it again. */
    void close() throws IOException {
        if (channel != null) {
            FileChannel closing = channel;
            channel = null;
            closing.close();
        }
    }
}
