package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A real Grafana takes the provisioning folders as they are. It needs Docker and Grafana's image; where one of them cannot
 * be had, the test is left out and says so, as nothing else can stand for Grafana.
 */
class GrafanaServerIT {
    private static final String IMAGE = "grafana/grafana:10.4.19";
    private static final Path FOLDER =
            Path.of("..", "dashboards", "grafana").toAbsolutePath().normalize();
    private static final String ACCOUNT =
            Base64.getEncoder().encodeToString("admin:barograph".getBytes(StandardCharsets.UTF_8));
    private static final ObjectMapper JSON = new ObjectMapper();

    private String container;
    private URI grafana;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        need(
                succeeds("docker", "info"),
                "Docker does not run here: whether Grafana takes the provisioning folders is not tested");
        need(
                succeeds("docker", "image", "inspect", IMAGE) || succeeds("docker", "pull", IMAGE),
                "the image " + IMAGE + " cannot be had: whether Grafana takes the provisioning folders is not tested");
        container = output(
                "docker",
                "run",
                "--detach",
                "--rm",
                "--publish",
                "127.0.0.1::3000",
                "--volume",
                FOLDER.resolve("provisioning") + ":/etc/grafana/provisioning:ro",
                "--volume",
                FOLDER.resolve("dashboards") + ":/var/lib/grafana/barograph:ro",
                "--env",
                "BAROGRAPH_INFLUXDB_URL=http://127.0.0.1:8086",
                "--env",
                "GF_SECURITY_ADMIN_PASSWORD=barograph",
                IMAGE);
        grafana = URI.create("http://" + output("docker", "port", container, "3000"));
    }

    @AfterEach
    void stop() throws Exception {
        if (container != null) {
            assertThat(succeeds("docker", "stop", container)).isTrue();
        }
    }

    @Test
    void shouldTakeDataSourcesAndDashboardsAsTheyAre() throws Exception {
        await().atMost(Duration.ofMinutes(2)).ignoreExceptions().untilAsserted(() -> assertThat(
                        uids("/api/search?type=dash-db"))
                .containsExactlyInAnyOrderElementsOf(dashboards()));
        assertThat(uids("/api/datasources"))
                .containsExactlyInAnyOrder("barograph", "barograph-replay", "barograph-demo");
    }

    /** Said aloud, because the reason of a skipped test stands in reports only. */
    private static void need(boolean isThere, String otherwise) {
        if (!isThere) {
            System.out.println("GrafanaServerIT is skipped: " + otherwise);
        }
        assumeTrue(isThere, otherwise);
    }

    private static List<String> dashboards() throws IOException {
        List<String> uids = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER.resolve("dashboards"))) {
            for (Path file : files.toList()) {
                uids.add(JSON.readTree(file.toFile()).path("uid").asText());
            }
        }
        return uids;
    }

    private List<String> uids(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(grafana.resolve(path))
                        .header("Authorization", "Basic " + ACCOUNT)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        List<String> uids = new ArrayList<>();
        for (JsonNode entry : JSON.readTree(response.body())) {
            uids.add(entry.path("uid").asText());
        }
        return uids;
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor(2, TimeUnit.MINUTES)) {
                return process.exitValue() == 0;
            }
            process.destroy();
            return false;
        } catch (IOException e) { // there is no such program
            return false;
        }
    }

    private static String output(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElseThrow(() -> new IOException(String.join(" ", command) + " says nothing"));
    }
}
