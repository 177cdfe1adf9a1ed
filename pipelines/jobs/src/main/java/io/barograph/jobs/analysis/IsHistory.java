package io.barograph.jobs.analysis;

import io.barograph.schemas.JobWeather;
import org.apache.flink.api.common.functions.FilterFunction;

/** Keeps the weather that a collector imported, and what was decided before a window began. */
final class IsHistory implements FilterFunction<JobWeather> {
    private static final long serialVersionUID = 1L;

    private final long before;

    /** @param before begin of the window, milliseconds since the epoch */
    IsHistory(long before) {
        this.before = before;
    }

    @Override
    public boolean filter(JobWeather weather) {
        return weather.getCollector() != null || weather.getDecidedAt().toEpochMilli() < before;
    }
}
