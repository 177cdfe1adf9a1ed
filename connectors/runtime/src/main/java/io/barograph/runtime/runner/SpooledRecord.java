package io.barograph.runtime.runner;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A record on its way to a topic. On disk, as content of a {@link SpoolFrame}: record timestamp (8), length (2) and name of
 * the topic, length (4) and content of the key, the value to the end.
 *
 * @param timestamp record timestamp, milliseconds since the epoch
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SpooledRecord(String topic, long timestamp, byte[] key, byte[] value) {
    private static final int FIXED_BYTES = 8 + 2 + 4;

    byte[] content() {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(FIXED_BYTES + name.length + key.length + value.length)
                .putLong(timestamp)
                .putShort((short) name.length)
                .put(name)
                .putInt(key.length)
                .put(key)
                .put(value)
                .array();
    }

    /** @return the record; empty if the content is none */
    static Optional<SpooledRecord> parse(byte[] content) {
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
