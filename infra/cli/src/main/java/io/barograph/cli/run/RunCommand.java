package io.barograph.cli.run;

import io.barograph.alerting.operators.AlertingConfiguration;
import io.barograph.cli.collect.CollectPlan;
import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.serve.LivePageServer;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.InfluxDbSettings;
import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.JobArguments;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.alerting.AlertingJob;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.InstanceLock;
import io.barograph.stack.LocalFlink;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import io.barograph.stack.ShutdownSequence;
import io.barograph.stack.SiteTopics;
import io.barograph.stack.StackDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        description = {
            "Runs the configured collectors, the analysis and the publishing on this machine, against the configured"
                    + " broker and InfluxDB, or with localStack: true against ones that it starts itself; with a section"
                    + " alerting also the alerting, with a section livePage also the live page.",
            "",
            "Until Ctrl-C. A restart goes on where the jobs have stopped, from what they have saved. With a section"
                    + " archive the input topics are archived, too.",
            "",
            "If what the analysis has saved is damaged or lost: --again starts it from the topics."
        },
        footer = {"  ./barograph run --config barograph.yaml", "  ./barograph run --config barograph.yaml --again"})
public final class RunCommand extends BarographCommand {
    /** Name of the stack that it starts. */
    public static final String NAME = "run";

    private static final String DATABASE = "barograph";
    private static final int PARTITIONS = 4;
    private static final String ANALYSIS = "analysis";
    private static final String ARCHIVE = "archive";

    /** One subtask takes in more than so many servers send; a second one makes it quicker to catch up. */
    private static final int SERVERS_OF_ONE_SUBTASK = 1_000;

    /** Two for the analysis, one each for publishing, alerting and the archive. */
    private static final int SLOTS = 5;

    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    private static final String NOT_STARTED = "Nothing is started, and nothing is collected.";
    private static final String STOPPED = "Flink, the Kafka broker and InfluxDB are stopped: there are no new"
            + " results. Collectors continue and keep their records on disk.";

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site.")
    private Path config;

    @Option(
            names = "--again",
            description =
                    "Start the analysis without its saved state, which is moved aside: it reads the topics from as far"
                            + " back as they reach, up to 31 days, and adds results that are missing. Needed once, not at"
                            + " later starts.")
    private boolean again;

