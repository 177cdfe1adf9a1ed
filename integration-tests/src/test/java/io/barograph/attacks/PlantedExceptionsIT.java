package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.QuarantineTopic;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.InstructionKind;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.QuarantinedRecord;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Operators and sinks of the four jobs fail on an element of each input, and on a timer: the job restarts once for it, what
 * it failed on is a dead letter, and all goes on.
 */
@AtLength
class PlantedExceptionsIT {
    /** Nothing comes to these: benchmarks are kept for two years, clocks carry no records, none is late, and no run is worth an alert. */
    private static final Set<String> OUT_OF_REACH = Set.of(
            "average and best of benchmarks, timer", "take in each run once, second", "observe anomalies, behind");

    /** Of which there are no dead letters: where what should be one cannot be written. */
    private static final String LAST_RESORT = "encode dead-letters, result";

    private static AttackedSite site;
    private static Path folder;

    @BeforeAll
    static void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        site = AttackedSite.thatFails(temporary);
    }

    @AfterEach
    void printPlaces(TestInfo test) {
        System.out.println(test.getDisplayName() + ": " + PlantedExceptions.thrown() + "; nothing came to "
                + PlantedExceptions.untouched());
    }

    @AfterAll
    static void stop() {
        if (site != null) {
            site.close();
        }
    }

    private static void restartAtOnce(StreamExecutionEnvironment env) {
        Configuration restarts = new Configuration();
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100);
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
        env.configure(restarts);
    }

    /**
     * Runs of benchmarks, declared changes, silences and the health of collectors, which no simulated site has, and a
     * timing that comes late: one of its own, for a record that comes twice is refused twice.
     */
    private static void addWhatIsRare(Traffic traffic) {
        ProbeTiming first = traffic.ofType(ProbeTiming.class).get(0);
        ProbeTiming late = ProbeTiming.newBuilder(first)
                .setTime(first.getTime().plusMillis(1))
                .build();
        traffic.add(
                Topic.PROBE_TIMINGS,
                late.getTime().plus(Duration.ofMinutes(20)),
                late.getTime().toEpochMilli(),
                Topic.PROBE_TIMINGS.keyBytes(late),
                AvroCodec.of(ProbeTiming.class).encode(late),
                delivered -> {});
        for (int i = 0; i < 4; i++) {
            Instant at = AttackedSite.ATTACKED_FROM.plus(Duration.ofMinutes(i));
            traffic.add(
                    Topic.BENCHMARK_RUNS,
                    BenchmarkRun.newBuilder()
                            .setFileSystem(AttackedSite.BYSTANDER)
                            .setBenchmark("ior-shared-write")
                            .setPhase("write")
                            .setStartTime(at.minusSeconds(30))
                            .setEndTime(at)
                            .setPublishedAt(at)
                            .setSeconds(30.0 + i)
                            .setBytes(1L << 30)
                            .setBytesPerSecond((1L << 30) / (30.0 + i))
                            .build());
            traffic.add(
                    Topic.SITE_EVENTS,
                    SiteEvent.newBuilder()
                            .setId("change " + i)
                            .setFileSystem(AttackedSite.BYSTANDER)
                            .setKind(SiteEventKind.CHANGE)
                            .setFrom(at)
                            .setText("a change")
                            .setRecordedAt(at)
                            .build());
            traffic.add(
                    Topic.COLLECTOR_HEALTH,
                    CollectorHealth.newBuilder()
                            .setCollector("lmt")
                            .setType("lmt")
                            .setHost("host" + i)
                            .setTime(at)
                            .setStartedAt(at)
                            .setState(CollectorState.RUNNING)
                            .build());
            traffic.add(
                    Topic.ALERT_INSTRUCTIONS,
                    AlertInstruction.newBuilder()
                            .setKey("silence/" + i)
                            .setKind(InstructionKind.SILENCE)
                            .setId("" + i)
                            .setFileSystems(List.of("elsewhere"))
                            .setUntil(at)
                            .setRecordedAt(at)
                            .build());
        }
    }

    private static Map<String, Integer> thrownOnce() {
        Map<String, Integer> thrown = PlantedExceptions.thrown();
        assertThat(thrown)
                .isNotEmpty()
                .allSatisfy((place, times) -> assertThat(times).as(place).isEqualTo(1));
        assertThat(PlantedExceptions.untouched()).isSubsetOf(OUT_OF_REACH);
        return thrown;
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "timer", "behind", "function"})
    void shouldRestartTheAnalysisOnceForEach(String kind) throws Exception {
        String name = "planted-" + kind;
        AttackedSite.Outcome outcome = site.analyseThatFails(
                name,
                (env, kafka, configuration) -> {
                    AnalysisJob.build(env, kafka, configuration);
                    restartAtOnce(env);
                    PlantedExceptions.plant(env, place -> place.endsWith(", " + kind));
                },
                PlantedExceptionsIT::addWhatIsRare,
                () -> OUT_OF_REACH.containsAll(PlantedExceptions.untouched()));

        Map<String, Integer> thrown = thrownOnce();
        List<QuarantinedRecord> noted =
                new QuarantineTopic(site.stack().broker().connection(name + "."), AnalysisJob.NAME).entries();
        assertThat(noted).hasSameSizeAs(thrown.keySet());
        assertThat(outcome.deadLetters())
                .hasSameSizeAs(noted)
                .extracting(DeadLetter::getReason)
                .allMatch(SkippedRecords::isReason);
        if (!kind.equals("behind") && !kind.equals("function")) {
            Set<String> operators = new TreeSet<>();
            noted.forEach(entry -> operators.add(entry.getOperator() + ", " + kind));
            assertThat(operators).isSubsetOf(thrown.keySet()).hasSizeGreaterThan(thrown.size() / 2);
        }
    }

    @Test
    void shouldNotRestartTheAnalysisForResultsThatCannotBeEncoded() throws Exception {
        AttackedSite.Outcome outcome = site.analyseThatFails(
                "planted-results",
                (env, kafka, configuration) -> {
                    AnalysisJob.build(env, kafka, configuration);
                    PlantedExceptions.plant(env, place -> place.endsWith(", result") && !place.equals(LAST_RESORT));
                },
                PlantedExceptionsIT::addWhatIsRare,
                () -> OUT_OF_REACH.containsAll(PlantedExceptions.untouched()));

        Map<String, Integer> thrown = thrownOnce();
        assertThat(outcome.deadLetters())
                .hasSameSizeAs(thrown.keySet())
                .extracting(DeadLetter::getReason)
                .allMatch(reason -> reason.startsWith("it cannot be encoded: "));
    }

    /** Another job that reads what an analysis has left; its dead letters are written at least once. */
    private static void shouldRefuseOneForEach(
            String attempt,
            String job,
            BiConsumer<StreamExecutionEnvironment, KafkaConnection> graph,
            Predicate<String> wanted,
            Topic<?>... topics)
            throws Exception {
        site.analyse(attempt, PlantedExceptionsIT::addWhatIsRare);
        site.read(
                attempt,
                job,
                (env, kafka) -> {
                    graph.accept(env, kafka);
                    restartAtOnce(env);
                    try {
                        PlantedExceptions.plant(env, place -> wanted.test(place) && !place.equals(LAST_RESORT));
                    } catch (ReflectiveOperationException e) {
                        throw new LinkageError(e.getMessage(), e);
                    }
                },
                () -> OUT_OF_REACH.containsAll(PlantedExceptions.untouched())
                        && refused(attempt, job).size()
                                >= PlantedExceptions.thrown().size(),
                topics);
        assertThat(refused(attempt, job)).hasSameSizeAs(thrownOnce().keySet());
    }

    /** By what they refuse: dead letters of publishing, and so those of them that it reads, are written at least once. */
    private static Set<String> refused(String attempt, String job) throws InterruptedException {
        Set<String> refused = new TreeSet<>();
        for (DeadLetter letter : site.deadLetters(attempt, job)) {
            boolean ofLetter = letter.getSource().endsWith(Topic.DEAD_LETTERS.name());
            refused.add((ofLetter ? "" : letter.getOrigin() + " ") + letter.getSource() + ": " + letter.getReason());
        }
        return refused;
    }

    @ParameterizedTest
    @ValueSource(strings = {"behind", "result"})
    void shouldRestartPublishingOnceForEachAndNotForWhatIsNoPoint(String kind) throws Exception {
        new InfluxDbAdmin(site.stack().influxDb("weather")).ensureDatabaseWithInfiniteRetention();
        shouldRefuseOneForEach(
                "published-" + kind,
                "publish",
                (env, kafka) -> PublishJob.build(
                        env, new PublishConfiguration(kafka, site.stack().influxDb("weather"), "", false, false)),
                place -> place.endsWith(", " + kind),
                Topic.SITE_EVENTS);
    }

    @Test
    void shouldRestartTheArchiveOnceForEach() throws Exception {
        shouldRefuseOneForEach(
                "archived",
                "archive",
                (env, kafka) -> ArchiveJob.build(
                        env,
                        new ArchiveConfiguration(
                                kafka, folder.resolve("archive").toUri(), ArchiveConfiguration.FILE_SPAN, false)),
                place -> true,
                Topic.SERVER_POLLS,
                Topic.JOB_SAMPLES,
                Topic.PROBE_TIMINGS,
                Topic.JOB_SUMMARIES,
                Topic.JOB_EVENTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"decode", "observe"})
    void shouldRestartAlertingOnceForEach(String operators) throws Exception {
        try (AlertReceiver people = new AlertReceiver(folder.resolve(operators + ".yaml"))) {
            shouldRefuseOneForEach(
                    "alerted-" + operators,
                    "alerting",
                    people::buildJob,
                    place -> place.startsWith(operators),
                    Topic.COLLECTOR_HEALTH);
        }
    }
}
