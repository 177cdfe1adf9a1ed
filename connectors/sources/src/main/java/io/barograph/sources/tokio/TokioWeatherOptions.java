package io.barograph.sources.tokio;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.util.List;

/** Options of {@code ./barograph collect tokio-weather}. */
record TokioWeatherOptions(
        @Setting(value = "TOKIO tables of job summaries (.csv, .csv.gz); each is read once.", required = true)
                List<Path> tables) {
    TokioWeatherOptions {
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("tables must name at least one file");
        }
    }
}
