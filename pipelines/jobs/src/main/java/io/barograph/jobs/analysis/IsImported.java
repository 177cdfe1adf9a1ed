package io.barograph.jobs.analysis;

import io.barograph.schemas.JobWeather;
import org.apache.flink.api.common.functions.FilterFunction;

/** Keeps the weather that a collector imported; what this job decided itself does not come back through the topic. */
final class IsImported implements FilterFunction<JobWeather> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean filter(JobWeather weather) {
        return weather.getCollector() != null;
    }
}
