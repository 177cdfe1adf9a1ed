package io.barograph.collectors.jobstats;

import io.barograph.schemas.TargetKind;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters of one job, or of the whole target. An operation that is not listed has not happened: an OST then reports
 * 0 bytes. An MDT moves data only where it holds parts of files, so there a missing line means that it reports none.
 */
final class OperationCounters {
    private static final int MOST_KINDS = 100;

    private final Map<String, OperationLine> byName = new HashMap<>();

    /** @return null, or why the line is refused */
    String add(OperationLine line) {
        boolean bytes = line.isBytes("read") || line.isBytes("write");
        if (bytes && line.sum() < 0 && line.samples() > 0) {
            return "it counts bytes but has no sum";
        }
        if (byName.size() >= MOST_KINDS) {
            return "more than " + MOST_KINDS + " kinds of operations";
        }
        return byName.putIfAbsent(line.name(), line) == null ? null : "the operation is there twice";
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    Long bytes(String direction, TargetKind kind) {
        OperationLine line = data(direction);
        return line == null ? absent(kind) : Long.valueOf(Math.max(0, line.sum()));
    }

    Long operations(String direction, TargetKind kind) {
        OperationLine line = data(direction);
        return line == null ? absent(kind) : Long.valueOf(line.samples());
    }

    private OperationLine data(String direction) {
        OperationLine line = byName.get(direction + "_bytes");
        if (line != null) {
            return line;
        }
        OperationLine old = byName.get(direction);
        return old != null && old.isBytes(direction) ? old : null;
    }

    private static Long absent(TargetKind kind) {
        return kind == TargetKind.OST ? 0L : null;
    }

    Map<String, Long> metadataOperations() {
        Map<String, Long> operations = new HashMap<>();
        byName.forEach((name, line) -> {
            boolean data = line.isBytes("read") || line.isBytes("write") || line.isOtherViewOfDataOperation();
            if (!data) {
                operations.put(name, line.samples());
            }
        });
        return operations;
    }

    /** @return 64 bits that change when a counter changes */
    long fingerprint() {
        long sum = 0;
        for (OperationLine line : byName.values()) {
            long hash = Fingerprints.mix(line.name().hashCode());
            hash = Fingerprints.mix(hash + line.samples());
            sum += Fingerprints.mix(hash + line.sum());
        }
        return sum;
    }
}
