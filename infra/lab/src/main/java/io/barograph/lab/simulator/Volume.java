package io.barograph.lab.simulator;

/**
 * Bytes read and written.
 *
 * @param readBytes bytes read
 * @param writeBytes bytes written
 */
public record Volume(long readBytes, long writeBytes) {
    static final Volume NONE = new Volume(0, 0);

    /** @return bytes read and written together */
    public long bytes() {
        return readBytes + writeBytes;
    }

    Volume plus(Volume other) {
        return new Volume(readBytes + other.readBytes, writeBytes + other.writeBytes);
    }

    Volume minus(Volume other) {
        return new Volume(readBytes - other.readBytes, writeBytes - other.writeBytes);
    }
}
