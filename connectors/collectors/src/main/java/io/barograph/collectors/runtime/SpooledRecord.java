package io.barograph.collectors.runtime;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A record on its way to a topic. On disk: length of what follows the checksum (4 bytes), CRC-32C of it (4 bytes), record
 * timestamp (8), length (2) and name of the topic, length (4) and content of the key, the value to the end.
 *
 * @param topic topic without the installation's prefix
 * @param timestamp record timestamp, milliseconds since the epoch
 * @param key key
 * @param value value
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SpooledRecord(String topic, long timestamp, byte[] key, byte[] value) {
    static final int HEADER_BYTES = 8;
    private static final int FIXED_BYTES = 8 + 2 + 4;

    ByteBuffer frame() {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        int length = FIXED_BYTES + name.length + key.length + value.length;
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + length);
        frame.putInt(length).putInt(0).putLong(timestamp);
        frame.putShort((short) name.length)
                .put(name)
                .putInt(key.length)
                .put(key)
                .put(value);
        return frame.putInt(4, checksum(frame.array(), HEADER_BYTES, length)).flip();
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /**
     * @param checksum checksum that stands before the content
     * @param content what stands behind it
     * @return the record; empty if the content is not what was written
     */
    static Optional<SpooledRecord> parse(int checksum, byte[] content) {
        if (checksum(content, 0, content.length) != checksum) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(content);
        try {
            long timestamp = buffer.getLong();
            byte[] name = take(buffer, Short.toUnsignedInt(buffer.getShort()));
            byte[] key = take(buffer, buffer.getInt());
            byte[] value = take(buffer, buffer.remaining());
            return Optional.of(new SpooledRecord(new String(name, StandardCharsets.UTF_8), timestamp, key, value));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    private static byte[] take(ByteBuffer buffer, int length) {
        if (length < 0 || length > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }
}
