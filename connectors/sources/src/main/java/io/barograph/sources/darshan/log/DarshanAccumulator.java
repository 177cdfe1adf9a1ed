package io.barograph.sources.darshan.log;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.Optional;

/** The library's accumulator of one module, which derives the performance by the slowest rank. */
final class DarshanAccumulator implements AutoCloseable {
    private static final int METRICS_BYTES = 1024;
    private static final long PERFORMANCE_OFFSET = 48;
    private static final long TIME_OFFSET = 56;
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024.0;

    /** The library's own bound of a record (DEF_MOD_BUF_SIZE). */
    private static final int RECORD_BYTES = 81_920;

    private final DarshanUtil library;
    private final Pointer accumulator;
    private boolean failed;

    /**
     * What the library derives.
     *
     * @param slowestRankSeconds I/O time of the slowest rank (agg_time_by_slowest)
     * @param bytesPerSecond bytes of the module over that time (agg_perf_by_slowest, there in MiB); null without I/O time
     */
    record Metrics(double slowestRankSeconds, Double bytesPerSecond) {}

    DarshanAccumulator(DarshanUtil library, int module, long processes) {
        this.library = library;
        PointerByReference created = new PointerByReference();
        failed = library.darshan_accumulator_create(module, processes, created) != 0;
        accumulator = created.getValue();
    }

    void add(Pointer fileRecord) {
        if (!failed) {
            failed = library.darshan_accumulator_inject(accumulator, fileRecord, 1) != 0;
        }
    }

    /** @return the derived values; empty if the library failed to derive them */
    Optional<Metrics> result() {
        if (failed) {
            return Optional.empty();
        }
        try (Memory metrics = new Memory(METRICS_BYTES);
                Memory aggregate = new Memory(RECORD_BYTES)) {
            if (library.darshan_accumulator_emit(accumulator, metrics, aggregate) != 0) {
                return Optional.empty();
            }
            double seconds = metrics.getDouble(TIME_OFFSET);
            double performance = metrics.getDouble(PERFORMANCE_OFFSET);
            return Double.isFinite(seconds) && Double.isFinite(performance)
                    ? Optional.of(new Metrics(seconds, performance > 0 ? performance * BYTES_PER_MEBIBYTE : null))
                    : Optional.empty();
        }
    }

    @Override
    public void close() {
        if (accumulator != null) {
            library.darshan_accumulator_destroy(accumulator);
        }
    }
}
