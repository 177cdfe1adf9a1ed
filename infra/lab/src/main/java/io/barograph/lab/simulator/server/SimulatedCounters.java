package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.MetadataKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** What has been moved and done: by a server, or by one job on one server. */
public final class SimulatedCounters {
    private static final MetadataKind[] KINDS = MetadataKind.values();

    /** Of counters that have no metadata operations, as those of OSTs and of the jobs on them. */
    private static final long[] NO_METADATA = new long[0];

    private long readBytes;
    private long writeBytes;
    private long readOperations;
    private long writeOperations;
    private long[] metadata = NO_METADATA;

    public void addRead(long bytes, long operations) {
        readBytes += bytes;
        readOperations += operations;
    }

    public void addWrite(long bytes, long operations) {
        writeBytes += bytes;
        writeOperations += operations;
    }

    public void addOperations(MetadataKind kind, long done) {
        withMetadata()[kind.slot()] += done;
    }

    private long[] withMetadata() {
        if (metadata.length == 0) {
            metadata = new long[KINDS.length];
        }
        return metadata;
    }

    public void add(SimulatedCounters other) {
        add(other, 1);
    }

    public SimulatedCounters minus(SimulatedCounters other) {
        SimulatedCounters difference = copy();
        difference.add(other, -1);
        return difference;
    }

    public SimulatedCounters copy() {
        SimulatedCounters copy = new SimulatedCounters();
        copy.add(this, 1);
        return copy;
    }

    private void add(SimulatedCounters other, int sign) {
        readBytes += sign * other.readBytes;
        writeBytes += sign * other.writeBytes;
        readOperations += sign * other.readOperations;
        writeOperations += sign * other.writeOperations;
        if (other.metadata.length > 0) {
            long[] sum = withMetadata();
            for (int i = 0; i < sum.length; i++) {
                sum[i] += sign * other.metadata[i];
            }
        }
    }

    public ByteVolume volume() {
        return new ByteVolume(readBytes, writeBytes);
    }

    public long readOperations() {
        return readOperations;
    }

    public long writeOperations() {
        return writeOperations;
    }

    public long metadataOperations() {
        long sum = 0;
        for (long each : metadata) {
            sum += each;
        }
        return sum;
    }

    public long metadataOperations(MetadataKind kind) {
        return metadata.length == 0 ? 0 : metadata[kind.slot()];
    }

    /** @return the work that the metadata operations were for the MDT */
    public long metadataWork() {
        long sum = 0;
        for (MetadataKind kind : KINDS) {
            sum += metadataOperations(kind) * kind.work();
        }
        return sum;
    }

    /** @return metadata operations by Lustre's names, without those that never happened */
    public Map<String, Long> metadataByName() {
        Map<String, Long> byName = new LinkedHashMap<>();
        for (MetadataKind kind : KINDS) {
            long operations = metadataOperations(kind);
            if (operations != 0) {
                byName.put(kind.lustreName(), operations);
            }
        }
        return byName;
    }

    public boolean isSumOf(SimulatedCounters one, SimulatedCounters other) {
        boolean sum = readBytes == one.readBytes + other.readBytes
                && writeBytes == one.writeBytes + other.writeBytes
                && readOperations == one.readOperations + other.readOperations
                && writeOperations == one.writeOperations + other.writeOperations;
        for (int i = 0; sum && i < metadata.length; i++) {
            sum = metadataOperations(KINDS[i]) == one.metadataOperations(KINDS[i]) + other.metadataOperations(KINDS[i]);
        }
        return sum;
    }
}
