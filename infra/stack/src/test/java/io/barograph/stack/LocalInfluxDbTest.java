package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalInfluxDbTest {
    @TempDir
    private Path folder;

    private final BlockingQueue<CommandFailedException> reported = new LinkedBlockingQueue<>();
    private LocalInfluxDb influxDb;

    @BeforeEach
    void start() throws Exception {
        Path program = LocalInfluxDb.findOrInstall(folder.resolve("install.log"), notice -> {});
        influxDb = new LocalInfluxDb(program, folder.resolve("data"), folder.resolve("influxdb.log"), reported::add);
        influxDb.start();
    }

    @AfterEach
    void stop() throws Exception {
        influxDb.stop();
    }

    @Test
    void shouldKeepWhatWasWrittenAndItsAddressOverARestart() throws Exception {
        URI url = influxDb.url();
        post("/query?q=" + encode("CREATE DATABASE weather"), "");
        post("/write?db=weather", "rates,fs=scratch read_bytes_per_s=42.5 1518163205000000000");

        influxDb.stop();
        influxDb.start();

        assertThat(influxDb.url()).isEqualTo(url);
        assertThat(post("/query?db=weather&q=" + encode("SELECT read_bytes_per_s FROM rates"), ""))
                .contains("\"2018-02-09T08:00:05Z\",42.5");
        assertThat(reported).isEmpty();
    }

    @Test
    void shouldReportAServerThatIsKilledAndStopAnsweringThere() throws Exception {
        ProcessHandle.of(influxDb.pid()).orElseThrow().destroyForcibly();
        assertThat(reported.poll(30, TimeUnit.SECONDS)).hasMessageContaining("InfluxDB (process " + influxDb.pid());
        assertThatThrownBy(() -> LocalInfluxDb.requireAnswer(influxDb.url()))
                .isInstanceOfSatisfying(CommandFailedException.class, failure -> {
                    assertThat(failure)
                            .hasMessageContaining("no InfluxDB answers at")
                            .hasMessageContaining(influxDb.url().toString());
                    assertThat(failure.remedy()).contains("--influx-url");
                });
    }

    private String post(String path, String body) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(influxDb.url() + path))
                                .header("Authorization", "Basic " + login())
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isBetween(200, 299);
        return response.body();
    }

    private String login() throws Exception {
        String login = LocalInfluxDb.USER + ":" + Files.readString(influxDb.passwordFile());
        return Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8);
    }
}
