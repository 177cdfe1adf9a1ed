package io.barograph.jobs.publish;

import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.InfluxDbSettings;
import io.barograph.flink.JobArguments;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.SecretSource;
import java.io.IOException;
import java.util.Optional;

/**
 * What the publish job needs to know.
 *
 * @param kafka broker and topics
 * @param influxDb where the points go
 * @param replay name of the replay, which becomes the tag {@code replay}; empty for live results
 * @param bounded true: publish what the topics hold now and end
 * @param retentionLevels true: weather goes to the three levels of {@link RetentionLevel}, which must be there; false:
 *     all of it to the database itself
 */
public record PublishConfiguration(
        KafkaConnection kafka, InfluxDbConfig influxDb, String replay, boolean bounded, boolean retentionLevels) {
    /**
     * Makes the database and what holds its retention levels (policies, or buckets or databases of their own) unless they
     * are there.
     *
     * @throws IOException if the server does not answer or refuses
     */
    public void ensureRetentionLevels() throws IOException, InterruptedException {
        if (retentionLevels) {
            InfluxDbAdmin admin = new InfluxDbAdmin(influxDb);
            admin.ensureDatabase();
            RetentionLevel.ensureAll(admin);
        }
    }

    /**
     * @param retentionLevels true if it has the retention levels
     * @return where Flink's own metrics go beside them: the level that keeps points shortest; empty for an InfluxDB
     *     that Flink's reporter does not speak to
     */
    public static Optional<InfluxDbConfig> flinkMetrics(InfluxDbConfig influxDb, boolean retentionLevels) {
        if (influxDb.apiVersion() != ApiVersion.V1) {
            return Optional.empty();
        }
        return Optional.of(retentionLevels ? influxDb.withRetentionPolicy(RetentionLevel.RAW.levelName()) : influxDb);
    }

    static PublishConfiguration of(JobArguments arguments) {
        InfluxDbSettings results = arguments
                .configuration()
                .results()
                .orElseThrow(() -> new ConfigurationException(
                        "the configuration has no section influxDb; it says where results go"));
        return new PublishConfiguration(
                KafkaConnection.of(arguments.configuration()),
                influxDb(results),
                arguments.replay(),
                arguments.bounded(),
                arguments.replay().isEmpty() && results.retentionLevels());
    }

    /**
     * @param settings section {@code influxDb} of the configuration
     * @return how the sink writes there
     */
    public static InfluxDbConfig influxDb(InfluxDbSettings settings) {
        InfluxDbConfig.Builder builder = InfluxDbConfig.builder(settings.url(), settings.database())
                .apiVersion(ApiVersion.valueOf(settings.api().name()))
                .organisation(settings.organisation())
                .retentionPolicy(settings.retentionPolicy());
        if (settings.secretFile() == null && settings.secretVariable() == null) {
            return builder.build();
        }
        SecretSource secret = settings.secretFile() == null
                ? SecretSource.environment(settings.secretVariable())
                : SecretSource.file(settings.secretFile());
        return settings.user() == null
                ? builder.token(secret).build()
                : builder.user(settings.user(), secret).build();
    }
}
