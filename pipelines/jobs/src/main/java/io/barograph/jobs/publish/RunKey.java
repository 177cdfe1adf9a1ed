package io.barograph.jobs.publish;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import org.apache.flink.api.java.functions.KeySelector;

/** Keeps the revisions of one run on one file system on one subtask, so that they are written in order. */
final class RunKey implements KeySelector<JobWeather, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getKey(JobWeather weather) {
        return Topic.JOB_WEATHER.key().apply(weather);
    }
}
