package io.barograph.sources.tokio;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** {@code ./barograph collect tokio-weather}. */
public final class TokioWeatherCollectorType implements CollectorType<TokioWeatherOptions> {
    @Override
    public String name() {
        return "tokio-weather";
    }

    @Override
    public String summary() {
        return "history for climates from TOKIO tables of job summaries (job-weather)";
    }

    @Override
    public List<String> examples() {
        return List.of("tokio-weather --tables edison.csv.gz");
    }

    @Override
    public Class<TokioWeatherOptions> options() {
        return TokioWeatherOptions.class;
    }

    @Override
    public Duration interval(TokioWeatherOptions options) {
        return Duration.ZERO;
    }

    @Override
    public SourceCollector create(TokioWeatherOptions options, CollectorContext context) {
        return new TokioWeatherCollector(options, context);
    }
}
