package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric.Good;

/** The quartile of a climate that a value falls in, oriented so that 1 is the best and 4 the worst. */
public final class ClimateQuartile {
    public static final int WORST = 4;

    /** For a metric that has no good direction, or no climate. */
    public static final int NONE = 0;

    private ClimateQuartile() {}

    /**
     * @return 1 to 4; a value on the limit of two quartiles belongs to the lower values; {@link #NONE} without
     *     direction or values
     */
    public static int of(double value, SortedValues climate, Good good) {
        if (good == Good.NONE || climate.size() == 0 || Double.isNaN(value)) {
            return NONE;
        }
        int ascending = value <= climate.quantile(0.25)
                ? 1
                : value <= climate.quantile(0.50) ? 2 : value <= climate.quantile(0.75) ? 3 : 4;
        return good == Good.LOW ? ascending : 5 - ascending;
    }
}
