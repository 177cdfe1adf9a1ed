package io.barograph.stack;

/** Whether a disk has room for what servers write: not below a reserve, and from then on not below twice as much. */
final class DiskReserve {
    /**
     * For what is written between two looks and until the servers have stopped: InfluxDB compacts 48 MiB/s, broker and
     * checkpoints write less. What is left of it is for the collectors' spools.
     */
    static final long DEFAULT_BYTES = 512L * 1024 * 1024;

    private final long bytes;
    private boolean isShort;

    DiskReserve(long bytes) {
        this.bytes = bytes;
    }

    /** @return whether it is short now; that depends on whether it was when asked the last time */
    boolean isShort(long freeBytes) {
        isShort = freeBytes < (isShort ? enoughBytes() : bytes);
        return isShort;
    }

    /** @return below that it becomes short */
    long bytes() {
        return bytes;
    }

    /** @return from that on it is no longer short */
    long enoughBytes() {
        return 2 * bytes;
    }
}
