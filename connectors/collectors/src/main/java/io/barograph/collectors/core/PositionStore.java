package io.barograph.collectors.core;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * How far a collector has read, in a small file. A write is complete or has not happened: the text goes to a second file
 * beside it, is forced to disk, and takes the first one's name. The collector writes only after
 * {@link Publisher#flush()} returned, so a crash repeats the last records and loses none.
 */
public final class PositionStore {
    private final Path file;

    /** @param file the file; its folder is created if need be */
    public PositionStore(Path file) {
        this.file = file.toAbsolutePath();
    }

    /** @return the file */
    public Path file() {
        return file;
    }

    /**
     * @return the text written last; empty before the first write
     * @throws UncheckedIOException if the file is there and cannot be read
     */
    public Optional<String> read() {
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the position in " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * @param text the new position
     * @throws UncheckedIOException if it cannot be stored
     */
    public void write(String text) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.createDirectories(file.getParent());
            // not a FileChannel: that would refuse to write in a thread that has been interrupted to end
            try (FileOutputStream file = new FileOutputStream(next.toFile())) {
                file.write(text.getBytes(StandardCharsets.UTF_8));
                file.getFD().sync();
            }
            replace(next);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot store the position in " + file + ": " + e.getMessage(), e);
        }
    }

    private void replace(Path next) throws IOException {
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("its file system has no atomic rename; choose a local folder", e);
        }
    }
}
