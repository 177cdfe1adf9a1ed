package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
    static final Set<WeatherMetric> METRICS = EnumSet.complementOf(EnumSet.of(
            WeatherMetric.PERFORMANCE_BYTES_PER_SECOND,
            WeatherMetric.JOB_READ_BYTES,
            WeatherMetric.JOB_WRITE_BYTES,
            WeatherMetric.SERVER_READ_BYTES,
            WeatherMetric.SERVER_WRITE_BYTES,
            WeatherMetric.MISSING_FRACTION,
            WeatherMetric.CF_BW,
            WeatherMetric.CF_BW_FS,
            WeatherMetric.CF_READ,
            WeatherMetric.CF_WRITE,
            WeatherMetric.CF_IOPS,
            WeatherMetric.CF_NODEHRS,
            WeatherMetric.CF_BW_ACTIVE,
            WeatherMetric.CF_JOB,
            WeatherMetric.CONCURRENT_JOBS,
            WeatherMetric.CONCURRENT_NODES,
            WeatherMetric.CONCURRENT_NODE_HOURS));

    @Override
    public List<InfluxPoint> convert(JobWeather weather) {
        var point = InfluxPoint.measurement(MEASUREMENT)
                .tag("fs", weather.getFileSystem())
                .field("cf_bw", UnknownValues.or(weather.getCfBw()))
                .field("cf_bw_fs", UnknownValues.or(weather.getCfBwFs()))
                .field("cf_bw_exact", UnknownValues.or(weather.getCfBwExact()))
                .field("cf_bw_exact_low", UnknownValues.or(weather.getCfBwExactLow()))
                .field("cf_bw_exact_high", UnknownValues.or(weather.getCfBwExactHigh()))
                .field("cf_read", UnknownValues.or(weather.getCfRead()))
                .field("cf_write", UnknownValues.or(weather.getCfWrite()))
                .field("missing_fraction", UnknownValues.or(weather.getMissingFraction()))
                .field("quality", weather.getQuality().name())
                .field("job_id", weather.getJobId())
                .field("executable", weather.getExecutable())
                .field("user", UnknownValues.orEmpty(weather.getUser()))
                .field("processes", (long) weather.getProcesses())
                .field("nodes", UnknownValues.or(weather.getNodes()))
                .field("job_read_bytes", weather.getJobReadBytes())
                .field("job_write_bytes", weather.getJobWriteBytes())
                .field("server_read_bytes", UnknownValues.or(weather.getServerReadBytes()))
                .field("server_write_bytes", UnknownValues.or(weather.getServerWriteBytes()))
                .field("fs_read_bytes", UnknownValues.or(weather.getFileSystemReadBytes()))
                .field("fs_write_bytes", UnknownValues.or(weather.getFileSystemWriteBytes()))
                .field(
                        "run_seconds",
                        Duration.between(weather.getStartTime(), weather.getEndTime())
                                        .toNanos()
                                / 1e9)
                .field("servers", (long) weather.getServers())
                .field("named_servers", weather.getNamedServers())
                .field("server_restarts", (long) weather.getServerRestarts())
                .field("revision", (long) weather.getRevision())
                .field("start_ns", PointTimes.exact(weather.getStartTime()))
                .field("record_kind", weather.getRecordKind().name())
                .field("job_state", UnknownValues.orEmpty(weather.getJobState()))
                .field("application", UnknownValues.orEmpty(weather.getApplication()))
                .field("direction", UnknownValues.orEmpty(weather.getDirection()))
                .field("layout", UnknownValues.orEmpty(weather.getLayout()))
                .field("partition", UnknownValues.orEmpty(weather.getPartition()))
                .field("motif", UnknownValues.orEmpty(weather.getMotif()))
                .field("eligible", weather.getEligible())
                .field("partial", weather.getPartial())
                .field("performance_bytes_per_s", UnknownValues.or(weather.getPerformanceBytesPerSecond()))
                .field("cf_iops", UnknownValues.or(weather.getCfIops()))
                .field("cf_nodehrs", UnknownValues.or(weather.getCfNodehrs()))
                .field("cf_bw_active", UnknownValues.or(weather.getCfBwActive()))
                .field("cf_job", UnknownValues.or(weather.getCfJob()))
                .field("concurrent_jobs", UnknownValues.or(weather.getConcurrentJobs()))
                .field("concurrent_nodes", UnknownValues.or(weather.getConcurrentNodes()))
                .field("concurrent_node_hours", UnknownValues.or(weather.getConcurrentNodeHours()))
                .field("collector", UnknownValues.orEmpty(weather.getCollector()))
                .field("source", UnknownValues.orEmpty(weather.getSource()))
                .field("system", UnknownValues.orEmpty(weather.getSystem()));
        for (WeatherMetric metric : METRICS) {
            point.field(fieldOf(metric), UnknownValues.or(weather.getMetrics().get(metric.metricName())));
        }
        String run = Topic.JOB_WEATHER.key().apply(weather);
        return List.of(point.at(PointTimes.exact(weather.getEndTime()) + PointTimes.spread(run)));
    }

    /** {@code oss_cpu_max_percent} of {@link WeatherMetric#OSS_CPU_MAX_PERCENT}. */
    static String fieldOf(WeatherMetric metric) {
        return metric.name().toLowerCase(Locale.ROOT);
    }
}
