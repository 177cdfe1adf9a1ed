package io.barograph.sources.probe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Small files in one folder, a queue: files are made at its end and deleted at its head. A stat goes to the file at two
 * thirds of the queue and a read to the one at a third of it, so each file is used once every third of the queue's length
 * and has had time to leave the client's caches. No operation touches the file that another one has just used.
 *
 * <p>As in md-workbench, making a file is open, write and close, without {@code fsync}; reading is open, read and close.
 * For one thread.
 */
final class SmallFilePool {
    private final Path folder;
    private final int size;
    private final ByteBuffer buffer;
    private final List<Long> numbers = new ArrayList<>();
    private long next;

    SmallFilePool(Path folder, int size, int bytes) {
        this.folder = folder;
        this.size = size;
        this.buffer = ByteBuffer.allocateDirect(bytes);
        byte[] noise = new byte[bytes];
        new Random().nextBytes(noise);
        buffer.put(noise);
    }

    /** Makes the files that are not there yet. */
    void prepare(Runnable progress, Consumer<String> notes) throws IOException, InterruptedException {
        for (Path file : ProbeFolder.entries(folder)) {
            if (ProbeFolder.isPoolFile(file)) {
                numbers.add(Long.parseLong(file.getFileName().toString().substring(1)));
            }
        }
        numbers.sort(null);
        next = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1) + 1;
        if (!numbers.isEmpty()) {
            // The newest one may have been cut short by the end of the run that made it.
            Files.deleteIfExists(path(numbers.remove(numbers.size() - 1)));
        }
        int missing = size - numbers.size();
        for (int made = 1; made <= missing; made++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            create();
            progress.run();
            if (made == missing || made % 10_000 == 0) {
                notes.accept(
                        String.format(Locale.ROOT, "preparing %s: %d of %d small files", folder, numbers.size(), size));
            }
        }
    }

    /** @return duration of making a file, nanoseconds */
    long create() throws IOException {
        if (numbers.size() >= 2L * size) {
            throw new IOException(folder + " is full of files that could not be deleted");
        }
        Path file = path(next++);
        buffer.clear();
        long begun = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            discard(file, e);
            throw e;
        }
        long taken = System.nanoTime() - begun;
        numbers.add(next - 1);
        return taken;
    }

    private static void discard(Path file, IOException cause) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** @return duration of asking for a file's attributes, nanoseconds */
    long stat() throws IOException {
        Path file = path(numbers.get(index(2)));
        long begun = System.nanoTime();
        Files.readAttributes(file, BasicFileAttributes.class);
        return System.nanoTime() - begun;
    }

    /** @return duration of reading a file, nanoseconds */
    long read() throws IOException {
        Path file = path(numbers.get(index(1)));
        buffer.clear();
        long begun = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new EOFException(
                            file + " has " + buffer.position() + " bytes; it should have " + buffer.capacity());
                }
            }
        }
        return System.nanoTime() - begun;
    }

    /** @return duration of deleting the oldest file, nanoseconds */
    long delete() throws IOException {
        Path file = path(numbers.get(index(0)));
        long begun = System.nanoTime();
        try {
            Files.delete(file);
        } catch (NoSuchFileException e) {
            numbers.remove(0);
            throw e;
        }
        long taken = System.nanoTime() - begun;
        numbers.remove(0);
        return taken;
    }

    /** Brings the pool one file nearer to its size, where operations failed and left it too small or too large. */
    void repair() throws IOException {
        if (numbers.size() < size) {
            create();
        } else if (numbers.size() > size) {
            delete();
        }
    }

    private int index(int thirds) throws IOException {
        if (numbers.isEmpty()) {
            throw new IOException(folder + " has no small files left");
        }
        return (int) Math.min(numbers.size() - 1L, (long) numbers.size() * thirds / 3);
    }

    private Path path(long number) {
        return folder.resolve("f" + number);
    }
}
