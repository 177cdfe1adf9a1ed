package io.barograph.page.prometheus;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** The two text formats in which Prometheus reads metrics. */
public enum PrometheusFormat {
    /** OpenMetrics 1.0.0. */
    OPEN_METRICS(OpenMetricsTextFormatWriter.builder()
            .setCreatedTimestampsEnabled(false)
            .setExemplarsOnAllMetricTypesEnabled(false)
            .build()),
    /** The Prometheus text format 0.0.4. */
    TEXT(PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build());

    /** Never changed, and for all threads. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final ExpositionFormatWriter writer;

    PrometheusFormat(ExpositionFormatWriter writer) {
        this.writer = writer;
    }

    /**
     * @param types media types that a client accepts, the preferred one first
     * @return the first format among them; the Prometheus text format if there is none
     */
    public static PrometheusFormat accepted(List<String> types) {
        for (String type : types) {
            String name = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
            if (name.equals("application/openmetrics-text")) {
                return OPEN_METRICS;
            }
            if (name.equals("text/plain") || name.equals("text/*") || name.equals("*/*")) {
                return TEXT;
            }
        }
        return TEXT;
    }

    public String contentType() {
        return writer.getContentType();
    }

    public byte[] written(MetricSnapshots metrics) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toByteArray();
    }
}
