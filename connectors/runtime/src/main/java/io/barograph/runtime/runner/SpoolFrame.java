package io.barograph.runtime.runner;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * How one record lies in a spool: a header of 24 bytes, then the content. The header is a marker (4 bytes), length of the
 * content (4), number of the record since the spool's first one (8), CRC-32C of the content (4), and CRC-32C of these
 * fields (4).
 *
 * <p>Both checksums include the position of the frame in the spool. So a reader that has lost its place finds the next
 * frame by its marker, and takes nothing for a frame that lies in the content of a record. The numbers show how many
 * records a damage has cost.
 *
 * @param length bytes of the content
 */
record SpoolFrame(long position, long number, int length, int checksum) {
    static final int HEADER_BYTES = 4 + 4 + 8 + 4 + 4;

    /** No text and no small number has it; its first byte occurs once in it. */
    static final int MARKER = 0xB5_7A_F1_0E;

    static final byte FIRST_OF_MARKER = (byte) (MARKER >>> 24);
    private static final int CHECKED_BYTES = HEADER_BYTES - 4;

    static ByteBuffer write(long position, long number, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + content.length);
        frame.putInt(MARKER)
                .putInt(content.length)
                .putLong(number)
                .putInt(checksum(position, content, 0, content.length));
        frame.putInt(checksum(position, frame.array(), 0, CHECKED_BYTES));
        return frame.put(content).flip();
    }

    /**
     * @param position where the bytes begin in the spool
     * @param from index of its first byte
     * @return the frame; empty if none begins there, or its header is damaged
     */
    static Optional<SpoolFrame> parse(long position, byte[] bytes, int from) {
        ByteBuffer header = ByteBuffer.wrap(bytes, from, HEADER_BYTES);
        int marker = header.getInt();
        int length = header.getInt();
        long number = header.getLong();
        int checksum = header.getInt();
        if (marker != MARKER || header.getInt() != checksum(position, bytes, from, CHECKED_BYTES) || length < 0) {
            return Optional.empty();
        }
        return Optional.of(new SpoolFrame(position, number, length, checksum));
    }

    long end() {
        return position + HEADER_BYTES + length;
    }

    /** @return whether this is what was written */
    boolean isContent(byte[] content) {
        return content.length == length && checksum(position, content, 0, length) == checksum;
    }

    private static int checksum(long position, byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, position));
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
