package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.testing.InfluxdServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The sink in a Flink job, against a real InfluxDB 1.x. */
class InfluxDb1WorkflowTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final AtomicBoolean FAIL_ONCE = new AtomicBoolean();

    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(METRICS.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    Path folder;

    private final RememberedRejections rejections = new RememberedRejections();
    private InfluxdServer influxd;
    private JobClient runningJob;

    @AfterEach
    void stopJobAndInfluxd() throws Exception {
        if (runningJob != null && !runningJob.getJobStatus().get().isGloballyTerminalState()) {
            runningJob.cancel().get(); // only after a failed assertion
        }
        if (influxd != null) {
            influxd.close();
        }
    }

    private InfluxDbConfig.Builder quick() {
        return InfluxDbConfig.builder(influxd.url(), "weather").limits(limits(5_000));
    }

    private static WriteLimits limits(int maxBatchLines) {
        return new WriteLimits(
                maxBatchLines,
                1_000_000,
                Duration.ofMillis(20),
                50_000,
                new InfluxDbBackoff(Duration.ofMillis(5), Duration.ofMillis(50)));
    }

    private void startInfluxd() throws Exception {
        influxd = InfluxdServer.start(folder, false);
        new InfluxDbAdmin(quick().build()).ensureDatabaseWithInfiniteRetention();
    }

    private List<Long> storedNumbers() throws Exception {
        return new InfluxDbAdmin(quick().build())
                .query("SELECT v FROM m").stream()
                        .peek(row -> assertThat(row.values().get("v"))
                                .isEqualTo(row.values().get("time")))
                        .map(row -> (Long) row.values().get("v"))
                        .toList();
    }

    private static List<Long> numbers(long count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    void shouldWriteAllPoints() throws Exception {
        startInfluxd();
        SinkJobs.writeNumbers(12_345, quick().build(), rejections);

        assertThat(storedNumbers()).isEqualTo(numbers(12_345));
        assertThat(rejections.flushed()).isEmpty();
    }

    @Test
    void shouldCheckpointWhileInfluxdIsAwayAndLoseNothing(@InjectMiniCluster MiniCluster cluster) throws Exception {
        startInfluxd();
        JobClient job = slowNumbers(3_000, new Configuration());
        awaitStoredNumbers();
        influxd.stop();
        awaitCheckpoints(cluster, job, 3);
        influxd.start();
        job.getJobExecutionResult().get();

        assertThat(storedNumbers()).isEqualTo(numbers(3_000));
        assertThat(rejections.flushed()).isEmpty();
    }

    @Test
    void shouldRestoreUnwrittenLinesWhenTheJobRestartsWhileInfluxdIsAway(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        startInfluxd();
        Configuration restarts = new Configuration();
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        JobClient job = slowNumbers(3_000, restarts);
        awaitStoredNumbers();
        influxd.stop();
        awaitCheckpoints(cluster, job, 3);
        FAIL_ONCE.set(true);
        Awaitility.await().atMost(TIMEOUT).until(() -> !FAIL_ONCE.get());
        awaitCheckpoints(cluster, job, 2);
        influxd.start();
        job.getJobExecutionResult().get();

        assertThat(storedNumbers()).isEqualTo(numbers(3_000));
    }

    private JobClient slowNumbers(long count, Configuration configuration) throws Exception {
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
        StreamExecutionEnvironment env = SinkJobs.environment(configuration);
        GeneratorFunction<Long, Long> oneBased = index -> index + 1;
        env.fromSource(
                        new DataGeneratorSource<>(oneBased, count, RateLimiterStrategy.perSecond(1_000), Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .map(new FailOnce())
                .uid("fail-once")
                .sinkTo(SinkJobs.sink(quick().limits(limits(100)).build(), SinkJobs::numbered, rejections))
                .uid("influxdb");
        runningJob = env.executeAsync();
        return runningJob;
    }

    /** Fails when the test says so. */
    static final class FailOnce implements MapFunction<Long, Long> {
        @Override
        public Long map(Long value) {
            if (FAIL_ONCE.compareAndSet(true, false)) {
                throw new IllegalStateException("the test wants this failure");
            }
            return value;
        }
    }

    private void awaitStoredNumbers() {
        Awaitility.await().atMost(TIMEOUT).until(() -> !storedNumbers().isEmpty());
    }

    private static void awaitCheckpoints(MiniCluster cluster, JobClient job, int more) throws Exception {
        long before = completedCheckpoints(cluster, job);
        Awaitility.await().atMost(TIMEOUT).until(() -> completedCheckpoints(cluster, job) >= before + more);
    }

    private static long completedCheckpoints(MiniCluster cluster, JobClient job) throws Exception {
        return cluster.getExecutionGraph(job.getJobID())
                .get()
                .getCheckpointStatsSnapshot()
                .getCounts()
                .getNumberOfCompletedCheckpoints();
    }

    @Test
    void shouldReportFieldTypeConflictsWithTheReasonAndStoreTheRest() throws Exception {
        startInfluxd();
        List<String> texts = List.of("1", "2", "three", "4", "five", "6", "7");
        PointConverter<String> converter = text -> {
            InfluxPoint.Builder point = InfluxPoint.measurement("m");
            boolean number = text.length() == 1;
            return List.of((number ? point.field("v", Long.parseLong(text)) : point.field("v", text))
                    .at(texts.indexOf(text) + 1));
        };
        JobID job = SinkJobs.writeTexts(texts, converter, quick().build(), rejections);

        assertThat(storedNumbers()).containsExactly(1L, 2L, 4L, 6L, 7L);
        assertThat(count(job, "influxdb.linesWritten")).isEqualTo(5);
        assertThat(count(job, "influxdb.cause.field_type_conflict.linesRejected"))
                .isEqualTo(2);
        assertThat(count(job, "influxdb.cause.other.linesRejected")).isZero();
        assertThat(count(job, "influxdb.bytesSent")).isPositive();
        assertThat(rejections.flushed())
                .extracting(RememberedRejections.Rejection::line)
                .containsExactly("m v=\"three\" 3", "m v=\"five\" 5");
        assertThat(rejections.flushed())
                .extracting(RememberedRejections.Rejection::reason)
                .allSatisfy(reason -> assertThat(reason)
                        .startsWith("InfluxDB answered 400: partial write: field type conflict:")
                        .contains("\"v\" on measurement \"m\" is type string, already exists as type integer"));
    }

    private static long count(JobID job, String metric) {
        Map<String, Metric> found = METRICS.findMetrics(job, metric);
        assertThat(found).as(metric).hasSize(1);
        return ((Counter) found.values().iterator().next()).getCount();
    }

    @Test
    void shouldReportPointsThatAreTooOldForTheRetentionPolicy() throws Exception {
        startInfluxd();
        InfluxDbAdmin admin = new InfluxDbAdmin(quick().build());
        admin.query("CREATE RETENTION POLICY hour ON weather DURATION 1h REPLICATION 1");
        SinkJobs.writeNumbers(3, quick().retentionPolicy("hour").build(), rejections);

        assertThat(rejections.flushed()).hasSize(3).allSatisfy(rejection -> assertThat(rejection.reason())
                .contains("points beyond retention policy"));
    }

    @Test
    void shouldFailOnAMissingDatabaseAndOnAMissingRetentionPolicy() throws Exception {
        startInfluxd();
        InfluxDbConfig noDatabase =
                InfluxDbConfig.builder(influxd.url(), "nowhere").build();
        InfluxDbConfig noPolicy = quick().retentionPolicy("never").build();

        assertThatThrownBy(() -> SinkJobs.writeNumbers(1, noDatabase, rejections))
                .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                        .contains("InfluxDB at " + influxd.url() + " answered 404 (database not found: \"nowhere\")")
                        .contains("create the database or bucket 'nowhere'"));
        assertThatThrownBy(() -> SinkJobs.writeNumbers(1, noPolicy, rejections))
                .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                        .contains("retention policy not found: never")
                        .contains("check URL, API version (V1), database 'weather' and retention policy"));
    }

    @Test
    void shouldLogInAndFailOnAWrongPasswordWithoutShowingIt() throws Exception {
        influxd = InfluxdServer.start(folder, true);
        Path password = Files.writeString(folder.resolve("password"), "r1ght");
        Path wrong = Files.writeString(folder.resolve("wrong"), "wr0ng");
        InfluxDbConfig right =
                quick().user("weather", SecretSource.file(password)).build();
        InfluxDbConfig bad = quick().user("weather", SecretSource.file(wrong)).build();
        new InfluxDbAdmin(quick().build()).query("CREATE USER weather WITH PASSWORD 'r1ght' WITH ALL PRIVILEGES");
        InfluxDbAdmin admin = new InfluxDbAdmin(right);
        admin.ensureDatabase();
        SinkJobs.writeNumbers(3, right, rejections);

        assertThat(admin.query("SELECT v FROM m")).hasSize(3);
        assertThatThrownBy(() -> SinkJobs.writeNumbers(3, bad, rejections))
                .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                        .contains("InfluxDB at " + influxd.url() + " answered 401")
                        .contains("check user weather and the password in file " + wrong)
                        .doesNotContain("wr0ng"));
        assertThatThrownBy(() -> new InfluxDbAdmin(bad).query("SHOW DATABASES"))
                .isInstanceOf(InfluxDbException.class)
                .hasMessageContaining("check user weather")
                .hasMessageNotContaining("wr0ng");
    }

    @Test
    void shouldCreateDatabasesThatKeepTheirPoints() throws Exception {
        startInfluxd();
        InfluxDbAdmin admin = new InfluxDbAdmin(quick().build());
        admin.ensureDatabaseWithInfiniteRetention();
        admin.ensureDatabase();

        assertThat(admin.isAvailable()).isTrue();
        assertThat(admin.query("SHOW RETENTION POLICIES ON weather"))
                .singleElement()
                .satisfies(policy -> {
                    assertThat(policy.values()).containsEntry("duration", "0s").containsEntry("default", true);
                });
        assertThatThrownBy(() -> admin.query("SELECT"))
                .isInstanceOf(InfluxDbException.class)
                .hasMessageContaining("refused 'SELECT'")
                .hasMessageContaining("error parsing query");
    }

    @Test
    void shouldSayThatAnAbsentServerIsNotAvailable() throws Exception {
        startInfluxd();
        URI url = influxd.url();
        influxd.stop();

        assertThat(new InfluxDbAdmin(InfluxDbConfig.builder(url, "weather").build()).isAvailable())
                .isFalse();
    }
}
