package io.barograph.verdicts.climate;

import java.io.Serializable;
import java.time.Duration;

/**
 * Which earlier runs make up the climate of a run.
 *
 * @param window how far back they reach before its end
 * @param fewestRuns a smaller climate does not judge
 */
public record ClimatePolicy(Duration window, int fewestRuns) implements Serializable {
    /** 90 days, 10 runs. */
    public static final ClimatePolicy DEFAULT = new ClimatePolicy(Duration.ofDays(90), 10);
}
