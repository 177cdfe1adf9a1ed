package io.barograph.verdicts.operators;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherRecordKind;
import org.apache.flink.api.common.functions.FilterFunction;

/** Keeps the weather of runs; a job without a Darshan log has no performance that could be judged. */
final class HasRun implements FilterFunction<JobWeather> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean filter(JobWeather weather) {
        return weather.getRecordKind() != WeatherRecordKind.NO_DARSHAN;
    }
}
