package io.barograph.jobs.analysis;

import io.barograph.schemas.JobWeather;
import org.apache.flink.api.common.functions.FilterFunction;

/** Keeps what is decided from the begin of a window on. */
final class IsDecidedFrom implements FilterFunction<JobWeather> {
    private static final long serialVersionUID = 1L;

    private final long from;

    /** @param from begin of the window, milliseconds since the epoch */
    IsDecidedFrom(long from) {
        this.from = from;
    }

    @Override
    public boolean filter(JobWeather weather) {
        return weather.getDecidedAt().toEpochMilli() >= from;
    }
}
