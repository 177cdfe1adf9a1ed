package io.barograph.jobs.analysis;

import io.barograph.schemas.JobWeather;

/** Keeps what is decided from the end of history on. */
final class IsDecidedFrom extends HistoryFilter {
    /** @param end end of history, milliseconds since the epoch; {@link Long#MIN_VALUE} for all decisions */
    IsDecidedFrom(long end) {
        super(end);
    }

    @Override
    public boolean filter(JobWeather weather) {
        return !isBeforeEnd(weather);
    }
}
