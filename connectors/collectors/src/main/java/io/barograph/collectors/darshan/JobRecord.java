package io.barograph.collectors.darshan;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.math.BigDecimal;

/** {@code struct darshan_job} and what follows from it. */
record JobRecord(
        long user,
        long startSeconds,
        long startNanos,
        long endSeconds,
        long endNanos,
        long processes,
        String jobId,
        String runtimeVersion) {
    private static final int METADATA_OFFSET = 7 * Long.BYTES;
    private static final int METADATA_BYTES = 1024;
    private static final String RUNTIME_VERSION_KEY = "lib_ver=";
    private static final BigDecimal FIRST_FORMAT_WITH_NANOSECONDS = new BigDecimal("3.41");

    /** Latest instant that fits microseconds in a long. */
    private static final long LATEST_SECONDS = Long.MAX_VALUE / 1_000_000 - 1;

    static JobRecord read(DarshanUtil library, Pointer log) throws UnreadableLogException {
        try (Memory job = new Memory(METADATA_OFFSET + METADATA_BYTES + 1)) {
            job.clear();
            if (library.darshan_log_get_job(log, job) != 0) {
                throw new UnreadableLogException("its job record cannot be read");
            }
            String version = job.getString(METADATA_OFFSET, "UTF-8")
                    .lines()
                    .filter(line -> line.startsWith(RUNTIME_VERSION_KEY))
                    .map(line -> line.substring(RUNTIME_VERSION_KEY.length()))
                    .findFirst()
                    .orElse(null);
            JobRecord read = new JobRecord(
                    job.getLong(0),
                    job.getLong(8),
                    job.getLong(16),
                    job.getLong(24),
                    job.getLong(32),
                    job.getLong(40),
                    Long.toUnsignedString(job.getLong(48)),
                    version);
            read.check();
            return read;
        }
    }

    private void check() throws UnreadableLogException {
        boolean possible = processes > 0
                && processes <= Integer.MAX_VALUE
                && startSeconds > 0
                && endSeconds <= LATEST_SECONDS
                && nanosPossible(startNanos)
                && nanosPossible(endNanos)
                && (startSeconds < endSeconds || (startSeconds == endSeconds && startNanos <= endNanos));
        if (!possible) {
            throw new UnreadableLogException("its job record is impossible: " + processes + " processes, start "
                    + startSeconds + " s " + startNanos + " ns, end " + endSeconds + " s " + endNanos + " ns");
        }
    }

    private static boolean nanosPossible(long nanos) {
        return nanos >= 0 && nanos < 1_000_000_000;
    }

    /**
     * @param format log format version
     * @return end - start; plus 1 s where the format has whole seconds, as the run fills part of both
     */
    double runTimeSeconds(String format) {
        if (new BigDecimal(format).compareTo(FIRST_FORMAT_WITH_NANOSECONDS) < 0) {
            return (double) (endSeconds - startSeconds + 1);
        }
        return (endSeconds + endNanos / 1e9) - (startSeconds + startNanos / 1e9);
    }
}
