package io.barograph.verdicts.explanation;

import static io.barograph.schemas.WeatherMetric.JOB_OPENS;
import static io.barograph.schemas.WeatherMetric.JOB_READS;
import static io.barograph.schemas.WeatherMetric.JOB_READ_BYTES;
import static io.barograph.schemas.WeatherMetric.JOB_RUN_SECONDS;
import static io.barograph.schemas.WeatherMetric.JOB_STATS;
import static io.barograph.schemas.WeatherMetric.JOB_WRITES;
import static io.barograph.schemas.WeatherMetric.JOB_WRITE_BYTES;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;
import java.util.List;

/**
 * What the explanation of a loss looks at (docs/anomalies.md). A run's own traffic is subtracted, and nothing enters that
 * grows because the run was slow: coverage factors, totals, CPU during the run and concurrent jobs describe a run, but
 * explain nothing.
 *
 * <p>A value counts relative to the usual one of the motif, oriented so that positive is worse, with a floor of physical
 * relevance: what is far below the floor is the same as nothing.
 */
enum WeatherInput {
    READS_OF_OTHERS(
            LossCause.LOAD_READ,
            "reads of others",
            "B/s",
            Scale.TRAFFIC,
            0,
            List.of(WeatherMetric.SERVER_READ_BYTES),
            JOB_READ_BYTES),
    WRITES_OF_OTHERS(
            LossCause.LOAD_WRITE,
            "writes of others",
            "B/s",
            Scale.TRAFFIC,
            0,
            List.of(WeatherMetric.SERVER_WRITE_BYTES),
            JOB_WRITE_BYTES),
    READ_OPERATIONS_OF_OTHERS(
            LossCause.LOAD_READ,
            "read operations of others",
            "operations/s",
            Scale.RATE,
            200,
            List.of(WeatherMetric.SERVER_READ_OPERATIONS),
            JOB_READS),
    WRITE_OPERATIONS_OF_OTHERS(
            LossCause.LOAD_WRITE,
            "write operations of others",
            "operations/s",
            Scale.RATE,
            200,
            List.of(WeatherMetric.SERVER_WRITE_OPERATIONS),
            JOB_WRITES),
    OPENS_OF_OTHERS(
            LossCause.METADATA_LOAD,
            "opens of others",
            "/s",
            Scale.RATE,
            500,
            List.of(WeatherMetric.METADATA_OPENS),
            JOB_OPENS),
    GETATTRS_OF_OTHERS(
            LossCause.METADATA_LOAD,
            "getattr operations of others",
            "/s",
            Scale.RATE,
            500,
            List.of(WeatherMetric.METADATA_GETATTRS),
            JOB_STATS),
    /** GPFS counts only those that its servers answer for a client without the directory in its cache. */
    DIRECTORY_READS(
            LossCause.METADATA_LOAD,
            "directory reads",
            "/s",
            Scale.RATE,
            1,
            List.of(WeatherMetric.METADATA_READDIRS),
            null),
    CHANGES_OF_METADATA(
            LossCause.METADATA_LOAD,
            "changes of metadata",
            "/s",
            Scale.RATE,
            100,
            List.of(
                    WeatherMetric.METADATA_SETATTRS,
                    WeatherMetric.METADATA_MKNODS,
                    WeatherMetric.METADATA_MKDIRS,
                    WeatherMetric.METADATA_RMDIRS,
                    WeatherMetric.METADATA_UNLINKS,
                    WeatherMetric.METADATA_RENAMES,
                    WeatherMetric.METADATA_INODE_UPDATES),
            null),
    FULLEST_OST(
            LossCause.SPACE,
            "space used on the fullest OST",
            "%",
            Scale.LEVEL,
            80,
            List.of(WeatherMetric.OST_FULLEST_PERCENT),
            null),
    MEAN_FULLNESS(
            LossCause.SPACE,
            "space used on the OSTs",
            "%",
            Scale.LEVEL,
            80,
            List.of(WeatherMetric.OST_MEAN_FULL_PERCENT),
            null),
    OVERLOADED_OSTS(
            LossCause.DEGRADED,
            "OSTs on servers that took over for others",
            "",
            Scale.COUNT,
            0,
            List.of(WeatherMetric.OVERLOADED_OSTS),
            null),
    OSS_CPU_BEFORE_START(
            LossCause.BUSY_SERVERS,
            "CPU of the OSS before the start",
            "%",
            Scale.LEVEL,
            50,
            List.of(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT),
            null),
    MDS_CPU_BEFORE_START(
            LossCause.BUSY_SERVERS,
            "CPU of the MDS before the start",
            "%",
            Scale.LEVEL,
            50,
            List.of(WeatherMetric.MDS_CPU_BEFORE_START_PERCENT),
            null),
    NODE_DISTANCE(
            LossCause.PLACEMENT,
            "largest distance of a node from the centre of the job",
            "coordinate units",
            Scale.RATE,
            1,
            List.of(WeatherMetric.JOB_RADIUS_MAX),
            null);

