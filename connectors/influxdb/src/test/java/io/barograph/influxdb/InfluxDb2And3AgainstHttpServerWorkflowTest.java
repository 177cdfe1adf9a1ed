package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.influxdb.RememberedRejections.Rejection;
import io.barograph.influxdb.ScriptedServer.Request;
import io.barograph.influxdb.ScriptedServer.ScriptedAnswer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The interfaces of InfluxDB 2.x and 3.x, and answers that no server gives on demand, against a plain HTTP server: no
 * 2.x or 3.x server is part of Debian. The messages are those of the servers' sources and documentation.
 */
class InfluxDb2And3AgainstHttpServerWorkflowTest {
    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    Path folder;

    private final RememberedRejections rejections = new RememberedRejections();
    private SecretSource token;

    @BeforeEach
    void writeToken() throws Exception {
        token = SecretSource.file(Files.writeString(folder.resolve("token"), "t0ken\n"));
    }

    private static InfluxDbConfig.Builder quick(URI url) {
        return InfluxDbConfig.builder(url, "barograph").limits(limits(5_000, 1_000_000));
    }

    private static WriteLimits limits(int maxBatchLines, long maxBatchBytes) {
        InfluxDbBackoff backoff = new InfluxDbBackoff(Duration.ofMillis(1), Duration.ofMillis(5));
        return new WriteLimits(maxBatchLines, maxBatchBytes, Duration.ofMillis(100), 50_000, backoff);
    }

