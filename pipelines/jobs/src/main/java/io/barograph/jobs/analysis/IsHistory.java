package io.barograph.jobs.analysis;

import io.barograph.schemas.JobWeather;

/** Keeps the weather that a collector imported, and what was decided before history ends. */
final class IsHistory extends HistoryFilter {
    /** @param end end of history, milliseconds since the epoch; {@link Long#MIN_VALUE} for imported weather alone */
    IsHistory(long end) {
        super(end);
    }

    @Override
    public boolean filter(JobWeather weather) {
        return weather.getCollector() != null || isBeforeEnd(weather);
    }
}