    /** Percentage points that count as one. */
    private static final double LEVEL_UNIT = 5;

    /** Others' traffic of less than this part of the run's usual performance is the same as none. */
    private static final double TRAFFIC_FLOOR = 0.05;

    /** How two values are compared. */
    private enum Scale {
        /** Logarithm of the ratio; the floor is a part of the motif's usual performance. */
        TRAFFIC,
        /** Logarithm of the ratio, above the floor in the input's own unit. */
        RATE,
        /** Difference in steps of 5 percentage points, above the floor. */
        LEVEL,
        /** Difference. */
        COUNT
    }

    private final LossCause cause;
    private final String title;
    private final String unit;
    private final Scale scale;
    private final double floor;
    /** Never changed. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<WeatherMetric> metrics;

    private final WeatherMetric own;

    WeatherInput(
            LossCause cause,
            String title,
            String unit,
            Scale scale,
            double floor,
            List<WeatherMetric> metrics,
            WeatherMetric own) {
        this.cause = cause;
        this.title = title;
        this.unit = unit;
        this.scale = scale;
        this.floor = floor;
        this.metrics = metrics;
        this.own = own;
    }

    LossCause cause() {
        return cause;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** Traffic slows readers and writers differently. */
    boolean isByDirection() {
        return scale == Scale.TRAFFIC;
    }

    /** @return its value in the input's unit; NaN if it is not known */
    double of(PastRun run) {
        double sum = Double.NaN;
        for (WeatherMetric metric : metrics) {
            double value = run.value(metric);
            if (!Double.isNaN(value)) {
                sum = Double.isNaN(sum) ? value : sum + value;
            }
        }
        if (scale == Scale.LEVEL || scale == Scale.COUNT || this == NODE_DISTANCE) {
            return sum;
        }
        double seconds = run.value(JOB_RUN_SECONDS);
        double ofRun = own == null ? 0 : run.value(own);
        double rate = Math.max(0, sum - (Double.isNaN(ofRun) ? 0 : ofRun)) / seconds;
        return seconds > 0 && Double.isFinite(rate) ? rate : Double.NaN;
    }

    /**
     * @param usualPerformance the motif's usual performance, bytes/s
     * @return how much worse than usual it is; negative if it is better, 0 if one of them is not known
     */
    double worse(double value, double usual, double usualPerformance) {
        double difference =
                switch (scale) {
                    case TRAFFIC -> logarithmic(value, usual, TRAFFIC_FLOOR * usualPerformance);
                    case RATE -> logarithmic(value, usual, floor);
                    case LEVEL -> (Math.max(value, floor) - Math.max(usual, floor)) / LEVEL_UNIT;
                    case COUNT -> value - usual;
                };
        return Double.isNaN(difference) ? 0 : difference;
    }

    private static double logarithmic(double value, double usual, double floor) {
        return Math.log((value + floor) / (usual + floor));
    }
}
