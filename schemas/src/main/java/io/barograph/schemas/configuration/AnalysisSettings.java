package io.barograph.schemas.configuration;

import java.time.Duration;
import java.time.Instant;

/**
 * How the analysis remembers and decides.
 *
 * @param fineHistory how long samples are kept at their interval
 * @param minuteHistory how long they are kept by the minute
 * @param lateness what counts as in time
 * @param revisionDelay when a decision with samples missing is taken again
 * @param slowdown what slowdowns are measured against
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
                Duration revisionDelay,
        @Setting(value = "What slowdowns are measured against.", defaultValue = "{}") SlowdownSettings slowdown) {
    /**
     * What slowdowns are measured against.
     *
     * @param baselineDays whole days before today that the baseline reaches back
     * @param frozenFrom begin of the frozen commissioning baseline; null for none
     * @param frozenTo end of it
     */
    public record SlowdownSettings(
            @Setting(value = "Days that the baseline of slowdowns reaches back.", defaultValue = "30") int baselineDays,
            @Setting("Begin of a frozen baseline that is kept beside the sliding one.") Instant frozenFrom,
            @Setting("End of the frozen baseline.") Instant frozenTo) {}

    /** Checks the order. */
    public AnalysisSettings {
        if (minuteHistory.compareTo(fineHistory) < 0) {
            throw new IllegalArgumentException("minuteHistory must not be shorter than fineHistory");
        }
    }
}
