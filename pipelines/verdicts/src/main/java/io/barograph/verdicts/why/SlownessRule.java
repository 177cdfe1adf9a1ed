package io.barograph.verdicts.why;

/**
 * Rules that give an answer. Those of a run and those of an instant are asked in the order in which they stand here; the
 * first that holds answers.
 */
public enum SlownessRule {
    /** Run: it made at least half of the load of the event that slowed it (zoom-in: root causes of the application). */
    OWN_LOAD,
    /** Run or instant: an event of contention or degradation, shown by probes (docs/why.md). */
    EVENT,
    /** Run: servers that it used began to count anew, so they were started again or taken over. */
    RESTART,
    /** Run: it lost performance with more fullness than usual, while a target was nearly full (UMAMI, fullness case). */
    FULL_TARGET,
    /** Run: root causes of the application that earlier runs had less of (zoom-in, table II). */
    NEW_APPLICATION_CAUSE,
    /** Run: the measured cause with the largest share of the loss (UMAMI, contention and metadata cases). */
    WEATHER,
    /** Run: its files lie on fewer OSTs than usual, on which its motif is slower (zoom-in, factor 4). */
    FEWER_OSTS,
    /** Run: it lost performance while probes and all known metrics of the file system were as usual. */
    ALL_ELSE_USUAL,
    /** Run: it lost nothing, or cannot be compared, and the application limits it (zoom-in, table II). */
    LIMITED_BY_APPLICATION,
    /** Instant: a probing host was slower than the others. */
    SLOW_HOST,
    /** Instant: a target was nearly full, and nothing was slow by an event. */
    NEARLY_FULL,
    /** Instant: the runs at the time that lost performance all have the same answer. */
    RUNS_AGREE,
    /** Nothing of the above. */
    NONE
}
