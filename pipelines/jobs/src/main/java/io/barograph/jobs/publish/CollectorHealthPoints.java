package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.CollectorHealth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Health of a collector as a point of measurement {@code collector_health}, tags {@code host} and {@code collector}.
 * Counts are totals since the start of its process; what is not known is {@value UnknownValues#VALUE}. Maps are
 * written as their sum and as text, {@code server-samples=12 job-summaries=3}.
 */
final class CollectorHealthPoints implements PointConverter<CollectorHealth> {
    static final String MEASUREMENT = "collector_health";

    @Override
    public List<InfluxPoint> convert(CollectorHealth health) {
        return List.of(InfluxPoint.measurement(MEASUREMENT)
                .tag("host", health.getHost())
                .tag("collector", health.getCollector())
                .field("type", health.getType())
                .field("state", health.getState().name())
                .field("failure", UnknownValues.orEmpty(health.getFailure()))
                .field("rounds", health.getRounds())
                .field("failed_rounds", health.getFailedRounds())
                .field("last_round_seconds", UnknownValues.or(health.getLastRoundSeconds()))
                .field("published_records", sum(health.getPublished().values()))
                .field("published_by_topic", text(health.getPublished()))
                .field("refused_inputs", sum(health.getRefused().values()))
                .field("refused_by_cause", text(health.getRefused()))
                .field("dropped_records", sum(health.getDropped().values()))
                .field("dropped_by_topic", text(health.getDropped()))
                .field("spooled_bytes", health.getSpooledBytes())
                .field("lag_seconds", UnknownValues.or(health.getLagSeconds()))
                .field(
                        "up_seconds",
                        (health.getTime().toEpochMilli() - health.getStartedAt().toEpochMilli()) / 1e3)
                .at(PointTimes.ofMillis(health.getTime())));
    }

    private static long sum(Collection<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    private static String text(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(count -> count.getKey() + "=" + count.getValue())
                .collect(Collectors.joining(" "));
    }
}
