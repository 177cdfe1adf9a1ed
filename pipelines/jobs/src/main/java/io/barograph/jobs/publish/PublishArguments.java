package io.barograph.jobs.publish;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.SecretSource;
import io.barograph.jobs.topics.KafkaConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.util.ParameterTool;

/** The publish job's configuration from the arguments of its main method. */
final class PublishArguments {
    static final String USAGE =
            """
            arguments:
              --bootstrap-servers HOST:PORT[,...]  Kafka brokers
              --topic-prefix TEXT                  prefix of all topics (none)
              --kafka-properties FILE              further Kafka client properties, for instance security (none)
              --influxdb-url URL                   for instance http://localhost:8086
              --influxdb-api V1|V2|V3              write interface of the server (V1)
              --influxdb-database NAME             database, or bucket of 2.x
              --influxdb-organisation NAME         organisation of 2.x
              --influxdb-retention-policy NAME     retention policy of 1.x (the database's default)
              --influxdb-retention-levels true|false
                                                   weather by intervals, minutes and hours is kept for 7 days, 180 days
                                                   and 5 years (true, but false for replays or a named policy)
              --influxdb-user NAME                 user of 1.x, with --influxdb-secret-...
              --influxdb-secret-file FILE          file with the password (1.x) or token (2.x, 3.x)
              --influxdb-secret-variable NAME      or: environment variable with it
              --replay NAME                        value of the tag replay (none: live)
              --bounded true|false                 publish what the topics hold and end (false)
            """;

    private static final Set<String> KNOWN = Set.of(
            "bootstrap-servers",
            "topic-prefix",
            "kafka-properties",
            "influxdb-url",
            "influxdb-api",
            "influxdb-database",
            "influxdb-organisation",
            "influxdb-retention-policy",
            "influxdb-retention-levels",
            "influxdb-user",
            "influxdb-secret-file",
            "influxdb-secret-variable",
            "replay",
            "bounded");

    private PublishArguments() {}

    /**
     * @param args arguments as in {@link #USAGE}
     * @return the configuration
     * @throws IOException if the file with Kafka properties cannot be read
     * @throws IllegalArgumentException if an argument is unknown, missing or wrong; the message says which
     */
    static PublishConfiguration parse(String[] args) throws IOException {
        ParameterTool given = ParameterTool.fromArgs(args);
        Set<String> unknown = new TreeSet<>(given.toMap().keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown arguments " + unknown + "; " + USAGE);
        }
        String replay = given.get("replay", "");
        boolean levels = given.getBoolean(
                "influxdb-retention-levels", replay.isEmpty() && !given.has("influxdb-retention-policy"));
        return new PublishConfiguration(
                kafka(given), influxDb(given), replay, given.getBoolean("bounded", false), levels);
    }

    private static KafkaConnection kafka(ParameterTool given) throws IOException {
        Map<String, String> properties = given.has("kafka-properties")
                ? ParameterTool.fromPropertiesFile(given.get("kafka-properties"))
                        .toMap()
                : Map.of();
        return new KafkaConnection(required(given, "bootstrap-servers"), given.get("topic-prefix", ""), properties);
    }

    private static InfluxDbConfig influxDb(ParameterTool given) {
        InfluxDbConfig.Builder builder = InfluxDbConfig.builder(
                        URI.create(required(given, "influxdb-url")), required(given, "influxdb-database"))
                .apiVersion(ApiVersion.valueOf(given.get("influxdb-api", ApiVersion.V1.name())))
                .organisation(given.get("influxdb-organisation"))
                .retentionPolicy(given.get("influxdb-retention-policy"));
        SecretSource secret = secret(given);
        if (given.has("influxdb-user")) {
            if (secret == null) {
                throw new IllegalArgumentException(
                        "--influxdb-user needs --influxdb-secret-file or --influxdb-secret-variable; " + USAGE);
            }
            builder.user(given.get("influxdb-user"), secret);
        } else if (secret != null) {
            builder.token(secret);
        }
        return builder.build();
    }

    private static SecretSource secret(ParameterTool given) {
        if (given.has("influxdb-secret-file")) {
            return SecretSource.file(Path.of(given.get("influxdb-secret-file")));
        }
        return given.has("influxdb-secret-variable")
                ? SecretSource.environment(given.get("influxdb-secret-variable"))
                : null;
    }

    private static String required(ParameterTool given, String name) {
        if (!given.has(name)) {
            throw new IllegalArgumentException("--" + name + " is missing; " + USAGE);
        }
        return given.get(name);
    }
}
