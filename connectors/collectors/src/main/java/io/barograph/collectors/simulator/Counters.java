package io.barograph.collectors.simulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** What has been moved and done: by a server, or by one job on one server. */
final class Counters {
    private static final MetadataKind[] KINDS = MetadataKind.values();

    private long readBytes;
    private long writeBytes;
    private long readOperations;
    private long writeOperations;
    private final long[] metadata = new long[KINDS.length];

    void addRead(long bytes, long operations) {
        readBytes += bytes;
        readOperations += operations;
    }

    void addWrite(long bytes, long operations) {
        writeBytes += bytes;
        writeOperations += operations;
    }

    void addOperations(MetadataKind kind, long done) {
        metadata[kind.slot()] += done;
    }

    void add(Counters other) {
        add(other, 1);
    }

    Counters minus(Counters other) {
        Counters difference = copy();
        difference.add(other, -1);
        return difference;
    }

    Counters copy() {
        Counters copy = new Counters();
        copy.add(this, 1);
        return copy;
    }

    private void add(Counters other, int sign) {
        readBytes += sign * other.readBytes;
        writeBytes += sign * other.writeBytes;
        readOperations += sign * other.readOperations;
        writeOperations += sign * other.writeOperations;
        for (int i = 0; i < metadata.length; i++) {
            metadata[i] += sign * other.metadata[i];
        }
    }

    Volume volume() {
        return new Volume(readBytes, writeBytes);
    }

    long readOperations() {
        return readOperations;
    }

    long writeOperations() {
        return writeOperations;
    }

    long metadataOperations() {
        long sum = 0;
        for (long each : metadata) {
            sum += each;
        }
        return sum;
    }

    long metadataOperations(MetadataKind kind) {
        return metadata[kind.slot()];
    }

    /** @return the work that the metadata operations were for the MDT */
    long metadataWork() {
        long sum = 0;
        for (MetadataKind kind : KINDS) {
            sum += metadata[kind.slot()] * kind.work();
        }
        return sum;
    }

    /** @return metadata operations by Lustre's names, without those that never happened */
    Map<String, Long> metadataByName() {
        Map<String, Long> byName = new LinkedHashMap<>();
        for (MetadataKind kind : KINDS) {
            if (metadata[kind.slot()] != 0) {
                byName.put(kind.lustreName(), metadata[kind.slot()]);
            }
        }
        return byName;
    }

    boolean isZero() {
        return readBytes == 0
                && writeBytes == 0
                && readOperations == 0
                && writeOperations == 0
                && metadataOperations() == 0;
    }
}
