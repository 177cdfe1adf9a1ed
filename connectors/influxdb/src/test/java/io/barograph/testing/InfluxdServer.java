package io.barograph.testing;

import java.io.File;
import java.io.IOException;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A real {@code influxd} 1.x as child process, with its own folder and ports. In CI a missing {@code influxd} fails the
 * test; elsewhere the test is skipped and says so.
 */
public final class InfluxdServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path folder;
    private final String binary;
    private final int httpPort;
    private final String scheme;
    private final Path config;
    private Process process;

    private InfluxdServer(Path folder, String binary, boolean authentication, Path certificate) throws IOException {
        this.folder = folder;
        this.binary = binary;
        this.scheme = certificate == null ? "http" : "https";
        int[] ports = TestPorts.find(2);
        this.httpPort = ports[0];
        this.config =
                Files.writeString(folder.resolve("influxdb.conf"), configuration(ports, authentication, certificate));
    }

    /**
     * @param folder empty folder for the server's files
     * @param authentication whether users must log in
     * @return the running server
     * @throws IOException if it cannot be started
     */
    public static InfluxdServer start(Path folder, boolean authentication) throws IOException {
        InfluxdServer server = new InfluxdServer(folder, binary(), authentication, null);
        server.start();
        return server;
    }

    /**
     * As {@link #start(Path, boolean)}, but users must log in, and HTTPS is spoken.
     *
     * @param folder empty folder for the server's files
     * @param certificate PEM file with its certificate and the key of it; the JVM's default TLS context must trust it
     * @return the running server
     * @throws IOException if it cannot be started
     */
    public static InfluxdServer startSecured(Path folder, Path certificate) throws IOException {
        InfluxdServer server = new InfluxdServer(folder, binary(), true, certificate);
        server.start();
        return server;
    }

    private static String binary() {
        Optional<Path> found = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "influxd"))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            String message = "influxd is not on the PATH: on Debian, apt-get install influxdb";
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
            Assumptions.abort(message);
        }
        return found.get().toString();
    }

    private String configuration(int[] ports, boolean authentication, Path certificate) {
        return """
                reporting-enabled = false
                bind-address = "127.0.0.1:%d"
                [meta]
                  dir = "%s/meta"
                [data]
                  dir = "%s/data"
                  wal-dir = "%s/wal"
                  query-log-enabled = false
                [monitor]
                  store-enabled = false
                [http]
                  bind-address = "127.0.0.1:%d"
                  auth-enabled = %s
                  log-enabled = false
                  https-enabled = %s
                  https-certificate = "%s"
                """
                .formatted(
                        ports[1],
                        folder,
                        folder,
                        folder,
                        ports[0],
                        authentication,
                        certificate != null,
                        certificate == null ? "" : certificate);
    }

    /** {@return its address} */
    public URI url() {
        return URI.create(scheme + "://127.0.0.1:" + httpPort);
    }

    /**
     * Starts it again after {@link #stop}, with the same address and data.
     *
     * @throws IOException if it cannot be started
     */
    public void start() throws IOException {
        File log = folder.resolve("influxd.log").toFile();
        process = new ProcessBuilder(binary, "-config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
        Awaitility.await("influxd answers; its log is " + log).atMost(TIMEOUT).until(this::answers);
    }

    private boolean answers() throws InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError("influxd ended with " + process.exitValue() + ", see " + folder);
        }
        HttpRequest ping = HttpRequest.newBuilder(url().resolve("/ping")).build();
        try {
            return HttpClient.newHttpClient()
                            .send(ping, HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 204;
        } catch (IOException e) {
            return false;
        }
    }

    /** Stops it and waits until it has ended. */
    public void stop() {
        process.destroy();
        try {
            if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
