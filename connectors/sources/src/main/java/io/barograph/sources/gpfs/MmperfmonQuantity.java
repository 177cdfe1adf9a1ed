package io.barograph.sources.gpfs;

import java.util.Map;
import java.util.Optional;

/** Quantities of mmperfmon that samples hold. */
enum MmperfmonQuantity {
    READ_BYTES(0),
    WRITE_BYTES(1),
    READ_OPERATIONS(2),
    WRITE_OPERATIONS(3),
    CPU_USER_PERCENT(4),
    CPU_SYSTEM_PERCENT(5),
    MEMORY_TOTAL_BYTES(6),
    MEMORY_FREE_BYTES(7);

    static final int COUNT = 8;

    /** Those with the first four places are amounts per interval, the others hold at its end. */
    static final int AMOUNTS = 4;

    private static final Map<String, MmperfmonQuantity> BY_METRIC = Map.ofEntries(
            Map.entry("gpfs_nsdds_bytes_read", READ_BYTES),
            Map.entry("gpfs_nsdds_bytes_written", WRITE_BYTES),
            Map.entry("gpfs_nsdds_read_ops", READ_OPERATIONS),
            Map.entry("gpfs_nsdds_write_ops", WRITE_OPERATIONS),
            Map.entry("gpfs_fs_bytes_read", READ_BYTES),
            Map.entry("gpfs_fs_bytes_written", WRITE_BYTES),
            Map.entry("gpfs_fs_read_ops", READ_OPERATIONS),
            Map.entry("gpfs_fs_write_ops", WRITE_OPERATIONS),
            Map.entry("cpu_user", CPU_USER_PERCENT),
            Map.entry("cpu_sys", CPU_SYSTEM_PERCENT),
            Map.entry("mem_total", MEMORY_TOTAL_BYTES),
            Map.entry("mem_free", MEMORY_FREE_BYTES));

    private final int place;

    MmperfmonQuantity(int place) {
        this.place = place;
    }

    int place() {
        return place;
    }

    static Optional<MmperfmonQuantity> ofMetric(String metric) {
        return Optional.ofNullable(BY_METRIC.get(metric));
    }
}
