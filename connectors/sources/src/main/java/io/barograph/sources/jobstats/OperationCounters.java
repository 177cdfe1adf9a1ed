package io.barograph.sources.jobstats;

import io.barograph.schemas.TargetKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The counters of one job, or of the whole target. An operation that is not listed has not happened: an OST then reports
 * 0 bytes. An MDT moves data only where it holds parts of files, so there a missing line means that it reports none. A
 * counter whose line cannot be read is unknown, not 0.
 */
final class OperationCounters {
    private static final int MAX_KINDS = 100;

    private static final Set<String> DATA = Set.of("read", "write", "read_bytes", "write_bytes");

    private final Map<String, OperationLine> byName = new HashMap<>();

    /** Those of {@link #DATA} whose line was refused. */
    private final Set<String> unknownData = new HashSet<>();

    private boolean unknownMetadata;

    /** @return null, or why the line is refused; its counter is unknown then */
    String add(OperationLine line) {
        String problem = problem(line);
        if (problem == null) {
            byName.put(line.name(), line);
        } else {
            addUnknown(line.name());
        }
        return problem;
    }

    private String problem(OperationLine line) {
        boolean bytes = line.isBytes("read") || line.isBytes("write");
        if (bytes && line.sum() < 0 && line.samples() > 0) {
            return "it counts bytes but has no sum";
        }
        if (byName.containsKey(line.name())) {
            return "the operation is there twice";
        }
        return byName.size() < MAX_KINDS ? null : "more than " + MAX_KINDS + " kinds of operations";
    }

    /**
     * Notes that a counter cannot be read.
     *
     * @param name what the line calls it; if that is no name of an operation, any counter may be meant
     */
    void addUnknown(String name) {
        if (DATA.contains(name)) {
            unknownData.add(name);
            return;
        }
        unknownMetadata = true;
        if (!OperationLine.isName(name)) {
            unknownData.addAll(DATA);
        }
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    Long bytes(String direction, TargetKind kind) {
        return value(direction, kind, line -> Math.max(0, line.sum()));
    }

    Long operations(String direction, TargetKind kind) {
        return value(direction, kind, OperationLine::samples);
    }

    private Long value(String direction, TargetKind kind, ToLongFunction<OperationLine> value) {
        if (isUnknown(direction)) {
            return null;
        }
        OperationLine line = data(direction);
        if (line != null) {
            return value.applyAsLong(line);
        }
        return kind == TargetKind.OST ? 0L : null;
    }

    /** Up to Lustre 2.5 {@code read} and {@code write} hold the bytes, later ones have a line of bytes beside them. */
    private boolean isUnknown(String direction) {
        return unknownData.contains(direction + "_bytes")
                || (unknownData.contains(direction) && !byName.containsKey(direction + "_bytes"));
    }

    private OperationLine data(String direction) {
        OperationLine line = byName.get(direction + "_bytes");
        if (line != null) {
            return line;
        }
        OperationLine old = byName.get(direction);
        return old != null && old.isBytes(direction) ? old : null;
    }

    /** @return by name; null if a line could not be read, as any sum over the others would be too low */
    Map<String, Long> metadataOperations() {
        if (unknownMetadata) {
            return null;
        }
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
        long sum = JobFingerprints.mix(unknownData.hashCode() + (unknownMetadata ? 1L : 0L));
        for (OperationLine line : byName.values()) {
            long hash = JobFingerprints.mix(line.name().hashCode());
            hash = JobFingerprints.mix(hash + line.samples());
            sum += JobFingerprints.mix(hash + line.sum());
        }
        return sum;
    }
}
