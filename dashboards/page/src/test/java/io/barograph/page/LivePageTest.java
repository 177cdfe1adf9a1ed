package io.barograph.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.configuration.LivePageSettings;
import io.barograph.configuration.LivePageSettings.Audience;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.page.report.JobRuns;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.RunEvidence;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.JobWeather;
import io.barograph.verdicts.why.SlownessCause;
import io.barograph.verdicts.why.SlownessExplanation;
import io.barograph.verdicts.why.SlownessRule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as a browser meets it; nothing answers where InfluxDB should be. */
class LivePageTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final RecentResults view = Samples.view();
    private LivePage page;

    @AfterEach
    void stop() {
        if (page != null) {
            page.close();
        }
    }

    private void start(Audience audience, String userHeader, Path tokenFile) throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        WeatherQueries store = new WeatherQueries(
                InfluxDbConfig.builder(URI.create("http://127.0.0.1:" + free), "barograph")
                        .build(),
                true);
        page = LivePage.start(
                new LivePageSettings("127.0.0.1", 0, audience, userHeader, tokenFile),
                new LivePage.Sources(store, view, LivePageTest::evidence, List.of("scratch")),
                Clock.fixed(Samples.NOW, ZoneOffset.UTC));
    }

    /** Job 1 is ada's, and mallory's job 2 ran beside it. */
    private static Map<String, JobRuns> evidence(Set<String> jobIds) {
        if (!jobIds.contains("1")) {
            return Map.of();
        }
        JobWeather weather = Samples.weather("1", 100).build();
        JobWeather neighbour = Samples.weather("2222", 110)
                .setUser("mallory")
                .setApplication("secret.exe")
                .setExecutable("secret.exe")
                .build();
        RunEvidence run = new RunEvidence(
                Samples.verdict(weather).build(),
                Optional.empty(),
                "its climate is too small",
                Optional.of(weather),
                Optional.empty(),
                List.of(),
                List.of(neighbour),
                new SlownessExplanation(
                        SlownessCause.UNKNOWN,
                        SlownessRule.NONE,
                        List.of("No verdict yet."),
                        Optional.empty(),
                        Optional.empty()));
        return Map.of("1", new JobRuns(List.of(run), 0));
    }

    private Path token() throws IOException {
        return Files.writeString(folder.resolve("token"), TOKEN + "\n");
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(page.url().resolve(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void shouldServeAllPagesWithAPolicyThatRunsNoForeignScript() throws Exception {
        start(Audience.STAFF, null, null);
        view.add(Samples.event(EventKind.DEGRADED, EventState.OPENED, 60).build());
        String event = EventPageLinks.path(view.events(any -> true).get(0));

        for (String path : List.of("/", "/jobs", "/events", "/slowdown", event)) {
            HttpResponse<String> response = get(path);
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Security-Policy"))
                    .get()
                    .asString()
                    .contains("default-src 'none'", "script-src 'self'")
                    .doesNotContain("unsafe");
            assertThat(response.body()).doesNotContain("style=", "onclick");
        }
        assertThat(get("/").body()).contains("InfluxDB does not answer", "data-state=\"UNKNOWN\"");
        assertThat(get("/assets/live.js").headers().firstValue("Content-Type"))
                .get()
                .asString()
                .startsWith("text/javascript");
        for (String path : List.of(
                "/nothing", "/assets/nothing.js", "/events/scratch/WRITE/1", "/events/scratch/WRITE/x", "/jobs/2")) {
            assertThat(get(path).statusCode()).as(path).isIn(400, 404);
        }
    }

    @Test
    void shouldSendMetricsInTheFormatThatAScraperAsksFor() throws Exception {
        start(Audience.STAFF, null, null);

        HttpResponse<String> text = get("/metrics");
        HttpResponse<String> openMetrics =
                get("/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");

        assertThat(text.headers().firstValue("Content-Type")).get().asString().startsWith("text/plain; version=0.0.4");
        assertThat(text.body()).contains("barograph_influxdb_up 0.0", "process_start_time_seconds");
        assertThat(openMetrics.headers().firstValue("Content-Type"))
                .get()
                .asString()
                .startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(openMetrics.body()).endsWith("# EOF\n");
    }

    @Test
    void shouldSendMetricsToNobodyWithoutTheToken() throws Exception {
        start(Audience.STAFF, null, token());

        assertThat(get("/metrics").statusCode()).isEqualTo(401);
        assertThat(get("/metrics", "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(200);
    }

    @Test
    void shouldOnlyRead() throws Exception {
        start(Audience.STAFF, null, null);
        for (String method : List.of("POST", "PUT", "DELETE")) {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(page.url().resolve("/login"))
                            .method(method, HttpRequest.BodyPublishers.ofString("x"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(405);
        }
    }

    @Test
    void shouldSendTheReportWithoutScriptAndThePictureWhereThereIsOne() throws Exception {
        start(Audience.STAFF, null, null);

        HttpResponse<String> report = get("/jobs/1");

        assertThat(report.statusCode()).isEqualTo(200);
        assertThat(report.body())
                .contains("Performance is normal.", "2222", "secret.exe")
                .doesNotContain("<script");
        assertThat(report.headers().firstValue("Content-Security-Policy"))
                .get()
                .asString()
                .doesNotContain("script-src");
        assertThat(get("/jobs/1/umami.png").body()).contains("cannot be drawn: its climate is too small");
    }

    @Test
    void shouldSendUsersTheReportsOfTheirOwnJobsWithoutTheNamesOfOthers() throws Exception {
        start(Audience.USERS, "X-Remote-User", null);

        HttpResponse<String> own = get("/jobs/1", "X-Remote-User", "ada");

        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(own.body()).contains("another job").doesNotContain("2222", "mallory", "secret.exe");
        assertThat(get("/jobs/1", "X-Remote-User", "mallory").statusCode()).isEqualTo(404);
        assertThat(get("/jobs/1").statusCode()).isEqualTo(404);
        assertThat(get("/jobs/1/umami.png", "X-Remote-User", "mallory").statusCode())
                .isEqualTo(404);
    }

    @Test
    void shouldBelieveNoHeaderThatIsNotConfigured() throws Exception {
        start(Audience.USERS, null, null);
        assertThat(get("/jobs/1", "X-Remote-User", "ada").statusCode()).isEqualTo(404);
    }

    @Test
    void shouldOpenToTheTokenAndToWhoHasTypedItIn() throws Exception {
        start(Audience.STAFF, null, token());

        HttpResponse<String> refused = get("/jobs?q=1");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("Log in", "value=\"/jobs\"").doesNotContain(TOKEN);
        assertThat(get("/stream?path=/").statusCode()).isEqualTo(401);
        assertThat(get("/jobs", "Authorization", "Bearer wrong-wrong-wrong").statusCode())
                .isEqualTo(401);
        assertThat(get("/jobs", "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(200);

        assertThat(login("wrong", "/jobs").statusCode()).isEqualTo(401);
        assertThat(login("x".repeat(4 * 1024), "/jobs").statusCode()).isEqualTo(400);
        HttpResponse<String> welcome = login(TOKEN, "/jobs");
        assertThat(welcome.statusCode()).isEqualTo(303);
        assertThat(welcome.headers().firstValue("Location")).contains("/jobs");
        String cookie = welcome.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax").doesNotContain(TOKEN);
        assertThat(get("/jobs", "Cookie", cookie.substring(0, cookie.indexOf(';')))
                        .statusCode())
                .isEqualTo(200);
        assertThat(login(TOKEN, "//evil.example/").headers().firstValue("Location"))
                .contains("/");
    }

    @Test
    void shouldRefuseEveryAddressButTheLoginWithoutTheToken() throws Exception {
        start(Audience.STAFF, null, token());
        view.add(Samples.event(EventKind.DEGRADED, EventState.OPENED, 60).build());
        String event = EventPageLinks.path(view.events(any -> true).get(0));

        for (String path : List.of(
                "/",
                "/jobs",
                "/jobs/1",
                "/jobs/1/umami.png",
                "/events",
                event,
                "/slowdown",
                "/stream",
                "/stream?path=/jobs",
                "/login",
                "/nothing",
                "/assets/../jobs",
                "/assets/%2e%2e/jobs")) {
            for (String cookie : List.of("barograph=", "barograph=" + TOKEN, "other=1")) {
                HttpResponse<String> refused = get(path, "Cookie", cookie);
                assertThat(refused.statusCode()).as(path).isIn(400, 401, 404);
                assertThat(refused.body().replace(path, "")).as(path).doesNotContain("scratch", "mallory", TOKEN);
            }
        }
        for (String asset : List.of(
                "/assets/live.css", "/assets/live.js", "/assets/uplot.css", "/assets/uplot.js", "/assets/icon.svg")) {
            assertThat(get(asset).statusCode()).as(asset).isEqualTo(200);
            assertThat(get(asset).body()).as("what the login needs").doesNotContain("scratch", TOKEN);
        }
    }

    @Test
    void shouldReadNoMoreOfALoginThanATokenNeeds() throws Exception {
        start(Audience.STAFF, null, token());
        assertThat(login("x".repeat(1_000_000), "/").statusCode()).isIn(400, 413);
        assertThat(login(TOKEN, "/").statusCode()).isEqualTo(303);
    }

    private HttpResponse<String> login(String token, String to) throws Exception {
        return http.send(
                HttpRequest.newBuilder(page.url().resolve("/login"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("token=" + token + "&to=" + to))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void shouldRefuseATokenThatIsMissingOrShort() throws Exception {
        assertThatThrownBy(() -> start(Audience.STAFF, null, folder.resolve("none")))
                .hasMessageContaining("cannot read livePage.tokenFile");
        Path empty = Files.writeString(folder.resolve("short"), "abc\n");
        assertThatThrownBy(() -> start(Audience.STAFF, null, empty)).hasMessageContaining("at least 16 characters");
    }

    @Test
    void shouldAnswerForeignNamesOfThisHostOnlyWithAToken() throws Exception {
        start(Audience.STAFF, null, null);
        assertThat(statusFor("evil.example")).contains(" 421 ");
        assertThat(statusFor("localhost:" + page.url().getPort())).contains(" 200 ");
        page.close();
        start(Audience.STAFF, null, token());
        assertThat(statusFor("barograph.example")).contains(" 401 ");
    }

    /** Status line for a request that calls the server by a name. */
    private String statusFor(String host) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), page.url().getPort())) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        }
    }

    @Test
    @Timeout(60)
    void shouldSendTheWholePageFirstAndThenWhatHasChanged() throws Exception {
        start(Audience.STAFF, null, null);
        HttpResponse<InputStream> stream = http.send(
                HttpRequest.newBuilder(page.url().resolve("/stream?path=%2Fjobs"))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).startsWith("data: {").contains("\"filter\":", "\"runs\":", "No such run");
            view.add(Samples.weather("4711", 100).build());
            String line = lines.readLine();
            while (!line.contains("/jobs/4711")) {
                line = lines.readLine();
            }
            assertThat(line).contains("\"runs\":");
        }
        assertThat(get("/stream?path=/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    @Timeout(120)
    void shouldKeepTwoHundredOpenPagesUpToDateAndTellTheNextOneThatThereAreTooMany() throws Exception {
        start(Audience.STAFF, null, null);
        HttpRequest open =
                HttpRequest.newBuilder(page.url().resolve("/stream?path=%2F")).build();
        List<InputStream> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                HttpResponse<InputStream> stream = http.send(open, HttpResponse.BodyHandlers.ofInputStream());
                assertThat(stream.statusCode()).isEqualTo(200);
                streams.add(stream.body());
            }
            assertThat(http.send(open, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(503);
            streams.remove(0).close();
            await("the page that was closed makes room").until(() -> {
                HttpResponse<InputStream> next = http.send(open, HttpResponse.BodyHandlers.ofInputStream());
                streams.add(next.body());
                return next.statusCode() == 200;
            });
        } finally {
            for (InputStream stream : streams) {
                stream.close();
            }
        }
    }
}
