package io.barograph.stack;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The room on the disks that hold the data of a {@link LocalStack}. A broker ends at the first write that a full disk
 * refuses, so the stack stops before: below a reserve, and from then on below twice as much.
 */
public final class StackDisk {
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration REMINDER_INTERVAL = Duration.ofMinutes(10);
    private static final long MEBIBYTE = 1024 * 1024;

    /**
     * For what is written between two looks and until the servers have stopped: InfluxDB compacts 48 MiB/s, broker and
     * checkpoints write less. What is left of it is for the collectors' spools.
     */
    private static final long RESERVE_BYTES = 512 * MEBIBYTE;

    private static final long ENOUGH_BYTES = 2 * RESERVE_BYTES;

    private final Path folder;
    private final LongSupplier freeBytes;
    private final Consumer<String> notice;
    private boolean isShort;

    /**
     * @param folder data folder of the stack; it need not be there yet
     * @param notice takes lines for the person who started it
     */
    public StackDisk(Path folder, Consumer<String> notice) {
        this(folder, () -> freeBytes(folder.toAbsolutePath()), notice);
    }

    StackDisk(Path folder, LongSupplier freeBytes, Consumer<String> notice) {
        this.folder = folder;
        this.freeBytes = freeBytes;
        this.notice = notice;
    }

    /** @return true if nothing more should be written there: below the reserve, and then until twice that is free */
    public boolean isShort() {
        isShort = freeBytes.getAsLong() < (isShort ? ENOUGH_BYTES : RESERVE_BYTES);
        return isShort;
    }

    /** @param consequence what there is no room for, a sentence */
    public void sayShort(String consequence) {
        notice.accept(String.format(
                Locale.ROOT,
                "The disk is nearly full: %s has %,d MiB free. %s Free some space: at %,d MiB everything resumes by"
                        + " itself (it stops below %,d MiB).",
                folder,
                freeBytes.getAsLong() / MEBIBYTE,
                consequence,
                ENOUGH_BYTES / MEBIBYTE,
                RESERVE_BYTES / MEBIBYTE));
    }

    /**
     * Waits until there is room.
     *
     * @param consequence said again now and then, as by {@link #sayShort}
     */
    public void awaitRoom(String consequence) throws InterruptedException {
        long said = System.nanoTime();
        while (isShort()) {
            if (System.nanoTime() - said > REMINDER_INTERVAL.toNanos()) {
                sayShort(consequence);
                said = System.nanoTime();
            }
            Thread.sleep(LOOK_INTERVAL.toMillis()); // a file system sends no events
        }
        notice.accept(String.format(
                Locale.ROOT,
                "There is space again: %s has %,d MiB free. Resuming.",
                folder,
                freeBytes.getAsLong() / MEBIBYTE));
    }

    /** Of the fullest one, where the parts of the stack lie on several. */
    private static long freeBytes(Path folder) {
        Path existing = folder;
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        return Stream.concat(Stream.of(existing), LocalStack.FOLDERS.stream().map(folder::resolve))
                .map(Path::toFile)
                .filter(file -> file.getTotalSpace() > 0) // else not there yet, or a file system that does not say
                .mapToLong(File::getUsableSpace)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