    private static List<String> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(n -> "m v=" + n + "i " + n)
                .toList();
    }

    private static Function<Request, ScriptedAnswer> first(List<ScriptedAnswer> answers) {
        Queue<ScriptedAnswer> left = new ConcurrentLinkedQueue<>(answers);
        return request -> {
            ScriptedAnswer next = left.poll();
            return next == null ? ScriptedAnswer.WRITTEN : next;
        };
    }

    private static ScriptedAnswer refuse(Request request, String line, ScriptedAnswer refusal) {
        return request.lines().contains(line) ? refusal : ScriptedAnswer.WRITTEN;
    }

    @Test
    void shouldWriteToTheEndpointOf2xWithTokenAndGzip() throws Exception {
        try (ScriptedServer server = new ScriptedServer(request -> ScriptedAnswer.WRITTEN)) {
            SinkJobs.writeNumbers(
                    3,
                    quick(server.url())
                            .apiVersion(ApiVersion.V2)
                            .organisation("my site")
                            .token(token)
                            .build(),
                    rejections);

            assertThat(server.requests()).singleElement().satisfies(request -> {
                assertThat(request.target()).isEqualTo("/api/v2/write?org=my+site&bucket=barograph&precision=ns");
                assertThat(request.header("Authorization")).isEqualTo("Token t0ken");
                assertThat(request.header("Content-encoding")).isEqualTo("gzip");
                assertThat(request.lines()).isEqualTo(numbers(1, 3));
            });
        }
    }

    @Test
    void shouldWriteToTheEndpointOf3xWithTokenAndGzip() throws Exception {
        try (ScriptedServer server = new ScriptedServer(request -> ScriptedAnswer.WRITTEN)) {
            SinkJobs.writeNumbers(
                    3,
                    quick(server.url()).apiVersion(ApiVersion.V3).token(token).build(),
                    rejections);

            assertThat(server.requests()).singleElement().satisfies(request -> {
                assertThat(request.target())
                        .isEqualTo("/api/v3/write_lp?db=barograph&precision=nanosecond&accept_partial=true");
                assertThat(request.header("Authorization")).isEqualTo("Bearer t0ken");
                assertThat(request.header("Content-encoding")).isEqualTo("gzip");
                assertThat(request.lines()).isEqualTo(numbers(1, 3));
            });
        }
    }

    @Test
    void shouldRepeatTheSameLinesAfter503And429() throws Exception {
        ScriptedAnswer tooMany = new ScriptedAnswer(429, "{\"message\":\"write limit\"}", Map.of("Retry-After", "0"));
        try (ScriptedServer server = new ScriptedServer(
                first(List.of(ScriptedAnswer.of(503, ""), tooMany, ScriptedAnswer.of(500, "timeout"))))) {
            SinkJobs.writeNumbers(
                    5, quick(server.url()).limits(limits(2, 1_000_000)).build(), rejections);

            assertThat(server.requests())
                    .extracting(Request::lines)
                    .containsExactly(
                            numbers(1, 2), numbers(1, 2), numbers(1, 2), numbers(1, 2), numbers(3, 4), numbers(5, 5));
            assertThat(rejections.flushed()).isEmpty();
        }
    }

    @Test
    void shouldWaitAsLongAsRetryAfterAsks() throws Exception {
        Queue<Long> arrivals = new ConcurrentLinkedQueue<>();
        Function<Request, ScriptedAnswer> script =
                first(List.of(new ScriptedAnswer(429, "", Map.of("Retry-After", "1"))));
        try (ScriptedServer server = new ScriptedServer(request -> {
            arrivals.add(System.nanoTime());
            return script.apply(request);
        })) {
            SinkJobs.writeNumbers(1, quick(server.url()).build(), rejections);

            assertThat(arrivals).hasSize(2);
            // At least what was asked for; timers count in milliseconds. There is no upper bound to check.
            assertThat(Duration.ofNanos(-arrivals.remove() + arrivals.remove()))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(999));
        }
    }

    @Test
    void shouldRepeatRequestsWithoutAnswerInTime() throws Exception {
        Queue<Request> seen = new ConcurrentLinkedQueue<>();
        try (ScriptedServer server = new ScriptedServer(request -> {
            seen.add(request);
            if (seen.size() == 1) {
                blockUntilInterrupted();
            }
            return ScriptedAnswer.WRITTEN;
        })) {
            SinkJobs.writeNumbers(
                    2,
                    quick(server.url()).requestTimeout(Duration.ofMillis(300)).build(),
                    rejections);

            assertThat(seen).hasSize(2).allSatisfy(request -> assertThat(request.lines())
                    .isEqualTo(numbers(1, 2)));
        }
    }

    private static void blockUntilInterrupted() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldSplitRequestsThatAreTooLarge() throws Exception {
        try (ScriptedServer server = new ScriptedServer(
                request -> request.lines().size() > 3 ? ScriptedAnswer.of(413, "too large") : ScriptedAnswer.WRITTEN)) {
            SinkJobs.writeNumbers(10, quick(server.url()).build(), rejections);

            assertThat(server.requests().stream()
                            .map(Request::lines)
                            .filter(lines -> lines.size() <= 3)
                            .flatMap(List::stream))
                    .isEqualTo(numbers(1, 10));
            assertThat(rejections.flushed()).isEmpty();
        }
    }

    @Test
    void shouldReportALineThatAloneIsTooLarge() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(request -> refuse(request, "m v=2i 2", ScriptedAnswer.of(413, "too large")))) {
            SinkJobs.writeNumbers(3, quick(server.url()).build(), rejections);

            assertThat(rejections.flushed())
                    .containsExactly(new Rejection("m v=2i 2", 0L, "InfluxDB answered 413: too large"));
        }
    }

    @Test
    void shouldReportALineThatIsLongerThanABatchAndWriteTheOthers() throws Exception {
        try (ScriptedServer server = new ScriptedServer(request -> ScriptedAnswer.WRITTEN)) {
            SinkJobs.writeNumbers(
                    10, quick(server.url()).limits(limits(5_000, 9)).build(), rejections);

            assertThat(rejections.flushed())
                    .containsExactly(new Rejection("m v=10i 10", 0L, "the line has 11 bytes, a batch takes 9"));
            assertThat(server.requests().stream().map(Request::lines).flatMap(List::stream))
                    .isEqualTo(numbers(1, 9));
        }
    }

    @Test
    void shouldFindTheRefusedLineOf2xAndStoreTheRest() throws Exception {
        ScriptedAnswer refusal = ScriptedAnswer.of(
                422,
                "{\"code\":\"unprocessable entity\",\"message\":\"failure writing points to database: partial write:"
                        + " field type conflict dropped=1\"}");
        try (ScriptedServer server = new ScriptedServer(request -> refuse(request, "m v=3i 3", refusal))) {
            SinkJobs.writeNumbers(
                    7,
                    quick(server.url())
                            .apiVersion(ApiVersion.V2)
                            .organisation("o")
                            .token(token)
                            .build(),
                    rejections);

            assertThat(rejections.flushed()).singleElement().satisfies(rejection -> {
                assertThat(rejection.line()).isEqualTo("m v=3i 3");
                assertThat(rejection.reason()).contains("422").contains("field type conflict");
            });
            assertEveryOtherLineWasTaken(server, "m v=3i 3", 7);
        }
    }

    @Test
    void shouldFindTheRefusedLineOf3xAndStoreTheRest() throws Exception {
        ScriptedAnswer refusal = ScriptedAnswer.of(
                400,
                "{\"error\":\"partial write of line protocol occurred\",\"data\":[{\"original_line\":\"m\","
                        + "\"line_number\":1,\"error_message\":\"invalid column type for column 'v'\"}]}");
        try (ScriptedServer server = new ScriptedServer(request -> refuse(request, "m v=7i 7", refusal))) {
            SinkJobs.writeNumbers(
                    7,
                    quick(server.url()).apiVersion(ApiVersion.V3).token(token).build(),
                    rejections);

            assertThat(rejections.flushed()).singleElement().satisfies(rejection -> {
                assertThat(rejection.line()).isEqualTo("m v=7i 7");
                assertThat(rejection.reason()).contains("invalid column type for column 'v'");
            });
            assertEveryOtherLineWasTaken(server, "m v=7i 7", 7);
        }
    }

    private static void assertEveryOtherLineWasTaken(ScriptedServer server, String refused, int count) {
        List<String> others =
                numbers(1, count).stream().filter(line -> !line.equals(refused)).toList();
        assertThat(server.requests().stream()
                        .map(Request::lines)
                        .filter(lines -> !lines.contains(refused))
                        .flatMap(List::stream))
                .isEqualTo(others);
    }

    @Test
    void shouldFailOnARefusedTokenWithRemedyAndWithoutTheToken() throws Exception {
        try (ScriptedServer server = new ScriptedServer(
                request -> ScriptedAnswer.of(401, "{\"code\":\"unauthorized\",\"message\":\"t0ken is not known\"}"))) {
            InfluxDbConfig config =
                    quick(server.url()).apiVersion(ApiVersion.V3).token(token).build();

            assertThatThrownBy(() -> SinkJobs.writeNumbers(1, config, rejections))
                    .satisfies(failure -> assertThat(ExceptionUtils.stringifyException(failure))
                            .contains("InfluxDB at " + server.url() + " answered 401 (*** is not known)")
                            .contains("check the token in " + token)
                            .doesNotContain("t0ken"));
        }
    }

    @Test
    void shouldKeepRevisionsOfOnePointInOrderAndApart() throws Exception {
        try (ScriptedServer server = new ScriptedServer(first(List.of(ScriptedAnswer.of(503, ""))))) {
            SinkJobs.writeTexts(
                    List.of("1", "2", "3"),
                    text -> List.of(
                            InfluxPoint.measurement("m").field("revision", text).at(7)),
                    quick(server.url()).build(),
                    rejections);

            assertThat(server.requests())
                    .extracting(Request::body)
                    .containsExactly(
                            "m revision=\"1\" 7\n",
                            "m revision=\"1\" 7\n",
                            "m revision=\"2\" 7\n",
                            "m revision=\"3\" 7\n");
        }
    }
}
