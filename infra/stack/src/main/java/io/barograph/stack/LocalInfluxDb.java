package io.barograph.stack;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.SecretSource;
import io.barograph.runtime.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An InfluxDB 1.x server on this machine, with its own data folder and ports. Ports stay the same from one
 * {@link #start} to the next. Who asks it has to know the password of {@link #USER}, which it makes at its first start
 * and keeps in its folder.
 */
public final class LocalInfluxDb {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    /** Name of its one account, which may do all. */
    public static final String USER = "barograph";

    private static final String REMEDY =
            "Install InfluxDB 1.x (on Debian and Ubuntu: apt-get install influxdb), or name a running server with --influx-url URL.";

    private final Path program;
    private final Path folder;
    private final Path log;
    private final Consumer<CommandFailedException> onUnexpectedEnd;
    private final StartUp startUp;
    private final int port;
    private final int backupPort;
    // Not under the lock of start(): Ctrl-C may stop what is still starting.
    private volatile ChildProcess child;

    /**
     * @param program the server's program, from {@link #findOrInstall}
     * @param onUnexpectedEnd called, from another thread, if the server ends without {@link #stop}
     */
    public LocalInfluxDb(Path program, Path folder, Path log, Consumer<CommandFailedException> onUnexpectedEnd)
            throws IOException {
        this(program, folder, log, onUnexpectedEnd, StartUp.PATIENT);
    }

    LocalInfluxDb(
            Path program, Path folder, Path log, Consumer<CommandFailedException> onUnexpectedEnd, StartUp startUp)
            throws IOException {
        this.startUp = startUp;
        this.program = program;
        this.folder = folder.toAbsolutePath();
        this.log = log;
        this.onUnexpectedEnd = onUnexpectedEnd;
        List<Integer> ports = FreePorts.find(2);
        this.port = ports.get(0);
        this.backupPort = ports.get(1);
    }

    /**
     * @param notice receives what is done to this machine
     * @return the program {@code influxd}; on Debian and its relatives the package is installed if need be
     */
    public static Path findOrInstall(Path installationLog, Consumer<String> notice)
            throws IOException, InterruptedException {
        if (ProgramFinder.find("influxd").isEmpty()) {
            if (!DebianPackages.canInstall()) {
                throw new CommandFailedException("influxd is not installed", REMEDY);
            }
            notice.accept(
                    "influxd is not there: installing the Debian package influxdb (log: " + installationLog + ")");
            DebianPackages.install("influxdb", installationLog);
        }
        Path program = ProgramFinder.find("influxd")
                .orElseThrow(() -> new CommandFailedException(
                        "the package influxdb is installed, but there is no program influxd", REMEDY));
        requireVersion1(program);
        return program;
    }

    /** @throws CommandFailedException if nothing answers there */
    public static void requireAnswer(URI url) throws InterruptedException {
        try {
            ping(url, Duration.ofSeconds(10));
        } catch (IOException e) {
            throw new CommandFailedException(
                    "no InfluxDB answers at " + url + ": " + e, "Check the address, or leave --influx-url out.", e);
        }
    }

    /** Starts the server and returns when it answers. */
    public void start() throws IOException, InterruptedException {
        start(notice -> {});
    }

    /**
     * As {@link #start()}.
     *
     * @param notice called now and then if it takes long
     */
    public synchronized void start(Consumer<String> notice) throws IOException, InterruptedException {
        PrivateFolder.create(folder);
        Path configuration = folder.resolve("influxdb.conf");
        Files.writeString(configuration, configuration());
        String password = GeneratedPasswords.keptIn(passwordFile());
        PrivateFolder.write(curlOptions(), "user = \"" + USER + ":" + password + "\"\n");
        child = ChildProcess.start(
                "InfluxDB",
                List.of(program.toString(), "run", "-config", configuration.toString()),
                Map.of(),
                log,
                onUnexpectedEnd);
        startUp.await(child, () -> answers(url(), Duration.ofSeconds(1)), notice);
        ensureOnlyUser(password);
    }

    /** Stops the server in order. */
    public void stop() throws InterruptedException {
        ChildProcess running = child;
        if (running != null) {
            running.stop(STOP_LIMIT);
        }
    }

    public void kill() throws InterruptedException {
        child.kill();
    }

    /** @return address for clients */
    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** @return id of the server's process */
    public long pid() {
        return child.pid();
    }

    /** @return file that holds the password of {@link #USER} */
    public Path passwordFile() {
        return folder.resolve("password");
    }

    /** @return how to write to it and to ask it */
    public InfluxDbConfig config(String database) {
        return InfluxDbConfig.builder(url(), database)
                .user(USER, SecretSource.file(passwordFile()))
                .build();
    }

    /** @return file with the login as {@code curl -K} takes it */
    public Path curlOptions() {
        return folder.resolve("curl.options");
    }

    /** As long as there is no account, InfluxDB lets anybody make the first one: should another one be there, all ends. */
    private void ensureOnlyUser(String password) throws IOException, InterruptedException {
        InfluxDbAdmin admin = new InfluxDbAdmin(config("_internal"));
        try {
            if (!hasUsers()) {
                createUser(password);
            }
            List<Object> users = admin.query("SHOW USERS").stream()
                    .map(row -> row.values().get("user"))
                    .toList();
            if (!users.equals(List.of(USER))) {
                throw new IOException("it has the users " + users);
            }
        } catch (IOException e) {
            child.kill();
            throw new CommandFailedException(
                    "InfluxDB at " + folder + " does not take " + passwordFile() + " as the password of its only user "
                            + USER + ": " + e.getMessage(),
                    "Its account was made by somebody else, or the file was changed. Remove " + folder.resolve("meta")
                            + " and " + folder.resolve("data") + " if the data may go, and start again.",
                    e);
        }
    }

    private boolean hasUsers() throws IOException, InterruptedException {
        HttpResponse<String> response = ask("SHOW DATABASES");
        return response.statusCode() == 401 && !response.body().contains("create admin user first");
    }

    private void createUser(String password) throws IOException, InterruptedException {
        HttpResponse<String> response =
                ask("CREATE USER " + USER + " WITH PASSWORD '" + password + "' WITH ALL PRIVILEGES");
        if (response.statusCode() != 200) {
            throw new IOException("making the user was answered with " + response.statusCode());
        }
    }

    private HttpResponse<String> ask(String query) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url().resolve("/query"))
                .timeout(StartUp.PATIENT.limit())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("q=" + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static boolean answers(URI url, Duration timeout) throws InterruptedException {
        try {
            ping(url, timeout);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Any HTTP answer will do: who may do what there is found out by the first write. */
    private static void ping(URI url, Duration timeout) throws IOException, InterruptedException {
        String base = url.toString().replaceFirst("/+$", "");
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/ping"))
                .timeout(timeout)
                .build();
        HttpClient.newBuilder().connectTimeout(timeout).build().send(request, HttpResponse.BodyHandlers.discarding());
    }

    private static void requireVersion1(Path program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program.toString(), "version")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        if (!said.startsWith("InfluxDB v1.")) {
            throw new CommandFailedException(program + " is not InfluxDB 1.x; it says \"" + said + "\"", REMEDY);
        }
    }

    /**
     * Loopback only, with passwords, no reports, no statistics about itself; all else as the server has it by default.
     * Its service for backups knows no passwords and cannot be switched off: it is bound to the broadcast address of the
     * loopback, to which no system connects.
     */
    private String configuration() {
        return """
                reporting-disabled = true
                bind-address = "127.255.255.255:%d"
                [meta]
                  dir = "%s"
                  logging-enabled = false
                [data]
                  dir = "%s"
                  wal-dir = "%s"
                  query-log-enabled = false
                [http]
                  bind-address = "127.0.0.1:%d"
                  log-enabled = false
                  auth-enabled = true
                  pprof-enabled = false
                [monitor]
                  store-enabled = false
                [subscriber]
                  enabled = false
                [continuous_queries]
                  enabled = false
                """
                .formatted(backupPort, folder.resolve("meta"), folder.resolve("data"), folder.resolve("wal"), port);
    }

    /** Installs packages on Debian and its relatives, without starting the services that come with them. */
    static final class DebianPackages {
        private DebianPackages() {}

        /** @return true if this is such a system, and this user is root or may become it */
        static boolean canInstall() throws IOException {
            return ProgramFinder.find("apt-get").isPresent()
                    && (isRoot() || ProgramFinder.find("sudo").isPresent());
        }

        static void install(String name, Path log) throws IOException, InterruptedException {
            Files.createDirectories(log.getParent());
            Path script = Files.createTempFile("install-debian-packages", ".sh");
            try {
                try (InputStream in = DebianPackages.class.getResourceAsStream("install-debian-packages.sh")) {
                    Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
                }
                List<String> command = new ArrayList<>();
                if (!isRoot()) {
                    command.add("sudo");
                }
                command.addAll(List.of("sh", script.toString(), name));
                Process process = new ProcessBuilder(command)
                        .redirectInput(ProcessBuilder.Redirect.INHERIT) // sudo may ask for a password
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
                int exitCode = process.waitFor();
                if (exitCode != 0) {
                    throw new CommandFailedException(
                            "installing the package " + name + " failed with exit code " + exitCode + "; the log is "
                                    + log,
                            "Install it by hand: apt-get install " + name);
                }
            } finally {
                Files.delete(script);
            }
        }

        private static boolean isRoot() throws IOException {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        }
    }
}
