package io.barograph.jobstats;

import io.barograph.schemas.Varints;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a job or a server moved, or its counters: bytes on OSTs, operations on MDTs. */
public record JobTraffic(long readBytes, long writeBytes, long metadataOperations) {
    /** Nothing. */
    public static final JobTraffic NONE = new JobTraffic(0, 0, 0);

    /** Refuses counters that no server can have. */
    public JobTraffic {
        if (readBytes < 0 || writeBytes < 0 || metadataOperations < 0) {
            throw new IllegalArgumentException("a counter must not be negative: " + readBytes + " bytes read, "
                    + writeBytes + " bytes written, " + metadataOperations + " metadata operations");
        }
    }

    public long bytes() {
        return readBytes + writeBytes;
    }

    /** @return true if nothing was moved or done */
    public boolean isNone() {
        return readBytes == 0 && writeBytes == 0 && metadataOperations == 0;
    }

    public JobTraffic plus(JobTraffic other) {
        if (isNone()) {
            return other;
        }
        return new JobTraffic(
                readBytes + other.readBytes,
                writeBytes + other.writeBytes,
                metadataOperations + other.metadataOperations);
    }

    /**
     * What counters moved since an earlier reading. One that decreased means that all of them began anew: they moved what
     * they show.
     */
    public JobTraffic since(JobTraffic earlier) {
        return beganAnewSince(earlier)
                ? this
                : new JobTraffic(
                        readBytes - earlier.readBytes,
                        writeBytes - earlier.writeBytes,
                        metadataOperations - earlier.metadataOperations);
    }

    /** @return true if one of these decreased */
    boolean beganAnewSince(JobTraffic earlier) {
        return readBytes < earlier.readBytes
                || writeBytes < earlier.writeBytes
                || metadataOperations < earlier.metadataOperations;
    }

    JobTraffic max(JobTraffic other) {
        return new JobTraffic(
                Math.max(readBytes, other.readBytes),
                Math.max(writeBytes, other.writeBytes),
                Math.max(metadataOperations, other.metadataOperations));
    }

    /**
     * The even share of a part of a span. The shares of parts that follow each other add up exactly.
     *
     * @param from begin of the part, counted from the begin of the span
     */
    JobTraffic share(long from, long to, long length) {
        if (from == 0 && to == length) {
            return this;
        }
        return new JobTraffic(
                until(readBytes, to, length) - until(readBytes, from, length),
                until(writeBytes, to, length) - until(writeBytes, from, length),
                until(metadataOperations, to, length) - until(metadataOperations, from, length));
    }

    /** The remainder is dealt out by itself so that no product can overflow. */
    private static long until(long amount, long time, long length) {
        return amount / length * time + amount % length * time / length;
    }

    public void writeTo(DataOutput out) throws IOException {
        Varints.write(readBytes, out);
        Varints.write(writeBytes, out);
        Varints.write(metadataOperations, out);
    }

    public static JobTraffic readFrom(DataInput in) throws IOException {
        return new JobTraffic(Varints.read(in), Varints.read(in), Varints.read(in));
    }
}
