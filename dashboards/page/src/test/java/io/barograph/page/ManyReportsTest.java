package io.barograph.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.configuration.LivePageSettings;
import io.barograph.configuration.LivePageSettings.Audience;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.page.report.JobRuns;
import io.barograph.page.report.ReportService;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.RunEvidence;
import io.barograph.schemas.JobWeather;
import io.barograph.testing.AtLength;
import io.barograph.verdicts.why.SlownessCause;
import io.barograph.verdicts.why.SlownessExplanation;
import io.barograph.verdicts.why.SlownessRule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many who ask at once for what takes long, and who send slowly: the others are answered all the same. */
@Timeout(180)
class ManyReportsTest {
    private static final int MANY = 120;
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final CountDownLatch topicsAreRead = new CountDownLatch(1);
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private LivePage page;

    @AfterEach
    void stop() {
        topicsAreRead.countDown();
        if (page != null) {
            page.close();
        }
    }

    /** Topics that are read for as long as the test wants. */
    private Map<String, JobRuns> evidence(Set<String> jobIds) throws InterruptedException {
        jobIds.forEach(job -> asked.merge(job, 1, Integer::sum));
        topicsAreRead.await();
        Map<String, JobRuns> runs = new HashMap<>();
        jobIds.forEach(job -> runs.put(job, new JobRuns(List.of(run(job)), 0)));
        return runs;
    }

    private static RunEvidence run(String jobId) {
        JobWeather weather = Samples.weather(jobId, 7200).build();
        return new RunEvidence(
                Samples.verdict(weather).build(),
                Optional.empty(),
                "its climate is too small",
                Optional.of(weather),
                Optional.empty(),
                List.of(),
                List.of(),
                new SlownessExplanation(
                        SlownessCause.UNKNOWN,
                        SlownessRule.NONE,
                        List.of("No verdict yet."),
                        Optional.empty(),
                        Optional.empty()));
    }

    private void start(int influxDbPort, Path tokenFile) throws IOException {
        WeatherQueries store = new WeatherQueries(
                InfluxDbConfig.builder(URI.create("http://127.0.0.1:" + influxDbPort), "barograph")
                        .requestTimeout(Duration.ofMinutes(5)) // the page is up whatever the database does
                        .build(),
                true);
        page = LivePage.start(
                new LivePageSettings("127.0.0.1", 0, Audience.STAFF, null, tokenFile),
                new LivePage.Sources(store, Samples.view(), this::evidence, List.of("scratch")),
                Clock.fixed(Samples.NOW, ZoneOffset.UTC));
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(page.url().resolve(path)).timeout(AT_ONCE).build();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    private List<HttpResponse<String>> getAll(List<String> paths) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (String path : paths) {
            sent.add(http.sendAsync(request(path), HttpResponse.BodyHandlers.ofString()));
        }
        List<HttpResponse<String>> answers = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> each : sent) {
            answers.add(each.get(AT_ONCE.toSeconds(), TimeUnit.SECONDS));
        }
        return answers;
    }

    @Test
    void shouldAnswerEverythingElseWhileReportsAreMadeAndMakeEachOnce() throws Exception {
        start(unusedPort(), null);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            paths.add("/jobs/different-" + i);
            paths.add("/jobs/same");
        }
        CompletableFuture<List<HttpResponse<String>>> reports = CompletableFuture.supplyAsync(() -> {
            try {
                return getAll(paths);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        await().atMost(AT_ONCE).until(() -> !asked.isEmpty());

        assertThat(get("/").statusCode()).isEqualTo(200);
        assertThat(get("/jobs").statusCode()).isEqualTo(200);
        List<HttpResponse<String>> answers = reports.get(60, TimeUnit.SECONDS);
        assertThat(get("/").statusCode()).isEqualTo(200);
        assertThat(topicsAreRead.getCount())
                .as("the topics are still being read")
                .isEqualTo(1);

        Map<Integer, Set<String>> byStatus = new HashMap<>();
        for (HttpResponse<String> answer : answers) {
            byStatus.computeIfAbsent(answer.statusCode(), status -> ConcurrentHashMap.newKeySet())
                    .add(answer.uri().getPath());
            assertThat(answer.headers().firstValueAsLong("Retry-After")).isPresent();
            assertThat(answer.body()).contains("http-equiv=\"refresh\"");
        }
        assertThat(byStatus).containsOnlyKeys(202, 503);
        assertThat(byStatus.get(202)).hasSize(ReportService.MAX_PENDING);

        topicsAreRead.countDown();

        Set<String> promised = byStatus.get(202);
        await().atMost(AT_ONCE)
                .until(() -> getAll(List.copyOf(promised)).stream().allMatch(answer -> answer.statusCode() == 200));
        for (HttpResponse<String> again : getAll(List.copyOf(promised))) {
            assertThat(again.statusCode()).isEqualTo(200);
        }
        promised.forEach(path -> assertThat(asked).containsEntry(path.substring("/jobs/".length()), 1));
        assertThat(get("/jobs/" + refused(byStatus.get(503))).statusCode()).isEqualTo(200);
    }

    private static String refused(Set<String> paths) {
        return paths.iterator().next().substring("/jobs/".length());
    }

    @Test
    void shouldAnswerAllWhoWaitWithTheOneReport() throws Exception {
        start(unusedPort(), null);
        topicsAreRead.countDown();
        List<String> same = IntStream.range(0, MANY).mapToObj(i -> "/jobs/same").toList();
        assertThat(getAll(same)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("Performance is normal.");
        });
        assertThat(asked).containsExactly(Map.entry("same", 1));
    }

    @Test
    void shouldStayUpWhileInfluxDbTakesQuestionsAndAnswersNone() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            start(silent.getLocalPort(), null);
            List<String> paths = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                paths.add(i % 2 == 0 ? "/" : "/slowdown");
            }
            assertThat(getAll(paths)).allSatisfy(answer -> {
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("InfluxDB does not answer");
            });
            assertThat(get("/").body()).contains("scratch", "data-state=\"UNKNOWN\"");
            assertThat(get("/jobs").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldAnswerOthersWhileLoginsAreSentSlowly() throws Exception {
        start(unusedPort(), Files.writeString(folder.resolve("token"), "0123456789abcdef\n"));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                Socket socket =
                        new Socket(InetAddress.getLoopbackAddress(), page.url().getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write(("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
                                        + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(get("/jobs").statusCode()).isEqualTo(401);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @AtLength
    @Test
    void shouldMakeRoomWhenAllConnectionsAreTakenByWhoSaysNothing() throws Exception {
        start(unusedPort(), null);
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < PageConnectionLimits.DEFAULT.connections(); i++) {
                silent.add(
                        new Socket(InetAddress.getLoopbackAddress(), page.url().getPort()));
            }
            assertThat(get("/jobs").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void shouldRefuseAHeaderThatIsTooLarge() throws Exception {
        start(unusedPort(), null);
        HttpRequest large = HttpRequest.newBuilder(page.url())
                .header("X-Large", "x".repeat(10_000))
                .build();
        assertThat(http.send(large, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(431);
    }
}
