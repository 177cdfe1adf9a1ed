package io.barograph.verdicts.explanation;

import static io.barograph.schemas.WeatherMetric.JOB_OPENS;
import static io.barograph.schemas.WeatherMetric.JOB_RADIUS_MAX;
import static io.barograph.schemas.WeatherMetric.JOB_READS;
import static io.barograph.schemas.WeatherMetric.JOB_READ_BYTES;
import static io.barograph.schemas.WeatherMetric.JOB_RUN_SECONDS;
import static io.barograph.schemas.WeatherMetric.JOB_STATS;
import static io.barograph.schemas.WeatherMetric.JOB_WRITES;
import static io.barograph.schemas.WeatherMetric.JOB_WRITE_BYTES;
import static io.barograph.schemas.WeatherMetric.MDS_CPU_BEFORE_START_PERCENT;
import static io.barograph.schemas.WeatherMetric.METADATA_GETATTRS;
import static io.barograph.schemas.WeatherMetric.METADATA_INODE_UPDATES;
import static io.barograph.schemas.WeatherMetric.METADATA_MKDIRS;
import static io.barograph.schemas.WeatherMetric.METADATA_MKNODS;
import static io.barograph.schemas.WeatherMetric.METADATA_OPENS;
import static io.barograph.schemas.WeatherMetric.METADATA_READDIRS;
import static io.barograph.schemas.WeatherMetric.METADATA_RENAMES;
import static io.barograph.schemas.WeatherMetric.METADATA_RMDIRS;
import static io.barograph.schemas.WeatherMetric.METADATA_SETATTRS;
import static io.barograph.schemas.WeatherMetric.METADATA_UNLINKS;
import static io.barograph.schemas.WeatherMetric.OSS_CPU_BEFORE_START_PERCENT;
import static io.barograph.schemas.WeatherMetric.OST_FULLEST_PERCENT;
import static io.barograph.schemas.WeatherMetric.OST_MEAN_FULL_PERCENT;
import static io.barograph.schemas.WeatherMetric.SERVER_READ_BYTES;
import static io.barograph.schemas.WeatherMetric.SERVER_READ_OPERATIONS;
import static io.barograph.schemas.WeatherMetric.SERVER_WRITE_BYTES;
import static io.barograph.schemas.WeatherMetric.SERVER_WRITE_OPERATIONS;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;

/**
 * What the explanation of a loss looks at (docs/anomalies.md). A run's own traffic is subtracted, and nothing enters that
 * grows because the run was slow: coverage factors, totals, CPU during the run and concurrent jobs describe a run, but
 * explain nothing.
 *
 * <p>A value counts relative to the usual one of the motif, oriented so that positive is worse, with a floor of physical
 * relevance: what is far below the floor is the same as nothing.
 */
