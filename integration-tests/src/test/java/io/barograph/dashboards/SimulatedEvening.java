package io.barograph.dashboards;

import static org.awaitility.Awaitility.await;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * An evening and a night of a simulated site that the real pipeline has carried into topics and InfluxDB, for the tests of
 * what people look at. It is filled once and lasts until the last test has ended.
 */
final class SimulatedEvening implements AutoCloseable {
    /** Over the end of a day and of a month, as some results are of whole ones. */
    static final Instant FROM = Instant.parse("2026-01-31T21:00:00Z");

    static final Instant TO = Instant.parse("2026-02-01T02:00:00Z");

    private static final Duration SICK_AFTER = Duration.ofHours(3);
    private static final Duration SICK = Duration.ofMinutes(80);
    private static final Duration CONTENTION_AFTER = Duration.ofMinutes(285);
    private static final String PREFIX = "dashboards.";
    private static final String WATCHED_PREFIX = "watched.";
    private static final String DATABASE = "barograph_replay";
    private static final Duration POLL = Duration.ofMillis(200);

    private final Path home;
    private final LocalStack stack;
    private final InfluxDbConfig database;
    private final SiteConfiguration site = site();

    /** Gives tests the evening, as a parameter. */
    static final class Shared implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == SimulatedEvening.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(SimulatedEvening.class))
                    .getOrComputeIfAbsent(SimulatedEvening.class, key -> filled(), SimulatedEvening.class);
        }

        private static SimulatedEvening filled() {
            try {
                SimulatedEvening evening = new SimulatedEvening();
                try {
                    evening.fill();
                    return evening;
                } catch (Exception e) {
                    evening.close();
                    throw e;
                }
            } catch (Exception e) { // whatever a part of the stack throws
                throw new IllegalStateException("the evening cannot be simulated", e);
            }
        }
    }

    private SimulatedEvening() throws IOException, InterruptedException {
        home = Files.createTempDirectory("evening");
        stack = LocalStack.start(
                new LocalStack.Settings("dashboards", Optional.empty(), 4, Duration.ofSeconds(1))
                        .withMetrics(
                                started -> PublishConfiguration.flinkMetrics(started.withDatabase(DATABASE), false)),
                new HomeFolder(home),
                new PrintWriter(Writer.nullWriter()));
        database = stack.influxDb(DATABASE);
    }

    /** @return where the results are; all retention levels in one */
    InfluxDbConfig database() {
        return database;
    }

    /** @return where the topics are */
    KafkaSettings kafka() {
        return stack.broker().settings(PREFIX);
    }

    FileSystemCatalogue catalogue() {
        return site.catalogue();
    }

    private void fill() throws Exception {
        new InfluxDbAdmin(database).ensureDatabaseWithInfiniteRetention();
        stack.broker().createTopics(PREFIX, 1, true);
        publish();
        KafkaConnection kafka = stack.broker().connection(PREFIX);
        StreamExecutionEnvironment analysis = stack.flink().environment();
        AnalysisJob.replayTopics(analysis, kafka, AnalysisConfiguration.defaults(site.catalogue()));
        finish(stack.flink().submit("analysis", analysis));
        StreamExecutionEnvironment publish = stack.flink().environment();
        PublishJob.build(publish, new PublishConfiguration(kafka, database, "evening", true, false));
        finish(stack.flink().submit("publish", publish));
        awaitMetrics();
    }

    /** A job can be over before Flink has reported anything of it: one that goes on is watched until it has. */
    private void awaitMetrics() throws Exception {
        stack.broker().createTopics(WATCHED_PREFIX, 1, true);
        try (RecordPublisher publisher = new KafkaPublisher(
                stack.broker().bootstrapServers(),
                WATCHED_PREFIX,
                stack.broker().clientProperties())) {
            new SimulatedRecords(site, 7, FROM, FROM.plus(Duration.ofMinutes(10)))
                    .forEachRemaining(published -> published.publishTo(publisher));
            publisher.flush();
        }
        InfluxDbAdmin influxDb = new InfluxDbAdmin(database);
        StreamExecutionEnvironment analysis = stack.flink().environment();
        AnalysisJob.build(
                analysis, stack.broker().connection(WATCHED_PREFIX), AnalysisConfiguration.defaults(site.catalogue()));
        LocalJob running = stack.flink().submit("analysis", analysis);
        try {
            for (String metric : List.of("pendingRecords", "watermarkLag")) {
                await().atMost(Duration.ofMinutes(2)).until(() -> !influxDb.query(
                                "SELECT value FROM taskmanager_job_task_operator_" + metric + " LIMIT 1")
                        .isEmpty());
            }
        } finally {
            running.cancel();
        }
    }

    /**
     * Short jobs of few kinds, so that climates grow fast; the OSTs fill for a while, and fall sick in the night. When it
     * ends, a job hammers all of them.
     */
    private static SiteConfiguration site() {
        return SiteConfiguration.calm(FileSystemModel.of("sim-scratch", 16, 1))
                .withJobs(JobLoad.of(Duration.ofSeconds(20), Duration.ofSeconds(40), Duration.ofSeconds(120), 0.2, 1))
                .withoutContenders()
                .withFaults(List.of(
                        SimulatedFault.capacity("sim-scratch", Duration.ofHours(1), Duration.ofMinutes(40), 0.95),
                        SimulatedFault.degraded("sim-scratch", DemandKind.WRITE, SICK_AFTER, SICK, 4),
                        SimulatedFault.contention(
                                "sim-scratch", DemandKind.WRITE, CONTENTION_AFTER, Duration.ofHours(1), 4)))
                .withObservation(MonitoringSettings.EVERYTHING);
    }

    private void publish() throws Exception {
        try (RecordPublisher publisher = new KafkaPublisher(
                stack.broker().bootstrapServers(), PREFIX, stack.broker().clientProperties())) {
            new SimulatedRecords(site, 7, FROM, TO).forEachRemaining(published -> published.publishTo(publisher));
            publisher.publish(
                    Topic.SITE_EVENTS,
                    SiteEvent.newBuilder()
                            .setId("sick")
                            .setFileSystem("sim-scratch")
                            .setKind(SiteEventKind.REBUILD)
                            .setFrom(FROM.plus(SICK_AFTER))
                            .setText("OSTs are rebuilt")
                            .setRecordedAt(FROM.plus(SICK_AFTER))
                            .build());
            for (Instant time = TO.minusSeconds(300); !time.isAfter(TO); time = time.plusSeconds(30)) {
                publisher.publish(
                        Topic.COLLECTOR_HEALTH,
                        CollectorHealth.newBuilder()
                                .setCollector("simulator")
                                .setType("simulator")
                                .setHost("sim")
                                .setTime(time)
                                .setStartedAt(FROM)
                                .setState(CollectorState.RUNNING)
                                .setPublished(Map.of("server-polls", time.getEpochSecond()))
                                .setLagSeconds(1.0)
                                .build());
            }
            publisher.refuse(DeadLetter.newBuilder()
                    .setSource(PREFIX + Topic.SERVER_POLLS.name())
                    .setOrigin("line 7")
                    .setComponent("collector simulator")
                    .setReason("not a number")
                    .setTime(TO.minusSeconds(60))
                    .build());
            publisher.flush();
        }
    }

    private void finish(LocalJob running) throws InterruptedException {
        while (!running.awaitFinish(POLL)) {
            stack.requireHealthy();
        }
    }

    @Override
    public void close() throws IOException {
        stack.close();
        try (Stream<Path> files = Files.walk(home)) {
            files.sorted(Comparator.reverseOrder()).forEach(SimulatedEvening::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
