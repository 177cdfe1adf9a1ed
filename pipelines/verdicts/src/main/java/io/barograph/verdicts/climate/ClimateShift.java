package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import java.util.List;

/**
 * A motif's performance has settled at a different level (UMAMI, section 4.3).
 *
 * @param onset end of the first run at the new level, milliseconds since the epoch
 * @param end end of the first run after a return to the old level; {@link #NOT_ENDED} while it lasts
 * @param before median performance of the old level, bytes/s
 * @param after median performance of the new level when the shift was recognised, bytes/s
 * @param runs runs at the new level when it was recognised
 * @param metrics metrics of the weather that moved with it: those that explain it first, then strongest first
 */
public record ClimateShift(long onset, long end, double before, double after, int runs, List<MetricShift> metrics) {
    /** Value of {@code end} while the shift lasts. */
    public static final long NOT_ENDED = Long.MAX_VALUE;

    /**
     * A metric that moved.
     *
     * @param size difference of the medians in robust standard deviations before the onset
     * @param explains true if it moved to its bad side while performance fell, or to its good side while it rose
     */
    public record MetricShift(WeatherMetric metric, double before, double after, double size, boolean explains) {}

    /** @return new level / old level */
    public double ratio() {
        return after / before;
    }

    /**
     * @param time end of a later shift's first run, milliseconds since the epoch
     * @return the same, ended
     */
    public ClimateShift endedAt(long time) {
        return new ClimateShift(onset, time, before, after, runs, metrics);
    }
}
