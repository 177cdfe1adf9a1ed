package io.barograph.chat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Alertmanager as child process, with its own folder and port. In CI a missing one fails the test; elsewhere the
 * test is skipped and says so.
 */
final class AlertmanagerServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path folder;
    private final int port;
    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();

    AlertmanagerServer(Path folder) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path config = Files.writeString(
                folder.resolve("alertmanager.yml"),
                """
                route:
                  receiver: nobody
                receivers:
                  - name: nobody
                """);
        process = new ProcessBuilder(
                        binary(),
                        "--config.file=" + config,
                        "--storage.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("alertmanager.log").toFile())
                .start();
        Awaitility.await("the Alertmanager answers").atMost(TIMEOUT).until(this::answers);
    }

    private static String binary() {
        Optional<Path> found = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(directory ->
                        Stream.of(Path.of(directory, "prometheus-alertmanager"), Path.of(directory, "alertmanager")))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            String message = "no alertmanager is on the PATH: on Debian, apt-get install prometheus-alertmanager";
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
            Assumptions.abort(message);
        }
        return found.get().toString();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /**
     * @param path path of its interface
     * @return body of the answer
     */
    String get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(url().resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private boolean answers() throws InterruptedException, IOException {
        if (!process.isAlive()) {
            throw new AssertionError("the Alertmanager ended with " + process.exitValue() + ": "
                    + Files.readString(folder.resolve("alertmanager.log")));
        }
        try {
            return get("/-/ready").contains("OK");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
