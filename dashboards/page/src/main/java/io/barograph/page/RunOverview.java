package io.barograph.page;

import io.barograph.schemas.Verdict;
import java.time.Instant;

/**
 * What the page keeps of a run on one file system. What is null is not known, or not yet.
 *
 * @param jobId batch job
 * @param fileSystem file system
 * @param application application, else executable; empty for a job without a log
 * @param user owner
 * @param start start of the run
 * @param end end of the run
 * @param bytes bytes that it read and wrote
 * @param coverage coverage factor of bandwidth
 * @param quality quality of the coverage factor
 * @param verdict verdict on its performance
 * @param fractionOfPeak its performance / the best of its motif
 * @param sentence the verdict in words
 */
record RunOverview(
        String jobId,
        String fileSystem,
        String application,
        String user,
        Instant start,
        Instant end,
        Long bytes,
        Double coverage,
        String quality,
        Verdict verdict,
        Double fractionOfPeak,
        String sentence) {}
