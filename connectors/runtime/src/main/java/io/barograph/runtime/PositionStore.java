package io.barograph.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * How far a collector has read, in a small file. A write is complete or has not happened: the text goes to a second file
 * beside it, is forced to disk, and takes the first one's name. The collector writes only after
 * {@link RecordPublisher#flush()} returned, so a crash repeats the last records and loses none. The last line of the
 * file is a checksum: a position that is damaged is refused, for a wrong one would leave records out without a word.
 *
 * @param file the file; its folder is created if need be
 */
public record PositionStore(Path file) {
    private static final int CHECKSUM_BYTES = "\n#crc32c 01234567\n".length();

    public PositionStore {
        file = file.toAbsolutePath();
    }

    /**
     * @return the text written last; empty before the first write
     * @throws UncheckedIOException if the file is there and cannot be read
     * @throws UnreadableSourceException if it is damaged
     */
    public Optional<String> read() {
        byte[] content;
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the position in " + file + ": " + e.getMessage(), e);
        }
        int length = content.length - CHECKSUM_BYTES;
        byte[] text = Arrays.copyOf(content, Math.max(0, length));
        if (length < 0 || !Arrays.equals(checksum(text), Arrays.copyOfRange(content, length, content.length))) {
            throw new UnreadableSourceException(
                    file.toString(),
                    "the position is damaged, its checksum is not that of its content",
                    "put back a copy of it, or remove it to let the collector begin as at its first start");
        }
        return Optional.of(new String(text, StandardCharsets.UTF_8));
    }

    /** A last line, in a form that text files of properties take for a comment. */
    private static byte[] checksum(byte[] text) {
        CRC32C checksum = new CRC32C();
        checksum.update(text);
        return String.format("\n#crc32c %08x\n", checksum.getValue()).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws UncheckedIOException if it cannot be stored */
    public void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.createDirectories(file.getParent());
            // not a FileChannel: that would refuse to write in a thread that has been interrupted to end
            try (FileOutputStream file = new FileOutputStream(next.toFile())) {
                file.write(bytes);
                file.write(checksum(bytes));
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
