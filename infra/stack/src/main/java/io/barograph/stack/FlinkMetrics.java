package io.barograph.stack;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.influxdb.InfluxdbReporterFactory;
import org.apache.flink.metrics.influxdb.InfluxdbReporterOptions;

/**
 * Where Flink's own metrics go: with Flink's reporter into the InfluxDB of the results, a measurement for each metric,
 * for instance {@code taskmanager_job_task_operator_pendingRecords}. Only those that the dashboard <i>Pipeline health</i>
 * shows, and without the tags that change with every start, so that the number of series goes with the operators.
 */
final class FlinkMetrics {
    private static final String REPORTER = "metrics.reporter.influxdb.";
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private static final List<String> INCLUDED = List.of(
            "jobmanager.job:lastCheckpointDuration,numberOfFailedCheckpoints,numRestarts",
            "taskmanager.job.task:busyTimeMsPerSecond,backPressuredTimeMsPerSecond",
            "taskmanager.job.task.operator:pendingRecords,watermarkLag");

    private static final List<String> DROPPED_TAGS =
            List.of("job_id", "task_id", "task_attempt_id", "task_attempt_num", "operator_id", "tm_id", "host");

    private FlinkMetrics() {}

    /**
     * @param influxDb an InfluxDB with the write interface of 1.x, the only one that the reporter speaks, and the
     *     retention policy to write to
     * @return options of the cluster
     */
    static Configuration to(InfluxDbConfig influxDb) throws IOException {
        if (influxDb.apiVersion() != ApiVersion.V1) {
            throw new IllegalArgumentException(
                    "Flink's metrics need InfluxDB's interface V1, not " + influxDb.apiVersion());
        }
        Configuration options = new Configuration();
        set(options, "factory.class", InfluxdbReporterFactory.class.getName());
        set(options, "interval", INTERVAL.toSeconds() + " s");
        set(options, "filter.includes", String.join(";", INCLUDED));
        set(options, "scope.variables.excludes", String.join(";", DROPPED_TAGS));
        String scheme = influxDb.url().getScheme().toLowerCase(Locale.ROOT);
        set(options, InfluxdbReporterOptions.SCHEME.key(), scheme);
        set(options, InfluxdbReporterOptions.HOST.key(), influxDb.url().getHost());
        int port = influxDb.url().getPort();
        set(
                options,
                InfluxdbReporterOptions.PORT.key(),
                Integer.toString(port > 0 ? port : scheme.equals("https") ? 443 : 80));
        set(options, InfluxdbReporterOptions.DB.key(), influxDb.database());
        if (influxDb.retentionPolicy() != null) {
            set(options, InfluxdbReporterOptions.RETENTION_POLICY.key(), influxDb.retentionPolicy());
        }
        if (influxDb.user() != null) {
            set(options, InfluxdbReporterOptions.USERNAME.key(), influxDb.user());
            set(
                    options,
                    InfluxdbReporterOptions.PASSWORD.key(),
                    influxDb.password().read());
        }
        return options;
    }

    private static void set(Configuration options, String key, String value) {
        options.setString(REPORTER + key, value);
    }
}
