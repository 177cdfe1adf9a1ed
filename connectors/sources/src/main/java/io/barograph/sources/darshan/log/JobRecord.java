package io.barograph.sources.darshan.log;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * {@code struct darshan_job} and what follows from it.
 *
 * @param runtimeVersion Darshan version that wrote the log; null if the log does not say
 */
public record JobRecord(
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
            Optional<String> problem = LogRules.job(read);
            if (problem.isPresent()) {
                throw new UnreadableLogException(problem.get());
            }
            return read;
        }
    }

    Instant start() {
        return Instant.ofEpochSecond(startSeconds, startNanos);
    }

    Instant end() {
        return Instant.ofEpochSecond(endSeconds, endNanos);
    }

    /** @return end - start; plus 1 s where the format has whole seconds, as the run fills part of both */
    double runTimeSeconds(String format) {
        if (new BigDecimal(format).compareTo(FIRST_FORMAT_WITH_NANOSECONDS) < 0) {
            return (double) (endSeconds - startSeconds + 1);
        }
        return (endSeconds + endNanos / 1e9) - (startSeconds + startNanos / 1e9);
    }
}
