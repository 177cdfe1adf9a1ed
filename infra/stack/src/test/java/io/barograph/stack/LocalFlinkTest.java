package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalFlinkTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static LocalFlink flink;

    @BeforeAll
    static void start() throws Exception {
        flink = new LocalFlink(folder, 3, Duration.ofMillis(200), Optional.empty());
        flink.start();
    }

    @AfterAll
    static void stop() throws Exception {
        flink.stop();
    }

    @Test
    void shouldRunSeveralJobsAtOnceEachWithItsOwnCheckpoints() throws Exception {
        LocalJob first = flink.submit("first", endless());
        LocalJob second = flink.submit("second", endless());
        await().atMost(GENEROUS).untilAsserted(() -> {
            assertThat(completedCheckpoints(first)).isPositive();
            assertThat(completedCheckpoints(second)).isPositive();
        });
        first.cancel();
        assertThat(first.status()).isEqualTo(JobStatus.CANCELED);
        assertThat(second.status()).isEqualTo(JobStatus.RUNNING);
        assertThatThrownBy(() -> first.awaitFinish(GENEROUS))
                .isInstanceOf(CommandFailedException.class)
                .hasMessage("the job first was cancelled");
        assertThat(second.awaitFinish(Duration.ofMillis(1))).isFalse();
        second.cancel();
        second.cancel();
    }

    @Test
    void shouldFinishBoundedJobsThatRunAtTheSameTime() throws Exception {
        LocalJob first = flink.submit("first", counting(1_000, new Same(), new Configuration()));
        LocalJob second = flink.submit("second", counting(1_000, new Same(), new Configuration()));
        assertThat(first.awaitFinish(GENEROUS)).isTrue();
        assertThat(second.awaitFinish(GENEROUS)).isTrue();
        assertThat(first.status()).isEqualTo(JobStatus.FINISHED);
        assertThat(first.lastFailure()).isEmpty();
    }

    @Test
    void shouldTellWhyAJobFailed() throws Exception {
        Configuration noRestart = new Configuration();
        noRestart.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        LocalJob job = flink.submit("failing", counting(1_000, new RefuseTheSeventh(), noRestart));
        assertThatThrownBy(() -> job.awaitFinish(GENEROUS))
                .isInstanceOf(CommandFailedException.class)
                .hasMessage("the job failing failed: number 7 is refused")
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(job.lastFailure()).get().satisfies(failure -> assertThat(LocalFlink.rootCause(failure))
                .hasMessage("number 7 is refused"));
    }

    @Test
    void shouldTellWhyAJobRestarts() throws Exception {
        LocalJob job = flink.submit("restarting", counting(1_000, new RefuseTheSeventh(), new Configuration()));
        await().atMost(GENEROUS).until(() -> job.lastFailure().isPresent());
        assertThat(LocalFlink.rootCause(job.lastFailure().orElseThrow())).hasMessage("number 7 is refused");
        assertThat(job.status().isGloballyTerminalState()).isFalse();
        job.cancel();
    }

    @Test
    void shouldGoOnFromWhatWasSavedAndSayWhereThatLiesIfItCannotBeTaken() throws Exception {
        LocalJob first = flink.submitResuming("resuming", resuming("sum"));
        await().atMost(GENEROUS).until(() -> resumable().isPresent());
        first.cancel();

        LocalJob second = flink.submitResuming("resuming", resuming("sum"));
        assertThat(second.status()).isEqualTo(JobStatus.RUNNING);
        second.cancel();

        assertThatThrownBy(() -> flink.submitResuming("resuming", resuming("another")))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageStartingWith("the job resuming cannot go on from what it has saved in "
                        + folder.resolve("resumed").resolve("resuming"))
                .hasMessageContaining("Cannot map checkpoint/savepoint state")
                .satisfies(failure -> assertThat(((CommandFailedException) failure).remedy())
                        .contains("./barograph run --again --config FILE")
                        .contains("reads on from the last committed offsets")
                        .doesNotContain("analysed again"));
    }

    @Test
    void shouldBeginWithoutWhatWasSavedAndPutItAside() throws Exception {
        LocalJob first = flink.submitResuming("again", summing(flink.resumingEnvironment("again"), "sum"));
        Path saved = folder.resolve("resumed").resolve("again");
        await().atMost(GENEROUS).until(() -> isSaved(saved));
        first.cancel();
        assertThat(flink.isToStartAgain("again")).isFalse();

        flink.environmentAgain("again");
        assertThat(isSaved(saved)).isFalse();
        assertThat(flink.isToStartAgain("again"))
                .as("also when the process ends before the first checkpoint")
                .isTrue();
        try (Stream<Path> aside = Files.list(folder.resolve("set-aside"))) {
            assertThat(aside).singleElement().satisfies(old -> assertThat(isSaved(old))
                    .isTrue());
        }

        // what could not go on with the state of another graph begins without
        LocalJob second = flink.submitResuming("again", summing(flink.environmentAgain("again"), "another"));
        await().atMost(GENEROUS).until(() -> isSaved(saved));
        assertThat(flink.isToStartAgain("again")).isFalse();
        second.cancel();
    }

    private static boolean isSaved(Path checkpoints) throws IOException {
        try (Stream<Path> files = Files.find(checkpoints, 4, (file, attributes) -> file.endsWith("_metadata"))) {
            return files.findAny().isPresent();
        }
    }

    @Test
    void shouldNotSpeakOfSavedStateWhereNothingWasSaved() throws Exception {
        StreamExecutionEnvironment environment = flink.resumingEnvironment("fresh");
        environment.setParallelism(1);
        environment
                .fromSource(numbers(Long.MAX_VALUE), WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(new Unopened())
                .uid("function")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        assertThatThrownBy(() -> flink.submitResuming("fresh", environment))
                .isInstanceOf(CommandFailedException.class)
                .hasMessage("the job fresh does not start: there is no such topic");
    }

    private static StreamExecutionEnvironment resuming(String uid) throws IOException {
        return summing(flink.resumingEnvironment("resuming"), uid);
    }

    private static StreamExecutionEnvironment summing(StreamExecutionEnvironment environment, String uid) {
        environment.setParallelism(1);
        environment
                .fromSource(numbers(Long.MAX_VALUE), WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .keyBy(number -> number % 2)
                .reduce(Long::sum)
                .uid(uid)
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        return environment;
    }

    private static Optional<Path> resumable() throws IOException {
        try (Stream<Path> files = Files.find(
                folder.resolve("resumed").resolve("resuming"), 4, (file, attributes) -> file.endsWith("_metadata"))) {
            return files.findAny();
        }
    }

    @Test
    void shouldRefuseAnOperatorWithoutUid() {
        StreamExecutionEnvironment environment = flink.environment();
        environment
                .fromSource(numbers(10), WatermarkStrategy.noWatermarks(), "numbers")
                .sinkTo(new DiscardingSink<>());
        assertThatThrownBy(() -> flink.submit("anonymous", environment))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("UID");
    }

    @Test
    void shouldRefuseGenericSerialization() {
        StreamExecutionEnvironment environment = flink.environment();
        assertThatThrownBy(() -> environment
                        .fromSource(numbers(10), WatermarkStrategy.noWatermarks(), "numbers")
                        .uid("numbers")
                        .map(number -> new Object())
                        .returns(TypeInformation.of(Object.class))
                        .uid("objects")
                        .sinkTo(new DiscardingSink<>())
                        .uid("nowhere")
                        .getTransformation()
                        .getInputs()
                        .get(0)
                        .getOutputType()
                        .createSerializer(environment.getConfig().getSerializerConfig()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Generic types have been disabled");
    }

    @Test
    void shouldServeTheWebInterface() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().sslContext(flink.clientTls()).build();
        URI address = flink.webInterface();
        assertThat(client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                        .body())
                .contains("<title>Apache Flink Web Dashboard</title>");
    }

    private static StreamExecutionEnvironment endless() {
        return counting(Long.MAX_VALUE, new Same(), new Configuration());
    }

    private static StreamExecutionEnvironment counting(
            long count, MapFunction<Long, Long> function, Configuration overrides) {
        StreamExecutionEnvironment environment = flink.environment(overrides);
        environment.setParallelism(1);
        environment
                .fromSource(numbers(count), WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(function)
                .uid("function")
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        return environment;
    }

    private static DataGeneratorSource<Long> numbers(long count) {
        return new DataGeneratorSource<>(number -> number, count, Types.LONG);
    }

    private static long completedCheckpoints(LocalJob job) throws Exception {
        Path checkpoints = folder.resolve("checkpoints").resolve(job.id().toString());
        if (!Files.isDirectory(checkpoints)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(checkpoints)) {
            return files.filter(file -> file.getFileName().toString().startsWith("chk-"))
                    .filter(file -> Files.exists(file.resolve("_metadata")))
                    .count();
        }
    }

    /** As a source whose topic is missing. */
    private static final class Unopened extends RichMapFunction<Long, Long> {
        @Override
        public void open(OpenContext context) {
            throw new IllegalStateException("there is no such topic");
        }

        @Override
        public Long map(Long number) {
            return number;
        }
    }

    private static final class Same implements MapFunction<Long, Long> {
        @Override
        public Long map(Long number) {
            return number;
        }
    }

    private static final class RefuseTheSeventh implements MapFunction<Long, Long> {
        @Override
        public Long map(Long number) {
            if (number == 7) {
                throw new IllegalStateException("number 7 is refused");
            }
            return number;
        }
    }
}