enum WeatherInput {
    READS_OF_OTHERS(LossCause.LOAD_READ, "reads of others", Scale.TRAFFIC, JOB_READ_BYTES, SERVER_READ_BYTES),
    WRITES_OF_OTHERS(LossCause.LOAD_WRITE, "writes of others", Scale.TRAFFIC, JOB_WRITE_BYTES, SERVER_WRITE_BYTES),
    READ_OPERATIONS_OF_OTHERS(
            LossCause.LOAD_READ, "read operations of others", Scale.REQUESTS, JOB_READS, SERVER_READ_OPERATIONS),
    WRITE_OPERATIONS_OF_OTHERS(
            LossCause.LOAD_WRITE, "write operations of others", Scale.REQUESTS, JOB_WRITES, SERVER_WRITE_OPERATIONS),
    OPENS_OF_OTHERS(LossCause.METADATA_LOAD, "opens of others", Scale.LOOKUPS, JOB_OPENS, METADATA_OPENS),
    GETATTRS_OF_OTHERS(
            LossCause.METADATA_LOAD, "getattr operations of others", Scale.LOOKUPS, JOB_STATS, METADATA_GETATTRS),
    /** GPFS counts only those that its servers answer for a client without the directory in its cache. */
    DIRECTORY_READS(LossCause.METADATA_LOAD, "directory reads", Scale.DIRECTORIES, null, METADATA_READDIRS),
    CHANGES_OF_METADATA(
            LossCause.METADATA_LOAD,
            "changes of metadata",
            Scale.CHANGES,
            null,
            METADATA_SETATTRS,
            METADATA_MKNODS,
            METADATA_MKDIRS,
            METADATA_RMDIRS,
            METADATA_UNLINKS,
            METADATA_RENAMES,
            METADATA_INODE_UPDATES),
    FULLEST_OST(LossCause.SPACE, "space used on the fullest OST", Scale.FULLNESS, null, OST_FULLEST_PERCENT),
    MEAN_FULLNESS(LossCause.SPACE, "space used on the OSTs", Scale.FULLNESS, null, OST_MEAN_FULL_PERCENT),
    OVERLOADED_OSTS(
            LossCause.DEGRADED,
            "OSTs on servers that took over for others",
            Scale.COUNT,
            null,
            WeatherMetric.OVERLOADED_OSTS),
    OSS_CPU_BEFORE_START(
            LossCause.BUSY_SERVERS, "CPU of the OSS before the start", Scale.CPU, null, OSS_CPU_BEFORE_START_PERCENT),
    MDS_CPU_BEFORE_START(
            LossCause.BUSY_SERVERS, "CPU of the MDS before the start", Scale.CPU, null, MDS_CPU_BEFORE_START_PERCENT),
    NODE_DISTANCE(
            LossCause.PLACEMENT,
            "largest distance of a node from the centre of the job",
            Scale.DISTANCE,
            null,
            JOB_RADIUS_MAX);

    /** Percentage points that count as one. */
    private static final double LEVEL_UNIT = 5;

    /** Others' traffic of less than this part of the run's usual performance is the same as none. */
    private static final double TRAFFIC_FLOOR = 0.05;

    /**
     * What is measured: its unit, and the floor in it. Percentages are compared by steps of 5 points above the floor, counts
     * by their difference, all others by the logarithm of their ratio.
     */
    private enum Scale {
        /** The floor is a part of the motif's usual performance instead. */
        TRAFFIC("B/s", 0),
        REQUESTS("operations/s", 200),
        LOOKUPS("/s", 500),
        CHANGES("/s", 100),
        DIRECTORIES("/s", 1),
        DISTANCE("coordinate units", 1),
        FULLNESS("%", 80),
        CPU("%", 50),
        COUNT("", 0);

        private final String unit;
        private final double floor;

        Scale(String unit, double floor) {
            this.unit = unit;
            this.floor = floor;
        }
    }

    private final LossCause cause;
    private final String title;
    private final Scale scale;
    private final WeatherMetric own;

    /** Never changed. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final WeatherMetric[] metrics;

    /**
     * @param own what the run itself has in the sum of the metrics; null if that is not known
     * @param metrics totals over the run where the scale is a rate
     */
    WeatherInput(LossCause cause, String title, Scale scale, WeatherMetric own, WeatherMetric... metrics) {
        this.cause = cause;
        this.title = title;
        this.scale = scale;
        this.own = own;
        this.metrics = metrics;
    }

    LossCause cause() {
        return cause;
    }

    String title() {
        return title;
    }

    String unit() {
        return scale.unit;
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
        if (!scale.unit.endsWith("/s")) {
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
                    case REQUESTS, LOOKUPS, CHANGES, DIRECTORIES, DISTANCE -> logarithmic(value, usual, scale.floor);
                    case FULLNESS, CPU -> (Math.max(value, scale.floor) - Math.max(usual, scale.floor)) / LEVEL_UNIT;
                    case COUNT -> value - usual;
                };
        return Double.isNaN(difference) ? 0 : difference;
    }

    private static double logarithmic(double value, double usual, double floor) {
        return Math.log((value + floor) / (usual + floor));
    }
}
