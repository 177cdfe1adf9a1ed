package io.barograph.sources.lmt;

import io.barograph.testing.TestPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** A MariaDB server of the test's own: a child process with its own data folder and a free port. */
final class MariaDbServer {
    private static final String DATABASE = "filesystem_snx11025";
    private static final String USER = "barograph";
    private static final String PASSWORD = "glass of mercury";
    private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");

    private final Path folder;
    private final Path data;
    private final Path log;
    private final Path password;
    private final String program;
    private final int port;
    private Process process;

    private MariaDbServer(Path folder, String program, int port) throws IOException {
        this.folder = folder;
        this.data = folder.resolve("data");
        this.log = folder.resolve("mariadbd.log");
        this.password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        this.program = program;
        this.port = port;
    }

    /**
     * Starts a server with an empty database. The calling test is skipped where MariaDB is not installed, and fails if
     * {@code CI=true}.
     */
    static MariaDbServer start(Path folder) throws Exception {
        Optional<String> program = find("mariadbd");
        Optional<String> install = find("mariadb-install-db");
        if (program.isEmpty() || install.isEmpty()) {
            String message = "mariadbd not found; on Debian: apt-get install mariadb-server";
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
            Assumptions.abort(message);
        }
        MariaDbServer server = new MariaDbServer(folder, program.get(), TestPorts.find(1)[0]);
        server.install(install.get());
        server.start();
        return server;
    }

    private static Optional<String> find(String name) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":", -1)), FOLDERS.stream())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private void install(String install) throws Exception {
        Process installation = new ProcessBuilder(
                        install,
                        "--no-defaults",
                        "--user=" + System.getProperty("user.name"),
                        "--datadir=" + data,
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("install.log").toFile())
                .start();
        if (!installation.waitFor(2, TimeUnit.MINUTES) || installation.exitValue() != 0) {
            installation.destroyForcibly();
            throw new AssertionError(Files.readString(folder.resolve("install.log")));
        }
        Files.writeString(
                folder.resolve("init.sql"),
                "CREATE DATABASE IF NOT EXISTS " + DATABASE + ";\n"
                        + "CREATE USER IF NOT EXISTS '" + USER + "'@'%' IDENTIFIED BY '" + PASSWORD + "';\n"
                        + "GRANT ALL ON " + DATABASE + ".* TO '" + USER + "'@'%';\n");
    }

    /** Starts the process, again after {@link #stop()}; returns when it accepts connections. */
    void start() throws IOException {
        process = new ProcessBuilder(
                        program,
                        "--no-defaults",
                        "--user=" + System.getProperty("user.name"),
                        "--datadir=" + data,
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        "--skip-networking=0",
                        "--socket=" + folder.resolve("s.sock"),
                        "--pid-file=" + folder.resolve("mariadbd.pid"),
                        "--init-file=" + folder.resolve("init.sql"),
                        "--innodb-flush-log-at-trx-commit=0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Awaitility.await("MariaDB accepts connections")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(this::answers);
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new AssertionError(Files.readString(log));
        }
        try (Connection connection = connect()) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** What a site would configure. */
    LmtOptions options(ZoneId zone) {
        return options(zone, password);
    }

    LmtOptions options(ZoneId zone, Path passwordFile) {
        return new LmtOptions("127.0.0.1", port, DATABASE, USER, passwordFile, null, zone, Duration.ofSeconds(5), 2);
    }

    /** A connection that may write, as LMT's own. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE + "?rewriteBatchedStatements=true", USER, PASSWORD);
    }
}
