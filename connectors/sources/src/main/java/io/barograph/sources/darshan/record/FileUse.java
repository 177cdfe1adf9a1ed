package io.barograph.sources.darshan.record;

/** What the records of one file say together. */
public final class FileUse {
    private final boolean oneProcess;
    private final long rank;
    private boolean severalRanks;
    private boolean inUse;
    private long readBytes;
    private long writeBytes;
    private long readExtent;
    private long writeExtent;
    private long requests;
    private long smallRequests;
    private long sequentialRequests;
    private double seconds;
    private double metadataSeconds;
    private double readingFrom = Double.POSITIVE_INFINITY;
    private double writingTo = Double.NEGATIVE_INFINITY;

    public FileUse(RecordValues first, boolean oneProcess) {
        this.oneProcess = oneProcess;
        this.rank = first.rank();
    }

    public void add(RecordValues values) {
        severalRanks |= !oneProcess && (values.rank() == RecordValues.ALL_RANKS || values.rank() != rank);
        inUse |= values.inUse();
        readBytes = Math.addExact(readBytes, values.counter(SummedCounter.READ_BYTES));
        writeBytes = Math.addExact(writeBytes, values.counter(SummedCounter.WRITE_BYTES));
        readExtent = Math.max(readExtent, values.details().getOrDefault(PerRecordCounter.LAST_BYTE_READ, -1L) + 1);
        writeExtent = Math.max(writeExtent, values.details().getOrDefault(PerRecordCounter.LAST_BYTE_WRITTEN, -1L) + 1);
        requests = Math.addExact(requests, values.requests());
        smallRequests += values.counter(SummedCounter.SMALL_READS) + values.counter(SummedCounter.SMALL_WRITES);
        sequentialRequests +=
                values.counter(SummedCounter.SEQUENTIAL_READS) + values.counter(SummedCounter.SEQUENTIAL_WRITES);
        values.seconds().values().forEach(time -> seconds += time);
        metadataSeconds += values.seconds().getOrDefault(SummedTimeCounter.METADATA, 0.0);
        // Darshan leaves times of what did not happen at 0.
        if (values.counter(SummedCounter.READ_BYTES) > 0) {
            readingFrom = Math.min(
                    readingFrom,
                    values.timeDetails().getOrDefault(PerRecordTimeCounter.READ_START, Double.NEGATIVE_INFINITY));
        }
        if (values.counter(SummedCounter.WRITE_BYTES) > 0) {
            writingTo = Math.max(
                    writingTo,
                    values.timeDetails().getOrDefault(PerRecordTimeCounter.WRITE_END, Double.POSITIVE_INFINITY));
        }
    }

    /** @return bytes read beyond the extent that was read, so that at least so many were read again */
    public long rereadBytes() {
        return readExtent == 0 ? 0 : Math.max(0, readBytes - readExtent);
    }

    /** @return bytes read for the first time that the run had written before; 0 unless it had finished writing the file */
    public long readBackBytes() {
        boolean wroteFirst = writeBytes > 0 && readBytes > 0 && writingTo <= readingFrom;
        return wroteFirst ? Math.min(writeBytes, readBytes - rereadBytes()) : 0;
    }

    public long bytes() {
        return Math.addExact(readBytes, writeBytes);
    }

    public long requests() {
        return requests;
    }

    /** @return those of less than 1 KiB */
    public long smallRequests() {
        return smallRequests;
    }

    /** @return those at a higher offset than the one before */
    public long sequentialRequests() {
        return sequentialRequests;
    }

    /** @return time in reads, writes and metadata operations, summed over ranks */
    public double seconds() {
        return seconds;
    }

    public double metadataSeconds() {
        return metadataSeconds;
    }

    public boolean severalRanks() {
        return severalRanks;
    }

    public boolean inUse() {
        return inUse;
    }

    public long readBytes() {
        return readBytes;
    }

    public long writeBytes() {
        return writeBytes;
    }

    /** @return highest offset read, plus 1 */
    public long readExtent() {
        return readExtent;
    }

    /** @return highest offset written, plus 1 */
    public long writeExtent() {
        return writeExtent;
    }
}