    /** What has been started, whoever did. */
    private record Servers(KafkaSettings kafka, InfluxDbConfig influxDb, LocalFlink flink) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        require(config, "which configuration? Give --config FILE");
        BarographConfiguration configuration = BarographConfiguration.read(config);
        CollectPlan plan = CollectPlan.of(configuration);
        return configuration.localStack() ? runWithStack(configuration, plan) : runAgainst(configuration, plan);
    }

    private int runWithStack(BarographConfiguration configuration, CollectPlan plan)
            throws IOException, InterruptedException {
        HomeFolder home = HomeFolder.ofLauncher();
        StackDisk disk = new StackDisk(home.data(NAME), this::say);
        if (disk.isShort()) {
            disk.sayShort(NOT_STARTED);
            disk.awaitRoom(NOT_STARTED);
        }
        LocalStack.Settings settings = new LocalStack.Settings(
                        NAME, Optional.empty(), SLOTS, JobArguments.CHECKPOINT_INTERVAL)
                .withMetrics(influxDb -> PublishConfiguration.flinkMetrics(influxDb.withDatabase(DATABASE), true));
        try (LocalStack stack = LocalStack.start(settings, home, out())) {
            stack.broker().createTopics("", PARTITIONS, false);
            stack.writeSiteFile("");
            Servers servers = new Servers(stack.broker().settings(""), stack.influxDb(DATABASE), stack.flink());
            List<LocalJob> jobs = submit(configuration, servers);
            stack.closeFirst("collectors", collect(plan, servers.kafka()));
            serve(configuration, servers.kafka(), servers.influxDb())
                    .ifPresent(serving -> stack.closeFirst("live page", serving));
            while (true) {
                watch(jobs, () -> hasRoomAndIsHealthy(disk, stack));
                disk.sayShort(STOPPED);
                stack.pause();
                disk.awaitRoom(STOPPED);
                stack.resume();
                jobs = submit(configuration, servers);
            }
        }
    }

    /** Where there is no room, a server that has ended by itself has ended of that, and starts with the others. */
    private static boolean hasRoomAndIsHealthy(StackDisk disk, LocalStack stack) {
        if (disk.isShort()) {
            return false;
        }
        stack.requireHealthy();
        return true;
    }

    private int runAgainst(BarographConfiguration configuration, CollectPlan plan)
            throws IOException, InterruptedException {
        KafkaSettings kafka = configuration
                .broker()
                .orElseThrow(() -> new ConfigurationException(
                        config + ": the section kafka is missing; add it, or set localStack: true"));
        InfluxDbConfig influxDb = configuration
                .results()
                .map(PublishConfiguration::influxDb)
                .orElseThrow(() -> new ConfigurationException(
                        config + ": the section influxDb is missing; add it, or set localStack: true"));
        requireAccess(configuration, KafkaConnection.of(kafka));
        requireTopics(kafka);
        HomeFolder home = HomeFolder.ofLauncher();
        home.protect(this::say);
        LocalFlink flink = new LocalFlink(
                home.data(NAME).resolve("flink"),
                SLOTS,
                JobArguments.CHECKPOINT_INTERVAL,
                PublishConfiguration.flinkMetrics(influxDb, retentionLevels(configuration)));
        try (ShutdownSequence shutdown = new ShutdownSequence(this::say)) {
            shutdown.push("lock", InstanceLock.acquire(home.data(NAME)));
            shutdown.push("Flink", flink::stop);
            flink.start();
            List<LocalJob> jobs = submit(configuration, new Servers(kafka, influxDb, flink));
            shutdown.push("collectors", collect(plan, kafka));
            serve(configuration, kafka, influxDb).ifPresent(serving -> shutdown.push("live page", serving));
            watch(jobs, () -> true);
        }
        return 0;
    }

    private List<LocalJob> submit(BarographConfiguration configuration, Servers servers)
            throws IOException, InterruptedException {
        KafkaConnection kafka = KafkaConnection.of(servers.kafka());
        new InfluxDbAdmin(servers.influxDb()).ensureDatabase();
        // Baselines take a month and climates three to grow: a restart must not lose them.
        boolean fromTopics = again || servers.flink().isToStartAgain(ANALYSIS);
        StreamExecutionEnvironment analysis = fromTopics
                ? servers.flink().environmentAgain(ANALYSIS)
                : servers.flink().resumingEnvironment(ANALYSIS);
        analysis.setParallelism(parallelism(configuration.catalogue()));
        if (fromTopics) {
            AnalysisJob.buildAgain(analysis, kafka, AnalysisConfiguration.of(configuration));
            say("The analysis starts again from the topics; results come when it has caught up.");
            again = false; // the next time, after a pause, it goes on from what it has saved
        } else {
            AnalysisJob.build(analysis, kafka, AnalysisConfiguration.of(configuration));
        }
        if (analysis.getParallelism() == 1) {
            flushAtOnce(analysis);
        }
        StreamExecutionEnvironment publish = servers.flink().environment();
        publish.setParallelism(1);
        PublishConfiguration results =
                new PublishConfiguration(kafka, servers.influxDb(), "", false, retentionLevels(configuration));
        results.ensureRetentionLevels();
        PublishJob.build(publish, results);
        flushAtOnce(publish);
        List<LocalJob> jobs = new ArrayList<>();
        jobs.add(servers.flink().submitResuming(ANALYSIS, analysis));
        jobs.add(servers.flink().submit("publish", publish));
        if (configuration.alerts().isPresent()) {
            StreamExecutionEnvironment alerting = servers.flink().environment();
            alerting.setParallelism(1);
            AlertingJob.build(
                    alerting, AlertingConfiguration.of(configuration.alerts().get(), kafka));
            flushAtOnce(alerting);
            jobs.add(servers.flink().submit("alerting", alerting));
        }
        if (configuration.archived().isPresent()) {
            jobs.add(submitArchive(configuration, kafka, servers.flink()));
        }
        return jobs;
    }

    /** What waits for more records needs a thread for each exchange, which are a hundred; few records need not wait. */
    private static void flushAtOnce(StreamExecutionEnvironment job) {
        job.setBufferTimeout(0);
    }

    /** Where the file does not say how many servers there are it is taken to be few. */
    private static int parallelism(FileSystemCatalogue catalogue) {
        long servers = catalogue.fileSystems().stream()
                .mapToLong(CatalogueFileSystem::expectedServers)
                .sum();
        return servers > SERVERS_OF_ONE_SUBTASK ? 2 : 1;
    }

    private static void requireAccess(BarographConfiguration configuration, KafkaConnection kafka) {
        AnalysisJob.ACCESS.require(kafka);
        PublishJob.ACCESS.require(kafka);
        if (configuration.alerts().isPresent()) {
            AlertingJob.ACCESS.require(kafka);
        }
        if (configuration.archived().isPresent()) {
            ArchiveJob.ACCESS.require(kafka);
        }
    }

    /** Without this, the jobs would start and fail, one topic after the other. */
    private void requireTopics(KafkaSettings kafka) throws InterruptedException {
        Properties properties = kafka.clientProperties();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        List<String> missing;
        try (Admin admin = Admin.create(properties)) {
            missing = new SiteTopics(admin, kafka.topicPrefix()).missing();
        } catch (ExecutionException | KafkaException e) {
            throw new ConfigurationException(
                    "kafka at " + kafka.bootstrapServers() + ": " + BrokerErrorExplainer.explain(e), e);
        }
        if (!missing.isEmpty()) {
            throw new CommandFailedException(
                    "kafka at " + kafka.bootstrapServers() + " has no topics " + String.join(" ", missing)
                            + ", or this account may not see them",
                    "Make them: ./barograph init --config " + config);
        }
    }

    private static boolean retentionLevels(BarographConfiguration configuration) {
        return configuration.results().map(InfluxDbSettings::retentionLevels).orElse(true);
    }

    private Optional<LivePageServer> serve(
            BarographConfiguration configuration, KafkaSettings kafka, InfluxDbConfig influxDb) {
        Optional<LivePageServer> page = configuration
                .page()
                .map(settings -> LivePageServer.start(
                        settings,
                        new LivePageServer.Installation(
                                kafka, influxDb, retentionLevels(configuration), configuration.catalogue()),
                        Clock.systemUTC()));
        page.ifPresent(serving -> say("Live page: " + serving.url()));
        return page;
    }

    private static LocalJob submitArchive(BarographConfiguration configuration, KafkaConnection kafka, LocalFlink flink)
            throws IOException, InterruptedException {
        StreamExecutionEnvironment env = flink.resumingEnvironment(ARCHIVE);
        env.setParallelism(1);
        ArchiveJob.build(env, ArchiveConfiguration.of(configuration, kafka, false));
        return flink.submitResuming(ARCHIVE, env);
    }

    private CollectorRuntime collect(CollectPlan plan, KafkaSettings kafka) {
        return CollectorRuntime.start(plan.site(), kafka, plan.collectors(), this::say);
    }

    /**
     * Flink restarts what fails; a job that has ended for good ends the command.
     *
     * @param goesOn asked each second; false ends the watch
     */
    private void watch(List<LocalJob> jobs, BooleanSupplier goesOn) throws InterruptedException {
        say("Running; Ctrl-C ends it. ./barograph doctor --config " + config + " shows how it does.");
        Duration each = LOOK_INTERVAL.dividedBy(jobs.size());
        while (goesOn.getAsBoolean()) {
            for (LocalJob job : jobs) {
                if (job.awaitFinish(each)) {
                    throw new CommandFailedException(
                            "the job " + job.name() + " has ended by itself", "The log says more.");
                }
            }
        }
    }
}
