package io.barograph.sources.gpfs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Quantities of mmperfmon that samples hold. */
enum MmperfmonQuantity {
    READ_BYTES("gpfs_nsdds_bytes_read", "gpfs_fs_bytes_read"),
    WRITE_BYTES("gpfs_nsdds_bytes_written", "gpfs_fs_bytes_written"),
    READ_OPERATIONS("gpfs_nsdds_read_ops", "gpfs_fs_read_ops"),
    WRITE_OPERATIONS("gpfs_nsdds_write_ops", "gpfs_fs_write_ops"),
    CPU_USER_PERCENT("cpu_user"),
    CPU_SYSTEM_PERCENT("cpu_sys"),
    MEMORY_TOTAL_BYTES("mem_total"),
    MEMORY_FREE_BYTES("mem_free");

    static final int COUNT = values().length;

    /** The first four are amounts per interval, the others hold at its end. */
    static final int AMOUNTS = 4;

    private static final Map<String, MmperfmonQuantity> BY_METRIC = new HashMap<>();

    static {
        for (MmperfmonQuantity quantity : values()) {
            quantity.metrics.forEach(metric -> BY_METRIC.put(metric, quantity));
        }
    }

    private final List<String> metrics;

    MmperfmonQuantity(String... metrics) {
        this.metrics = List.of(metrics);
    }

    static Optional<MmperfmonQuantity> ofMetric(String metric) {
        return Optional.ofNullable(BY_METRIC.get(metric));
    }
}
