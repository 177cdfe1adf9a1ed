package io.barograph.collectors.simulator;

/**
 * What one phase of a job moves on one OST. Volumes are exact: at a rate of whole bytes per second and a clock of whole
 * microseconds they are whole millionths of a byte, of which the fraction of the current byte is kept. Advancing in one
 * step or in many therefore gives the same bytes at the same instants.
 */
final class Flow {
    private static final long MILLIONTHS = 1_000_000;

    private final JobUse use;
    private final Direction direction;
    private final int ost;
    private final long maximumBytesPerSecond;
    private long remainingBytes;
    private long millionthsOfByte;
    private long bytesPerSecond;

    /**
     * @param use the job's account on the file system
     * @param direction read or write
     * @param ost index of the OST
     * @param bytes bytes to move
     * @param maximumBytesPerSecond what the clients can move at most
     */
    Flow(JobUse use, Direction direction, int ost, long bytes, long maximumBytesPerSecond) {
        this.use = use;
        this.direction = direction;
        this.ost = ost;
        this.remainingBytes = bytes;
        this.maximumBytesPerSecond = maximumBytesPerSecond;
    }

    Direction direction() {
        return direction;
    }

    int ost() {
        return ost;
    }

    long maximumBytesPerSecond() {
        return maximumBytesPerSecond;
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    void setBytesPerSecond(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    boolean isDone() {
        return remainingBytes == 0;
    }

    /** @return microseconds until the last byte has been moved at the current rate, rounded up */
    long microsToEnd() {
        if (bytesPerSecond == 0) {
            return Long.MAX_VALUE;
        }
        long left = Math.multiplyExact(remainingBytes, MILLIONTHS) - millionthsOfByte;
        return (left + bytesPerSecond - 1) / bytesPerSecond;
    }

    /** @return whole bytes that became complete in that time, booked to the job's account */
    long advance(long micros) {
        long moved = Math.addExact(millionthsOfByte, Math.multiplyExact(bytesPerSecond, micros));
        long bytes = Math.min(moved / MILLIONTHS, remainingBytes);
        remainingBytes -= bytes;
        millionthsOfByte = remainingBytes == 0 ? 0 : moved % MILLIONTHS;
        use.book(direction, ost, bytes);
        return bytes;
    }
}
