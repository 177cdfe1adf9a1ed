package io.barograph.lab.simulator.plan;

import java.util.Map;

/** Metadata operations that belong together and are done in cycles, for instance one open and one close. */
public record MetadataMix(Map<MetadataKind, Integer> perCycle) {
    public static final MetadataMix OPEN =
            new MetadataMix(Map.of(MetadataKind.OPEN, 1, MetadataKind.GETATTR, 1, MetadataKind.GETXATTR, 1));
    public static final MetadataMix CREATE =
            new MetadataMix(Map.of(MetadataKind.OPEN, 1, MetadataKind.MKNOD, 1, MetadataKind.SETATTR, 1));
    public static final MetadataMix CLOSE = new MetadataMix(Map.of(MetadataKind.CLOSE, 1));

    /** Small files that are made, looked at and removed. */
    public static final MetadataMix SMALL_FILES = new MetadataMix(Map.of(
            MetadataKind.MKNOD, 4,
            MetadataKind.OPEN, 6,
            MetadataKind.CLOSE, 6,
            MetadataKind.GETATTR, 20,
            MetadataKind.UNLINK, 4,
            MetadataKind.STATFS, 1));

    public MetadataMix {
        perCycle = Map.copyOf(perCycle);
    }

    public long work() {
        return perCycle.entrySet().stream()
                .mapToLong(entry -> (long) entry.getKey().work() * entry.getValue())
                .sum();
    }
}
