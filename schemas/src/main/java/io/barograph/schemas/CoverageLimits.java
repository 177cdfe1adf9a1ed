package io.barograph.schemas;

import java.time.Duration;

/** Limits beyond which a coverage factor is marked, the same wherever one is computed or read from a table. */
public final class CoverageLimits {
    /** A coverage factor above this cannot be: client cache, clock skew, lost samples, incomplete list of OSTs. */
    public static final double IMPLAUSIBLE_ABOVE = 1.2;

    /**
     * With more than this fraction of the samples missing a factor is marked; so is one with a single sample at fault, as
     * what the server moved in its interval is unknown.
     */
    public static final double MISSING_ABOVE = 0.1;

    /**
     * With more than this fraction of the volume possibly from before or after the run a factor is marked. Whole intervals
     * count, so that those that the run's start and end cut may hold such traffic of others; if the clocks agree, the
     * factor is too low by no more than that fraction.
     */
    public static final double EDGES_ABOVE = 0.1;

    /** A sample is in time if it was published at most this long after its instant. */
    public static final Duration LATENESS = Duration.ofSeconds(30);

    private CoverageLimits() {}
}
