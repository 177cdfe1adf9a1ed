package io.barograph.lab.simulator.server;

/** Bytes read and written. */
public record ByteVolume(long readBytes, long writeBytes) {
    public static final ByteVolume NONE = new ByteVolume(0, 0);

    /** @return bytes read and written together */
    public long bytes() {
        return readBytes + writeBytes;
    }

    public ByteVolume plus(ByteVolume other) {
        return new ByteVolume(readBytes + other.readBytes, writeBytes + other.writeBytes);
    }

    public ByteVolume minus(ByteVolume other) {
        return new ByteVolume(readBytes - other.readBytes, writeBytes - other.writeBytes);
    }
}
