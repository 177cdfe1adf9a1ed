package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.DurationBin;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Slowdowns as points at the end of their interval: measurement {@code slowdown_live} for the sliding window and {@code
 * slowdown} for the intervals, with tags {@code fs}, {@code operation}, {@code interval} ({@code 1m}, {@code 10m}, {@code
 * 4h}), {@code host} or {@code server} where it is of one of them, and {@code replay}. Months become {@code
 * duration_month} at their begin and one point of {@code duration_histogram} for each bin, tagged with its lower edge.
 *
 * <p>Every record writes every field; what is not known is {@value UnknownValues#VALUE}.
 */
final class SlowdownPoints implements PointConverter<Slowdown> {
    @Override
    public List<InfluxPoint> convert(Slowdown slowdown) {
        return switch (slowdown.getKind()) {
            case LIVE -> List.of(live(slowdown));
            case INTERVAL -> List.of(interval(slowdown));
            case MONTH, BENCHMARK_MONTH -> month(slowdown);
            case UNKNOWN -> List.of();
        };
    }

    private InfluxPoint live(Slowdown slowdown) {
        return numbers("slowdown_live", slowdown)
                .field("trend_per_minute", UnknownValues.orZero(slowdown.getTrendPerMinute()))
                .at(PointTimes.ofMillis(slowdown.getEnd()));
    }

    private InfluxPoint interval(Slowdown slowdown) {
        return numbers("slowdown", slowdown)
                .tag("interval", name(Duration.between(slowdown.getStart(), slowdown.getEnd())))
                .field("late", slowdown.getLate())
                .field("baseline", slowdown.getBaseline().name())
                .field("frozen_expected_s", UnknownValues.or(slowdown.getFrozenExpectedSeconds()))
                .field("frozen_slowdown", UnknownValues.or(slowdown.getFrozenSlowdown()))
                .at(PointTimes.ofMillis(slowdown.getEnd()));
    }

    private InfluxPoint.Builder numbers(String measurement, Slowdown slowdown) {
        InfluxPoint.Builder point = InfluxPoint.measurement(measurement)
                .tag("fs", slowdown.getFileSystem())
                .tag("operation", slowdown.getOperation())
                .field("timings", slowdown.getTimings())
                .field("timeouts", slowdown.getTimeouts())
                .field("broken", slowdown.getBroken())
                .field("blocked", slowdown.getBlocked())
                .field("mean_s", UnknownValues.or(slowdown.getMeanSeconds()))
                .field("median_s", UnknownValues.or(slowdown.getMedianSeconds()))
                .field("p90_s", UnknownValues.or(slowdown.getP90Seconds()))
                .field("p95_s", UnknownValues.or(slowdown.getP95Seconds()))
                .field("p99_s", UnknownValues.or(slowdown.getP99Seconds()))
                .field("max_s", UnknownValues.or(slowdown.getMaxSeconds()))
                .field("expected_s", UnknownValues.or(slowdown.getExpectedSeconds()))
                .field("slowdown", UnknownValues.or(slowdown.getSlowdown()))
                .field("slowdown_p90", UnknownValues.or(slowdown.getSlowdownP90()))
                .field("slowdown_p95", UnknownValues.or(slowdown.getSlowdownP95()))
                .field("slowdown_p99", UnknownValues.or(slowdown.getSlowdownP99()))
                .field("agreeing_slowdown", UnknownValues.or(slowdown.getAgreeingSlowdown()))
                .field("departing_hosts", String.join(",", slowdown.getDepartingHosts()))
                .field("departs", slowdown.getDeparts());
        return switch (slowdown.getScope()) {
            case HOST -> point.tag("host", slowdown.getMember());
            case SERVER -> point.tag("server", slowdown.getMember());
            case FILE_SYSTEM, UNKNOWN -> point;
        };
    }

    private List<InfluxPoint> month(Slowdown slowdown) {
        long time = PointTimes.ofMillis(slowdown.getStart());
        String source = slowdown.getKind() == SlowdownKind.MONTH ? "probe" : "benchmark";
        List<InfluxPoint> points = new ArrayList<>();
        points.add(month("duration_month", slowdown, source)
                .field("timings", slowdown.getTimings())
                .field("mean_s", UnknownValues.or(slowdown.getMeanSeconds()))
                .field("median_s", UnknownValues.or(slowdown.getMedianSeconds()))
                .field("max_s", UnknownValues.or(slowdown.getMaxSeconds()))
                .field("best_s", UnknownValues.or(slowdown.getBestSeconds()))
                .field("average_best_ratio", UnknownValues.or(slowdown.getAverageBestRatio()))
                .at(time));
        for (DurationBin bin : slowdown.getHistogram()) {
            points.add(month("duration_histogram", slowdown, source)
                    .tag("from_s", String.format(Locale.ROOT, "%.3g", bin.getFromSeconds()))
                    .field("from_seconds", bin.getFromSeconds())
                    .field("to_seconds", bin.getToSeconds())
                    .field("timings", bin.getCount())
                    .at(time));
        }
        return points;
    }

    private InfluxPoint.Builder month(String measurement, Slowdown slowdown, String source) {
        return InfluxPoint.measurement(measurement)
                .tag("fs", slowdown.getFileSystem())
                .tag("operation", slowdown.getOperation())
                .tag("configuration", slowdown.getConfiguration())
                .tag("source", source);
    }

    /** The interval as Grafana writes it. */
    private static String name(Duration interval) {
        return interval.toHours() > 0 ? interval.toHours() + "h" : interval.toMinutes() + "m";
    }
}
