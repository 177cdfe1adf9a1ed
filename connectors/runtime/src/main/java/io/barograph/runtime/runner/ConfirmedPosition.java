package io.barograph.runtime.runner;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * How far a spool has come. On disk, four numbers of 8 bytes and CRC-32C of them (4), overwritten in place.
 *
 * @param confirmed position behind the last record that the broker has stored
 * @param number number of the record at that position; -1 if it is not known
 * @param synced position up to which records have been forced to the disk
 */
record ConfirmedPosition(long confirmed, long number, long synced, long syncedNumber) {
    private static final int CHECKED_BYTES = 4 * Long.BYTES;
    private static final int BYTES = CHECKED_BYTES + Integer.BYTES;

    void write(Path file, boolean isForced) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .putLong(confirmed)
                .putLong(number)
                .putLong(synced)
                .putLong(syncedNumber);
        try (RandomAccessFile output = new RandomAccessFile(file.toFile(), "rw")) {
            output.write(bytes.putInt(checksum(bytes)).array());
            output.setLength(BYTES);
            if (isForced) {
                output.getFD().sync();
            }
        }
    }

    /** @return empty if the file is damaged */
    static Optional<ConfirmedPosition> read(Path file) throws IOException {
        if (Files.size(file) != BYTES) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        ConfirmedPosition mark =
                new ConfirmedPosition(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
        return bytes.getInt() == checksum(bytes) ? Optional.of(mark) : Optional.empty();
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().position(0).limit(CHECKED_BYTES));
        return (int) crc.getValue();
    }
}
