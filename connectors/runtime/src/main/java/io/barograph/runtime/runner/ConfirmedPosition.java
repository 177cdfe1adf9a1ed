package io.barograph.runtime.runner;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * How far a spool has come: one line of text with a checksum, of fixed length, overwritten in place.
 *
 * @param confirmed position behind the last record that the broker has stored
 * @param number number of the record at that position; -1 if it is not known
 * @param synced position up to which records have been forced to the disk
 */
record ConfirmedPosition(long confirmed, long number, long synced, long syncedNumber) {
    private static final Pattern LINE = Pattern.compile("(\\d{19}) (-?\\d{19}) (\\d{19}) (\\d{19}) ([0-9a-f]{8})\n");
    private static final int MAX_BYTES = 256;

    void write(Path file, boolean isForced) throws IOException {
        try (RandomAccessFile output = new RandomAccessFile(file.toFile(), "rw")) {
            output.write(line().getBytes(StandardCharsets.US_ASCII));
            output.setLength(output.getFilePointer());
            if (isForced) {
                output.getFD().sync();
            }
        }
    }

    /** @return the mark; empty if the file is damaged */
    static Optional<ConfirmedPosition> read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            return Optional.empty();
        }
        String line = Files.readString(file, StandardCharsets.ISO_8859_1);
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            ConfirmedPosition mark = new ConfirmedPosition(
                    Long.parseLong(matcher.group(1)),
                    Long.parseLong(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    Long.parseLong(matcher.group(4)));
            return mark.line().equals(line) ? Optional.of(mark) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty(); // more than a long holds
        }
    }

    private String line() {
        String fields = String.format(
                Locale.ROOT,
                "%019d %s%019d %019d %019d",
                confirmed,
                number < 0 ? "-" : "",
                Math.abs(number),
                synced,
                syncedNumber);
        CRC32C crc = new CRC32C();
        crc.update(fields.getBytes(StandardCharsets.US_ASCII));
        return String.format(Locale.ROOT, "%s %08x\n", fields, crc.getValue());
    }
}
