package io.barograph.sources.tokio;

import io.barograph.runtime.CollectorType;
import java.time.Duration;

/** {@code ./barograph collect tokio-weather}. */
public final class TokioWeatherCollectorType extends CollectorType<TokioWeatherOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public TokioWeatherCollectorType() {
        super(
                "tokio-weather",
                "history for climates from TOKIO tables of job summaries (job-weather)",
                TokioWeatherOptions.class,
                options -> Duration.ZERO,
                TokioWeatherCollector::new,
                "tokio-weather --tables edison.csv.gz");
    }
}
