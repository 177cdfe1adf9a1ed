package io.barograph.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.configuration.BarographConfiguration;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalFlink;
import io.barograph.testing.AtLength;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged jar on a real cluster, undisturbed and while things break, beside one process in which nothing did: the
 * results must be the same, record by record. An hour of a site passes in some twenty seconds.
 */
@NeedsDocker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {
    private static final Duration SPAN = Duration.ofSeconds(Integer.getInteger("barograph.faults.span", 20));
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** In CI long enough for the clients to notice; at length, longer than partitions need to go idle. */
    private static final Duration BROKER_AWAY = Duration.ofSeconds(Integer.getInteger("barograph.faults.away", 10));

    private static final List<Topic<?>> INPUTS = List.of(
            Topic.SERVER_POLLS,
            Topic.JOB_SAMPLES,
            Topic.PROBE_TIMINGS,
            Topic.BENCHMARK_RUNS,
            Topic.JOB_SUMMARIES,
            Topic.JOB_EVENTS,
            Topic.SITE_EVENTS);

    /** Marker of the encoding, a fingerprint of no schema, and a body. */
    private static final byte[] UNKNOWN_SCHEMA = {(byte) 0xC3, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0};

    /** Longer than the interval between two checkpoints: what would come twice has come by then. */
    private static final Duration TWICE = Duration.ofSeconds(11);

    private final SimulatedHour hour = new SimulatedHour();
    private ContainerSite site;
    private ContainerResults undisturbed;
    private SimulatedHour.Feed feed;

    /** What goes wrong. */
    private interface Disturbance {
        void happen() throws Exception;
    }

    /** What is done to a job that runs; answers the id of the job that goes on. */
    private interface Intervention {
        String intervene(String job) throws Exception;
    }

    @BeforeAll
    void startAndFindOutWhatIsRight(@TempDir Path folder) throws Exception {
        site = new ContainerSite();
        LocalFlink flink = new LocalFlink(folder, 2, Duration.ofSeconds(1), Optional.empty());
        flink.start();
        try {
            site.createTopics("reference.");
            Path file = Files.writeString(
                    folder.resolve("barograph.yaml"), site.configuration("reference.", hour.catalogue()));
            StreamExecutionEnvironment environment = flink.environment();
            environment.setParallelism(2);
            AnalysisJob.build(
                    environment,
                    KafkaConnection.to(site.bootstrapServers(), "reference."),
                    AnalysisConfiguration.of(BarographConfiguration.read(file)));
            flink.submit("analysis", environment);
            hour.feed(site.bootstrapServers(), "reference.", SPAN).finish();
            undisturbed = ContainerResults.awaitLast(
                    site.bootstrapServers(), "reference.", SimulatedHour.COMPARED_TO, Duration.ofSeconds(12));
        } finally {
            flink.stop();
        }
        assertThat(undisturbed.size(Topic.SERVER_RATES)).isGreaterThan(600);
        assertThat(undisturbed.size(Topic.JOB_WEATHER)).isGreaterThan(60);
        assertThat(undisturbed.size(Topic.LIVE_COVERAGE)).isGreaterThan(60);
        assertThat(undisturbed.size(Topic.SLOWDOWNS)).isGreaterThan(100);
        assertThat(undisturbed.size(Topic.CONTENTION_EVENTS)).isPositive();
        assertThat(undisturbed.size(Topic.ANOMALIES)).isGreaterThan(60);
        assertThat(undisturbed.size(Topic.DEAD_LETTERS)).isZero();
    }

    @AfterAll
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    @Test
    @AtLength
    void shouldGiveOnAClusterWhatOneProcessGives() throws Exception {
        compare("undisturbed", () -> {});
    }

    @Test
    @AtLength
    void shouldSurviveTheLossOfATaskManager() throws Exception {
        compare("task-manager-killed", () -> {
            site.taskManager(0).kill();
            site.taskManager(0).startAgain();
        });
    }

    @Test
    @AtLength
    void shouldSurviveTheLossOfTheJobManager() throws Exception {
        compare("job-manager-killed", () -> {
            site.jobManager().kill();
            site.jobManager().startAgain();
        });
    }

    @Test
    void shouldSurviveABrokerThatIsKilled() throws Exception {
        compare("broker-killed", () -> {
            site.broker().kill();
            TimeUnit.SECONDS.sleep(5);
            site.broker().startAgain();
            site.awaitBroker();
        });
    }

    @Test
    @AtLength
    void shouldSurviveACutNetwork() throws Exception {
        compare("network-cut", () -> {
            site.cutFromBroker(true);
            TimeUnit.SECONDS.sleep(10);
            site.cutFromBroker(false);
        });
    }

    @Test
    @AtLength
    void shouldSurviveABrokerThatIsStopped() throws Exception {
        compare("broker-stopped", () -> {
            site.broker().stop();
            TimeUnit.SECONDS.sleep(BROKER_AWAY.toSeconds());
            site.broker().startAgain();
            site.awaitBroker();
        });
    }

    @Test
    @AtLength
    void shouldSurviveASlowLink() throws Exception {
        compare("slow-link", () -> {
            site.slowBroker(true);
            TimeUnit.SECONDS.sleep(10);
            site.slowBroker(false);
        });
    }

    @Test
    @AtLength
    void shouldGoOnFromASavepointWithTheJar() throws Exception {
        intervene("savepoint", job -> {
            String savepoint = site.flink().stopWithSavepoint(job, "file:///site/savepoints");
            return site.submit(2, "savepoint.", hour.catalogue(), savepoint);
        });
    }

    /** Jobs first, then collectors. */
    @Test
    @AtLength
    void shouldTakeRecordsOfTheNextSchemasWhenTheJarKnowsThem(@TempDir Path folder) throws Exception {
        NextSchemas next = new NextSchemas(INPUTS);
        String upgraded = site.flink().upload(next.knownBy(ContainerSite.JAR, folder));
        intervene("schemas", job -> {
            String savepoint = site.flink().stopWithSavepoint(job, "file:///site/savepoints");
            String goesOn = site.submit(upgraded, 2, "schemas.", hour.catalogue(), savepoint);
            feed.encodeAs(next::encode);
            return goesOn;
        });
    }

    /** Less than a transaction may stay open: beyond, the broker gives up what is not yet committed. */
    @Test
    @AtLength
    void shouldNotMindClocksThatJump() throws Exception {
        long hourSeconds = Duration.ofHours(1).toSeconds();
        compare("clocks", () -> {
            site.setClocks(
                    hourSeconds,
                    -hourSeconds,
                    hourSeconds,
                    Duration.ofMinutes(5).toSeconds());
            TimeUnit.SECONDS.sleep(5);
            site.setClocks(0, 0, 0, 0);
        });
    }

    @Test
    @AtLength
    void shouldSetAsideWhatItCannotReadAndLoseNothingElse() throws Exception {
        String prefix = "poison.";
        ContainerResults results = run("poison", hour.records(), job -> {
            for (Topic<?> topic : INPUTS) {
                site.write(topic.in(prefix).name(), "no record".getBytes(StandardCharsets.UTF_8));
                site.write(topic.in(prefix).name(), UNKNOWN_SCHEMA);
            }
            return job;
        });
        List<String> letters = results.topics().get(Topic.DEAD_LETTERS.name());
        assertThat(letters).hasSize(2 * INPUTS.size());
        for (Topic<?> topic : INPUTS) {
            assertThat(letters)
                    .filteredOn(letter -> letter.contains("\"source\": \"" + topic.name() + "\""))
                    .anyMatch(letter -> letter.contains("not Avro single-object encoding"))
                    .anyMatch(letter -> letter.contains("fingerprint"));
        }
        assertSame("poison", results.without(Topic.DEAD_LETTERS));
    }

    @Test
    @AtLength
    void shouldTakeRepeatedAndReorderedRecordsOnce() throws Exception {
        assertSame("reordered", run("reordered", hour.repeatedAndReordered(), job -> job));
    }

    @Test
    void shouldStoreEachPointOnceWhenInfluxDbGoesAndWhenItsDiskIsFull() throws Exception {
        ContainedInfluxDb influxDb = site.startInfluxDb();
        influxDb.awaitAnswer();
        List<String> expected = published(influxDb, "plain", () -> {});
        assertThat(expected).hasSizeGreaterThan(2_000);

        assertThat(published(influxDb, "away", () -> {
                    influxDb.kill();
                    TimeUnit.SECONDS.sleep(10);
                    influxDb.comeBack();
                }))
                .isEqualTo(expected);
        assertThat(published(influxDb, "full", () -> {
                    influxDb.fillDisk();
                    TimeUnit.SECONDS.sleep(10);
                    influxDb.freeDiskAndRestart();
                }))
                .isEqualTo(expected);
    }

    /** The results of the undisturbed hour in a database, in the writing of which something went wrong. */
    private List<String> published(ContainedInfluxDb influxDb, String database, Disturbance disturbance)
            throws Exception {
        influxDb.admin(database).ensureDatabaseWithInfiniteRetention();
        String job = site.publish("reference.", hour.catalogue(), influxDb.url(), database);
        Instant begin = Instant.now();
        disturbance.happen();
        influxDb.awaitAnswer();
        awaitThat("the job has ended", job, id -> site.flink().state(id).equals("FINISHED"));
        System.out.printf(
                "InfluxDB %s: all points after %d s%n",
                database, Duration.between(begin, Instant.now()).toSeconds());
        return influxDb.points(database);
    }

    /** One hour with a disturbance after a third of it. */
    private void compare(String name, Disturbance disturbance) throws Exception {
        intervene(name, job -> {
            disturbance.happen();
            return job;
        });
    }

    private void intervene(String name, Intervention intervention) throws Exception {
        assertSame(name, run(name, hour.records(), intervention));
    }

    private void assertSame(String name, ContainerResults results) throws IOException {
        Path differences =
                Path.of(System.getProperty("barograph.root"), "integration-tests/target/faults", name + ".txt");
        undisturbed.writeDifferences(results, differences);
        String counts = undisturbed.counts(results);
        System.out.print(counts);
        assertThat(results.equals(undisturbed))
                .as("%s:%n%s%s holds what differs", name, counts, differences)
                .isTrue();
    }

    private ContainerResults run(String name, List<PublishedRecord<?>> records, Intervention intervention)
            throws Exception {
        String prefix = name + ".";
        site.createTopics(prefix);
        String job = site.submit(2, prefix, hour.catalogue(), null);
        try {
            feed = new SimulatedHour.Feed(site.bootstrapServers(), prefix, records, SPAN);
            feed.await(0.35);
            awaitThat("a checkpoint is complete", job, id -> site.flink().checkpoints(id) > 0);
            Instant begin = Instant.now();
            job = intervention.intervene(job);
            Duration lasted = Duration.between(begin, Instant.now());
            feed.finish();
            awaitThat("the job runs again", job, site.flink()::isRunning);
            ContainerResults.awaitAtLeast(
                    site.bootstrapServers(), prefix, SimulatedHour.COMPARED_TO, undisturbed, LIMIT);
            Duration complete = Duration.between(begin, Instant.now());
            TimeUnit.NANOSECONDS.sleep(TWICE.toNanos());
            ContainerResults results =
                    ContainerResults.read(site.bootstrapServers(), prefix, SimulatedHour.COMPARED_TO);
            System.out.printf(
                    "%s: lasted %d s, all results %d s after it began%n",
                    name, lasted.toSeconds(), complete.toSeconds());
            return results;
        } finally {
            site.awaitBroker();
            String last = job;
            awaitThat("the job manager answers", last, id -> {
                site.flink().cancel(id);
                return true;
            });
            awaitThat("the job has ended", last, id -> site.flink().state(id).equals("CANCELED"));
            site.awaitTaskManagers();
        }
    }

    private interface OfJob {
        boolean holds(String job) throws Exception;
    }

    private static void awaitThat(String what, String job, OfJob condition) {
        await(what).atMost(LIMIT).ignoreExceptions().until(() -> condition.holds(job));
    }
}
