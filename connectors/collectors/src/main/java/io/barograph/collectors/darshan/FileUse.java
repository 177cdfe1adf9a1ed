package io.barograph.collectors.darshan;

/** What the records of one file say together. */
final class FileUse {
    private final boolean oneProcess;
    private final long rank;
    private boolean severalRanks;
    private boolean inUse;
    private long readBytes;
    private long writeBytes;
    private long readExtent;
    private long writeExtent;

    FileUse(RecordValues first, boolean oneProcess) {
        this.oneProcess = oneProcess;
        this.rank = first.rank();
    }

    void add(RecordValues values) {
        severalRanks |= !oneProcess && (values.rank() == RecordValues.ALL_RANKS || values.rank() != rank);
        inUse |= values.inUse();
        readBytes = Math.addExact(readBytes, values.counter(Counter.READ_BYTES));
        writeBytes = Math.addExact(writeBytes, values.counter(Counter.WRITE_BYTES));
        readExtent = Math.max(readExtent, values.details().getOrDefault(Detail.LAST_BYTE_READ, -1L) + 1);
        writeExtent = Math.max(writeExtent, values.details().getOrDefault(Detail.LAST_BYTE_WRITTEN, -1L) + 1);
    }

    boolean severalRanks() {
        return severalRanks;
    }

    boolean inUse() {
        return inUse;
    }

    long readBytes() {
        return readBytes;
    }

    long writeBytes() {
        return writeBytes;
    }

    /** @return highest offset read, plus 1 */
    long readExtent() {
        return readExtent;
    }

    /** @return highest offset written, plus 1 */
    long writeExtent() {
        return writeExtent;
    }
}
