package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Weather of a run as a point of measurement {@code job_weather}: tags {@code fs} and, in a replay, {@code replay};
 * everything else is a field, because it may be revised or has too many values for a tag.
 *
 * <p>Every revision writes every field. InfluxDB merges the fields of two writes of one point, so a value that a
 * revision no longer has would stay; therefore what is not known is written as {@value UnknownValues#VALUE}, as in Darshan (all
 * these quantities are non-negative, but for {@code cf_live_difference}, which is known where {@code cf_live} and {@code
 * cf_bw_fs} are), and an unknown text as the empty one. Queries leave it out: {@code WHERE cf_bw >= 0}.
 *
 * <p>The point lies at the end of the run plus a hash of the run and file system, below 1 ms: runs that end in the same
 * second stay apart.
 */
final class JobWeatherPoints implements PointConverter<JobWeather> {
    static final String MEASUREMENT = "job_weather";

    /** The metrics that no field of the record holds already. */
    static final List<WeatherMetric> METRICS = Arrays.stream(WeatherMetric.values())
            .filter(metric -> JobWeather.getClassSchema().getField(metric.metricName()) == null)
            .toList();

    private static final RecordFields FIELDS = new RecordFields(JobWeather.getClassSchema(), "fileSystem");

    @Override
    public List<InfluxPoint> convert(JobWeather weather) {
        Duration run = Duration.between(weather.getStartTime(), weather.getEndTime());
        InfluxPoint.Builder point = InfluxPoint.measurement(MEASUREMENT)
                .tag("fs", weather.getFileSystem())
                .field("run_seconds", run.toNanos() / 1e9)
                .field("start_ns", PointTimes.exact(weather.getStartTime()));
        FIELDS.addTo(point, weather);
        for (WeatherMetric metric : METRICS) {
            point.field(fieldOf(metric), UnknownValues.or(weather.getMetrics().get(metric.metricName())));
        }
        String identity = Topic.JOB_WEATHER.key().apply(weather);
        return List.of(point.at(PointTimes.exact(weather.getEndTime()) + PointTimes.spread(identity)));
    }

    /** {@code oss_cpu_max_percent} of {@link WeatherMetric#OSS_CPU_MAX_PERCENT}. */
    static String fieldOf(WeatherMetric metric) {
        return metric.name().toLowerCase(Locale.ROOT);
    }
}
