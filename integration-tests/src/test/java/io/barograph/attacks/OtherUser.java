package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.barograph.cli.Barograph;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Another user of the machine, against a command that runs: reads, writes and stops nothing; sees the live page. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OtherUser {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    private final List<String> said = new ArrayList<>();

    private Path folder;
    private Process running;
    private URI page;
    private URI flink;
    private URI influxDb;
    private int kafka;

    /** The command that runs, which its data folder is named after. */
    abstract String command();

    /** Its options, for whose files there is a folder. */
    abstract List<String> options(Path place) throws IOException;

    /** The database that it writes to. */
    abstract String database();

    @BeforeAll
    void start() throws Exception {
        // Open to everybody, so that only what Barograph does itself keeps others out.
        folder = Files.createTempDirectory("other-user");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        // Files of their owner alone, as the launcher has them made.
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask 077; exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-"))
                .forEach(command::add);
        command.addAll(List.of("-Dbarograph.home=" + folder, Barograph.class.getName(), command()));
        command.addAll(options(folder));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        running = builder.start();
        BufferedReader out = running.inputReader(StandardCharsets.UTF_8);
        while (page == null) {
            String line = out.readLine();
            if (line == null) {
                throw new IllegalStateException(command() + " ended: " + String.join("\n", said));
            }
            said.add(line);
            // An address stands on a line of its own where the log has come between.
            if (line.startsWith("Live page: ")) {
                page = address(line);
            } else if (flink == null && line.contains("https://127.0.0.1:")) {
                flink = address(line);
            } else if (influxDb == null && line.contains("http://127.0.0.1:")) {
                influxDb = address(line);
            } else if (kafka == 0 && line.matches("(.*[^/])?127\\.0\\.0\\.1:\\d+ \\(.*")) {
                kafka = Integer.parseInt(line.replaceAll(".*127\\.0\\.0\\.1:(\\d+).*", "$1"));
            }
        }
        Thread rest = new Thread(() -> out.lines().forEach(line -> {
            synchronized (said) {
                said.add(line);
            }
        }));
        rest.setDaemon(true);
        rest.start();
    }

    private static URI address(String line) {
        return URI.create(line.replaceAll(".*?(https?://[^ ]+).*", "$1"));
    }

    @AfterAll
    void stop() throws Exception {
        if (running != null) {
            running.destroy();
            running.waitFor();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Test
    void shouldListenWhereTheTableOfTheDocumentationSaysAndNowhereElse() throws Exception {
        List<String> documented = new ArrayList<>();
        Path root = Path.of(System.getProperty("barograph.root", ".."));
        for (String line : Files.readAllLines(root.resolve("docs/security.md"))) {
            String[] cells = line.split("\\|", -1);
            if (cells.length > 3 && cells[2].strip().matches("`127\\.[0-9.]+`")) {
                documented.add(cells[1].strip() + " " + cells[2].strip().replace("`", ""));
            }
        }
        List<String> found = Listener.of(running.toHandle()).stream()
                .map(listener -> listener.program() + " " + listener.address())
                .toList();
        assertThat(found).containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void shouldReadAndWriteNoFile() throws Exception {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root may try as another user; this is not root");
        Path home = folder.resolve(".barograph");
        assertThat(asNobody("cat", "/etc/hostname"))
                .as("nobody can do something")
                .isEqualTo(0);
        assertThat(home.resolve(command() + "/influxdb/password")).exists();
        assertThat(asNobody("ls", home.toString())).isNotZero();
        assertThat(asNobody(
                        "cat", home.resolve(command() + "/influxdb/password").toString()))
                .isNotZero();
        assertThat(asNobody(
                        "cat",
                        home.resolve(command() + "/kafka/client.properties").toString()))
                .isNotZero();
        assertThat(asNobody("touch", home.resolve("planted").toString())).isNotZero();
        assertThat(asNobody("touch", folder.resolve("planted").toString())).isNotZero();
        List<String> open = new ArrayList<>();
        try (Stream<Path> files = Files.walk(home.resolve(command()), 3)) {
            for (Path file : files.filter(OtherUser::isSecret).toList()) {
                if (!PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                        .endsWith("------")) {
                    open.add(file.toString());
                }
            }
        }
        assertThat(open).isEmpty();
    }

    @Test
    void shouldLeaveNoFileThatOthersRead() throws Exception {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root may try as another user; this is not root");
        Path readable = Files.createTempFile("readable", ".txt");
        List<String> find = new ArrayList<>(AS_NOBODY);
        find.addAll(List.of("find", folder.toString(), "-type", "f", "-readable"));
        new ProcessBuilder(find)
                .redirectOutput(readable.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(readable).isEmptyFile();
        Files.delete(readable);
    }

    private static boolean isSecret(Path file) {
        String name = file.getFileName().toString();
        return List.of("password", "client.properties", "server.properties", "keys.jks", "client.pem", "curl.options")
                .contains(name);
    }

    @Test
    void shouldHaveNoPasswordOnAnyCommandLine() throws Exception {
        List<String> secrets = new ArrayList<>();
        for (String file : List.of("influxdb/password", "kafka/password")) {
            secrets.add(
                    Files.readString(folder.resolve(".barograph/" + command()).resolve(file))
                            .strip());
        }
        for (ProcessHandle process : Stream.concat(
                        Stream.of(running.toHandle()), running.toHandle().descendants())
                .toList()) {
            assertThat(Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline")))
                    .doesNotContain(secrets);
        }
        synchronized (said) {
            assertThat(String.join("\n", said)).doesNotContain(secrets);
        }
    }

    @Test
    void shouldServeTheLivePageAndNothingOfInfluxDb() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        assertThat(client.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        for (String request : List.of("/query?q=DROP%20DATABASE%20" + database(), "/write?db=" + database())) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(influxDb.resolve(request))
                            .POST(HttpRequest.BodyPublishers.ofString("job_weather cf_bw=1 1"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(request).isEqualTo(401);
        }
        String makeEve = "/query?q=CREATE%20USER%20eve%20WITH%20PASSWORD%20'eve'%20WITH%20ALL%20PRIVILEGES";
        for (String request : List.of(makeEve, "/debug/pprof/heap", "/debug/requests")) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(influxDb.resolve(request)).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.body()).as(request).doesNotContain("job_weather", database() + "\"");
        }
        HttpRequest statistics =
                HttpRequest.newBuilder(influxDb.resolve("/debug/vars")).build();
        assertThat(client.send(statistics, HttpResponse.BodyHandlers.ofString()).body())
                .as("names of databases, but of nothing in them")
                .doesNotContain("job_weather", "sim-scratch");
        HttpRequest asEve = HttpRequest.newBuilder(influxDb.resolve("/query?q=SHOW%20DATABASES"))
                .header("Authorization", "Basic ZXZlOmV2ZQ==")
                .build();
        assertThat(client.send(asEve, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void shouldNotReachTheBackupsOfInfluxDb() throws Exception {
        Listener backups = Listener.of(running.toHandle()).stream()
                .filter(listener -> listener.program().equals("InfluxDB") && listener.port() != influxDb.getPort())
                .findFirst()
                .orElseThrow();
        for (String address : List.of(backups.address(), "127.0.0.1")) {
            assertThatThrownBy(() -> new Socket(address, backups.port()).close())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldRefuseClientsOfKafkaWithoutThePassword() throws Exception {
        List<Integer> ports = Listener.of(running.toHandle()).stream()
                .filter(listener -> listener.program().equals("Kafka broker"))
                .map(Listener::port)
                .toList();
        assertThat(ports).contains(kafka);
        for (int port : ports) {
            String role = port == kafka ? "bootstrap.servers" : "bootstrap.controllers";
            Properties open = new Properties();
            open.put(role, "127.0.0.1:" + port);
            open.put("request.timeout.ms", 2_000);
            open.put("default.api.timeout.ms", 3_000);
            assertThatThrownBy(() -> describe(open)).isInstanceOf(ExecutionException.class);
            Properties guessed = new Properties();
            guessed.putAll(open);
            guessed.put("security.protocol", "SASL_PLAINTEXT");
            guessed.put("sasl.mechanism", port == kafka ? "SCRAM-SHA-256" : "PLAIN");
            String module = port == kafka ? "scram.ScramLoginModule" : "plain.PlainLoginModule";
            guessed.put(
                    "sasl.jaas.config",
                    "org.apache.kafka.common.security." + module
                            + " required username=\"barograph\" password=\"guessed\";");
            guessed.put("default.api.timeout.ms", 10_000);
            assertThatThrownBy(() -> describe(guessed))
                    .hasRootCauseInstanceOf(org.apache.kafka.common.errors.SaslAuthenticationException.class);
        }
    }

    private static void describe(Properties properties) throws Exception {
        try (Admin admin = Admin.create(properties)) {
            admin.describeCluster().nodes().get();
        }
    }

    @Test
    void shouldAnswerNobodyWithoutTheKeyOfFlink() throws Exception {
        assertThat(flink.getScheme()).isEqualTo("https");
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
        HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
        for (String request : List.of("/jobs", "/jobmanager/config")) {
            assertThatThrownBy(() -> client.send(
                            HttpRequest.newBuilder(flink.resolve(request))
                                    .timeout(Duration.ofSeconds(20))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
        List<Listener> others = Listener.of(running.toHandle()).stream()
                .filter(listener -> listener.program().equals("barograph")
                        && listener.port() != page.getPort()
                        && listener.port() != flink.getPort())
                .toList();
        assertThat(others).as("the blob server").hasSize(1);
        assertThat(storeBlob(others.get(0).port())).isNotEqualTo(0); // 0 is Flink's "stored"
    }

    /** @return the first byte of the answer to Flink's PUT of a blob of four bytes; -1 for none */
    private static int storeBlob(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            // operation PUT, content not of a job, length 4, content, length -1 for the end
            socket.getOutputStream().write(new byte[] {0, 0, 0, 0, 0, 4, 'e', 'v', 'i', 'l', -1, -1, -1, -1});
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            return in.read();
        } catch (java.net.SocketException e) {
            return -1; // closed at once
        }
    }

    private static int asNobody(String... command) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(AS_NOBODY);
        whole.addAll(List.of(command));
        Process process = new ProcessBuilder(whole)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor();
    }

    /** Does not care who the server is. */
    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // anybody
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // anybody
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
