package io.barograph.sources.tokio;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.MetadataFamily;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Which columns of a TOKIO table hold which weather metrics, and the metrics of a row. */
final class TokioMetrics {
    private static final String SERVER_PREFIX = "fs_";
    private static final double BYTES_PER_KIBIBYTE = 1 << 10;
    private static final double PERCENT = 100;

    /** Only tables of Lustre have it; the others state fullness as a fraction, under the same names. */
    private static final String OST_COUNT = "fshealth_ost_count";

    private static final List<MetricColumn> FIRST_COLUMNS = List.of(
            column("darshan_tot_reads_posix", WeatherMetric.JOB_READS),
            column("darshan_tot_writes_posix", WeatherMetric.JOB_WRITES),
            column("darshan_tot_seq_reads_posix", WeatherMetric.JOB_SEQUENTIAL_READS),
            column("darshan_tot_seq_writes_posix", WeatherMetric.JOB_SEQUENTIAL_WRITES),
            column("darshan_tot_opens_posix", WeatherMetric.JOB_OPENS),
            column("darshan_tot_stats_posix", WeatherMetric.JOB_STATS),
            column("darshan_num_opens_posix", WeatherMetric.JOB_FILES),
            column("darshan_tot_file_not_aligned_posix", WeatherMetric.JOB_UNALIGNED_FILE_ACCESSES),
            column("darshan_tot_mem_not_aligned_posix", WeatherMetric.JOB_UNALIGNED_MEMORY_ACCESSES),
            column("darshan_tot_f_read_time_posix", WeatherMetric.JOB_READ_SECONDS),
            column("darshan_tot_f_write_time_posix", WeatherMetric.JOB_WRITE_SECONDS),
            column("darshan_tot_f_meta_time_posix", WeatherMetric.JOB_METADATA_SECONDS),
            column("fs_ave_bytes_read_per_sec", WeatherMetric.SERVER_READ_MEAN_BYTES_PER_SECOND),
            column("fs_min_bytes_read_per_sec", WeatherMetric.SERVER_READ_MIN_BYTES_PER_SECOND),
            column("fs_max_bytes_read_per_sec", WeatherMetric.SERVER_READ_MAX_BYTES_PER_SECOND),
            column("fs_ave_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MEAN_BYTES_PER_SECOND),
            column("fs_min_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MIN_BYTES_PER_SECOND),
            column("fs_max_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MAX_BYTES_PER_SECOND),
            column("fs_tot_bytes_read", WeatherMetric.SERVER_READ_BYTES),
            column("fs_tot_bytes_written", WeatherMetric.SERVER_WRITE_BYTES),
            column("fs_tot_read_ops", WeatherMetric.SERVER_READ_OPERATIONS),
            column("fs_tot_write_ops", WeatherMetric.SERVER_WRITE_OPERATIONS),
            column("fs_ave_oss_cpu", WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT),
            column("fs_max_oss_cpu", WeatherMetric.OSS_CPU_MAX_PERCENT),
            column("fs_ave_mds_cpu", WeatherMetric.MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT),
            column("fs_max_mds_cpu", WeatherMetric.MDS_CPU_MAX_PERCENT),
            column("fs_frac_missing", WeatherMetric.MISSING_FRACTION),
            column("fs_frac_zero_read", WeatherMetric.ZERO_READ_FRACTION),
            column("fs_frac_zero_written", WeatherMetric.ZERO_WRITE_FRACTION),
            column("fs_monitoring_samples", WeatherMetric.MONITORING_SAMPLES));

    private static final List<MetricColumn> OTHER_COLUMNS = List.of(
            column("fs_tot_readdir_ops", WeatherMetric.METADATA_READDIRS),
            column("fs_tot_inode_updates", WeatherMetric.METADATA_INODE_UPDATES),
            column("fshealth_ost_most_full_kib", WeatherMetric.OST_FULLEST_USED_BYTES, BYTES_PER_KIBIBYTE),
            column("fshealth_ost_avg_full_kib", WeatherMetric.OST_MEAN_USED_BYTES, BYTES_PER_KIBIBYTE),
            column("fshealth_ost_least_full_kib", WeatherMetric.OST_EMPTIEST_USED_BYTES, BYTES_PER_KIBIBYTE),
            column("fshealth_ost_count", WeatherMetric.OSTS),
            column("fshealth_ost_fullness_lead_secs", WeatherMetric.CAPACITY_AGE_SECONDS),
            column("fshealth_ost_overloaded_oss_count", WeatherMetric.OVERLOADED_OSS),
            column("fshealth_ost_overloaded_ost_count", WeatherMetric.OVERLOADED_OSTS),
            column("fshealth_ost_overloaded_pct", WeatherMetric.OVERLOADED_OST_PERCENT),
            column("fshealth_ost_avg_overloaded_ost_per_oss", WeatherMetric.OSTS_PER_OVERLOADED_OSS),
            column("fshealth_ost_avg_overloaded_overload_factor", WeatherMetric.OSS_OVERLOAD_FACTOR),
            column("fshealth_ost_failures_lead_secs", WeatherMetric.PLACEMENT_AGE_SECONDS),
            column("jobsdb_concurrent_jobs", WeatherMetric.CONCURRENT_JOBS),
            column("jobsdb_concurrent_nodes", WeatherMetric.CONCURRENT_NODES),
            column("jobsdb_concurrent_nodehrs", WeatherMetric.CONCURRENT_NODE_HOURS),
            column("topology_job_min_radius", WeatherMetric.JOB_RADIUS_MIN),
            column("topology_job_avg_radius", WeatherMetric.JOB_RADIUS_MEAN),
            column("topology_job_max_radius", WeatherMetric.JOB_RADIUS_MAX));

    private static final List<MetricColumn> COLUMNS = Stream.of(FIRST_COLUMNS, metadataColumns(), OTHER_COLUMNS)
            .flatMap(List::stream)
            .toList();

    private static final List<MetricColumn> FULLNESS = List.of(
            column("fshealth_ost_most_full_pct", WeatherMetric.OST_FULLEST_PERCENT),
            column("fshealth_ost_avg_full_pct", WeatherMetric.OST_MEAN_FULL_PERCENT),
            column("fshealth_ost_least_full_pct", WeatherMetric.OST_EMPTIEST_PERCENT));

    /** What a metadata server does for clients, once each. */
    private static final WeatherMetric[] METADATA_OPERATIONS = Stream.concat(
                    WeatherMetric.metadataFamilies().stream().map(MetadataFamily::total),
                    Stream.of(WeatherMetric.METADATA_READDIRS, WeatherMetric.METADATA_INODE_UPDATES))
            .toArray(WeatherMetric[]::new);

    private TokioMetrics() {}

    private record MetricColumn(String name, WeatherMetric metric, double factor) {}

    private static List<MetricColumn> metadataColumns() {
        List<MetricColumn> columns = new ArrayList<>();
        for (MetadataFamily family : WeatherMetric.metadataFamilies()) {
            String operations = family.operation() + "_ops";
            columns.add(column("fs_tot_" + operations, family.total()));
            columns.add(column("fs_ave_" + operations + "_per_sec", family.mean()));
            columns.add(column("fs_min_" + operations + "_per_sec", family.smallest()));
            columns.add(column("fs_max_" + operations + "_per_sec", family.largest()));
        }
        return columns;
    }

    private static MetricColumn column(String name, WeatherMetric metric) {
        return column(name, metric, 1);
    }

    private static MetricColumn column(String name, WeatherMetric metric, double factor) {
        return new MetricColumn(name, metric, factor);
    }

    /**
     * @return the metrics that are columns, or sums of them; those of servers are left out where a row has no server
     *     data
     * @throws RefusedRecordException if a column holds no number, zero or more
     */
    static Map<WeatherMetric, Double> of(TokioFields row) throws RefusedRecordException {
        boolean serverData = hasServerData(row);
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        for (MetricColumn column : COLUMNS) {
            if (serverData || !column.name().startsWith(SERVER_PREFIX)) {
                put(metrics, column.metric(), row.known(column.name()), column.factor());
            }
        }
        for (MetricColumn column : FULLNESS) {
            put(
                    metrics,
                    column.metric(),
                    row.known(column.name()),
                    row.columns().contains(OST_COUNT) ? 1 : PERCENT);
        }
        sum(
                metrics,
                WeatherMetric.METADATA_OPENS_AND_CLOSES,
                WeatherMetric.METADATA_OPENS,
                WeatherMetric.METADATA_CLOSES);
        sum(metrics, WeatherMetric.METADATA_OPERATIONS, METADATA_OPERATIONS);
        return metrics;
    }

    /** A row whose server totals are all zero or empty was made without server data: no file system rests that deep. */
    private static boolean hasServerData(TokioFields row) throws RefusedRecordException {
        for (String column : row.columns()) {
            if (column.startsWith(SERVER_PREFIX + "tot_")) {
                Double total = row.known(column);
                if (total != null && total > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void sum(Map<WeatherMetric, Double> metrics, WeatherMetric sum, WeatherMetric... parts) {
        double[] known = Stream.of(parts)
                .map(metrics::get)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (known.length > 0) {
            double total = 0;
            for (double part : known) {
                total += part;
            }
            metrics.put(sum, total);
        }
    }

    private static void put(Map<WeatherMetric, Double> metrics, WeatherMetric metric, Double value, double factor) {
        if (value != null) {
            metrics.put(metric, value * factor);
        }
    }
}
