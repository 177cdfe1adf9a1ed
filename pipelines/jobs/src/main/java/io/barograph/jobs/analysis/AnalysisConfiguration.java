package io.barograph.jobs.analysis;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.jobs.analysis.weather.WeatherPolicy;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.schemas.FileSystemCatalogue;

/**
 * What the analysis job needs to know.
 *
 * @param kafka broker and topics
 * @param catalogue file systems
 * @param history history kept, lateness, revision delay
 * @param weather how long the weather can be corrected, and settings of the workload character
 * @param replay true: read what the topics hold and end; event time of the summaries counts, no source is ever idle
 */
public record AnalysisConfiguration(
        KafkaConnection kafka,
        FileSystemCatalogue catalogue,
        HistoryPolicy history,
        WeatherPolicy weather,
        boolean replay) {}
