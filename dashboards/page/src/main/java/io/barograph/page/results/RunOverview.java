package io.barograph.page.results;

import io.barograph.schemas.Verdict;
import java.time.Instant;

/**
 * What the page keeps of a run on one file system. What is null is not known, or not yet.
 *
 * @param application application, else executable; empty for a job without a log
 * @param fractionOfPeak its performance / the best of its motif
 */
public record RunOverview(
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
        Double fractionOfPeak) {}
