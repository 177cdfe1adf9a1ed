package io.barograph.schemas.configuration;

import java.time.Duration;

/**
 * How the analysis remembers and decides.
 *
 * @param fineHistory how long samples are kept at their interval
 * @param minuteHistory how long they are kept by the minute
 * @param lateness what counts as in time
 * @param revisionDelay when a decision with samples missing is taken again
 */
public record AnalysisSettings(
        @Setting(
                        value = "How far back from its decision a run's start is found at the sampling interval.",
                        defaultValue = "6h")
                Duration fineHistory,
        @Setting(value = "How far back it is found by the minute; what is older is too old.", defaultValue = "7d")
                Duration minuteHistory,
        @Setting(
                        value = "A sample is in time if it is published at most this long after its instant.",
                        defaultValue = "30s")
                Duration lateness,
        @Setting(value = "A decision with samples missing is taken once more this long after it.", defaultValue = "15m")
                Duration revisionDelay) {
    /** Checks the order. */
    public AnalysisSettings {
        if (minuteHistory.compareTo(fineHistory) < 0) {
            throw new IllegalArgumentException("minuteHistory must not be shorter than fineHistory");
        }
    }
}
