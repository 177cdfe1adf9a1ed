package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.ServerRates;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The weather of a file system as points of some retention levels. Tags are the identity: {@code fs}, {@code span}, in a
 * replay {@code replay}, and by measurement {@code server}, {@code direction} or the place in a histogram. The time of a
 * rate is the end of its span, that of a volume or character the start.
 */
record RatesPoints(Set<RetentionLevel> levels) implements PointConverter<ServerRates> {
    RatesPoints {
        levels = EnumSet.copyOf(levels);
    }

    @Override
    public List<InfluxPoint> convert(ServerRates rates) {
        return switch (rates.getSpan()) {
            case INTERVAL -> levels.contains(RetentionLevel.RAW) ? SpanPoints.ofInterval(rates) : List.of();
            case MINUTE ->
                SpanPoints.ofMinute(
                        rates, levels.contains(RetentionLevel.MINUTES), levels.contains(RetentionLevel.HOURS));
            case HOUR, DAY, MONTH ->
                PeriodPoints.of(rates, levels.contains(RetentionLevel.MINUTES), levels.contains(RetentionLevel.HOURS));
            case UNKNOWN -> List.of();
        };
    }

    static InfluxPoint.Builder point(String measurement, ServerRates rates, String span) {
        return InfluxPoint.measurement(measurement)
                .tag("fs", rates.getFileSystem())
                .tag("span", span);
    }
}
