package io.barograph.cli.init;

import io.barograph.cli.command.BarographCommand;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.InfluxDbSettings;
import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.SiteTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "init",
        description = {
            "Makes what a site needs before its first ./barograph run, collect or Flink job: the topics on its broker,"
                    + " and the database in its InfluxDB. What is there already is left as it is: it may be run again,"
                    + " after an upgrade too.",
            "",
            "The account of kafka.propertiesFile needs the right to create topics, that of influxDb the right to create"
                    + " databases; give a configuration that names others if those of the jobs have neither."
        },
        footer = {
            "  ./barograph init --config barograph.yaml",
            "  ./barograph init --config barograph.yaml --partitions 8 --replicas 3"
        })
public final class InitCommand extends BarographCommand {
    private static final int ANSWER_TIMEOUT_MILLIS = 15_000;
    private static final int MAX_PARTITIONS = 1_000;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site.")
    private Path config;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "4",
            description = "Partitions of each new topic, at least the parallelism of the analysis (${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "Copies of each new topic (what the broker makes by itself).")
    private Short replicas;

    @Override
    public Integer call() throws IOException, InterruptedException {
        require(config, "which configuration? Give --config FILE");
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw wrongUsage("--partitions is " + partitions + "; give 1 to " + MAX_PARTITIONS);
        }
        if (replicas != null && replicas < 1) {
            throw wrongUsage("--replicas is " + replicas + "; give 1 or more");
        }
        BarographConfiguration configuration = BarographConfiguration.read(config);
        if (configuration.localStack()) {
            say(config + " has localStack: true: ./barograph run makes its own topics and database.");
            return 0;
        }
        KafkaSettings kafka = configuration
                .broker()
                .orElseThrow(() -> new ConfigurationException(
                        config + ": the section kafka is missing; add it, or set localStack: true"));
        makeTopics(kafka);
        Optional<InfluxDbSettings> results = configuration.results();
        if (results.isPresent()) {
            makeDatabase(PublishConfiguration.influxDb(results.get()));
        } else {
            say("InfluxDB  not configured (section influxDb)");
        }
        return 0;
    }

    private void makeTopics(KafkaSettings kafka) throws InterruptedException {
        Properties properties = kafka.clientProperties();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MILLIS);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MILLIS);
        try (Admin admin = Admin.create(properties)) {
            SiteTopics topics = new SiteTopics(admin, kafka.topicPrefix());
            List<String> made = topics.create(partitions, Optional.ofNullable(replicas), false);
            say("topics    " + kafka.bootstrapServers() + ": "
                    + (made.isEmpty() ? "all were there" : "made " + String.join(" ", made)));
        } catch (ExecutionException | KafkaException e) {
            throw new CommandFailedException(
                    "the topics could not be made by kafka at " + kafka.bootstrapServers() + ": "
                            + BrokerErrorExplainer.explain(e),
                    "Some may have been made; run it again when the cause is mended.",
                    e);
        }
    }

    private void makeDatabase(InfluxDbConfig influxDb) throws IOException, InterruptedException {
        InfluxDbAdmin admin = new InfluxDbAdmin(influxDb);
        boolean isThere = admin.hasDatabase();
        admin.ensureDatabase();
        say("InfluxDB  " + influxDb.url() + ": database " + influxDb.database() + (isThere ? " was there" : " made"));
    }
}
