package io.barograph.containers;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.testcontainers.containers.GenericContainer;

/** MariaDB with LMT's tables, which the test fills as LMT's server does: an interval at a time. */
final class ContainedLmt {
    static final String DATABASE = "filesystem_scratch";
    static final String USER = "lwatch";
    static final String PASSWORD = "not-a-secret";
    static final int OSTS = 4;

    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final String FOLDER = "/var/lib/lmt";
    private static final String START = "mariadb-install-db --no-defaults --user=root --datadir=" + FOLDER
            + " --auth-root-authentication-method=normal --skip-test-db >/tmp/install.log"
            + " && mkdir -p /run/mysqld && printf '%s;\\n' \"CREATE DATABASE IF NOT EXISTS " + DATABASE
            + "\" \"CREATE USER IF NOT EXISTS " + USER + "@'%' IDENTIFIED BY '" + PASSWORD + "'\" \"GRANT ALL ON "
            + DATABASE + ".* TO " + USER + "@'%'\" >/tmp/init.sql"
            + " && exec mariadbd --no-defaults --user=root --datadir=" + FOLDER
            + " --bind-address=0.0.0.0 --init-file=/tmp/init.sql";

    /** Tables of LMT's schema 1.1, as far as its collector reads them. */
    private static final List<String> TABLES = List.of(
            "FILESYSTEM_INFO (FILESYSTEM_ID INT PRIMARY KEY, FILESYSTEM_NAME VARCHAR(128) NOT NULL,"
                    + " FILESYSTEM_MOUNT_NAME VARCHAR(64) NOT NULL, SCHEMA_VERSION FLOAT NOT NULL)",
            "OSS_INFO (OSS_ID INT PRIMARY KEY, FILESYSTEM_ID INT NOT NULL, HOSTNAME VARCHAR(128) NOT NULL,"
                    + " FAILOVERHOST VARCHAR(128))",
            "OST_INFO (OST_ID INT PRIMARY KEY, OSS_ID INT NOT NULL, OST_NAME VARCHAR(128) NOT NULL,"
                    + " HOSTNAME VARCHAR(128), OFFLINE BOOLEAN, DEVICE_NAME VARCHAR(128))",
            "MDS_INFO (MDS_ID INT PRIMARY KEY, FILESYSTEM_ID INT NOT NULL, MDS_NAME VARCHAR(128) NOT NULL,"
                    + " HOSTNAME VARCHAR(128) NOT NULL, DEVICE_NAME VARCHAR(128))",
            "OPERATION_INFO (OPERATION_ID INT PRIMARY KEY, OPERATION_NAME VARCHAR(64) NOT NULL UNIQUE,"
                    + " UNITS VARCHAR(16) NOT NULL)",
            "TIMESTAMP_INFO (TS_ID INT UNSIGNED PRIMARY KEY, TIMESTAMP DATETIME NOT NULL UNIQUE)",
            "OST_DATA (OST_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, READ_BYTES BIGINT, WRITE_BYTES BIGINT,"
                    + " PCT_CPU FLOAT, KBYTES_FREE BIGINT, KBYTES_USED BIGINT, INODES_FREE BIGINT, INODES_USED BIGINT,"
                    + " PRIMARY KEY (OST_ID, TS_ID), KEY (TS_ID))",
            "OSS_DATA (OSS_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, PCT_CPU FLOAT, PCT_MEMORY FLOAT,"
                    + " PRIMARY KEY (OSS_ID, TS_ID), KEY (TS_ID))",
            "MDS_DATA (MDS_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, PCT_CPU FLOAT, KBYTES_FREE BIGINT,"
                    + " KBYTES_USED BIGINT, INODES_FREE BIGINT, INODES_USED BIGINT, PRIMARY KEY (MDS_ID, TS_ID),"
                    + " KEY (TS_ID))",
            "MDS_OPS_DATA (MDS_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, OPERATION_ID INT NOT NULL, SAMPLES BIGINT,"
                    + " SUM BIGINT, SUMSQUARES BIGINT, PRIMARY KEY (MDS_ID, TS_ID, OPERATION_ID), KEY (TS_ID))");

    private final String host;
    private final Random random = new Random(3);
    private final long[] read = new long[OSTS];
    private final long[] written = new long[OSTS];
    private int tsId;

    ContainedLmt(String host) {
        this.host = host;
    }

    static GenericContainer<?> container() {
        return new GenericContainer<>(ContainerImages.MARIADB.get())
                .withCreateContainerCmdModifier(
                        command -> command.withEntrypoint("sh", "-c").withCmd(START));
    }

    String host() {
        return host;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:mariadb://" + host + ":3306/" + DATABASE, USER, PASSWORD);
    }

    void makeTables() throws SQLException {
        await("MariaDB answers").atMost(TIMEOUT).ignoreExceptions().until(() -> {
            try (Connection connection = connect()) {
                return connection.isValid(5);
            }
        });
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute("CREATE TABLE " + table);
            }
            statement.execute("INSERT INTO FILESYSTEM_INFO VALUES (1, 'scratch', 'scratch', 1.1)");
            statement.execute("INSERT INTO OSS_INFO VALUES (1, 1, 'oss1', NULL)");
            for (int ost = 0; ost < OSTS; ost++) {
                statement.execute(
                        String.format("INSERT INTO OST_INFO VALUES (%d, 1, 'OST%04x', 'oss1', 0, NULL)", ost + 1, ost));
            }
        }
    }

    /** Adds the samples of all OSTs at an instant. */
    void add(Instant time) throws SQLException {
        tsId++;
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO TIMESTAMP_INFO VALUES (?, FROM_UNIXTIME(?))")) {
                insert.setInt(1, tsId);
                insert.setLong(2, time.getEpochSecond());
                insert.execute();
            }
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO OST_DATA VALUES (?, ?, ?, ?, 0, 1000000, 1000, 1000, 10)")) {
                for (int ost = 0; ost < OSTS; ost++) {
                    read[ost] += random.nextInt(1 << 24);
                    written[ost] += random.nextInt(1 << 24);
                    insert.setInt(1, ost + 1);
                    insert.setInt(2, tsId);
                    insert.setLong(3, read[ost]);
                    insert.setLong(4, written[ost]);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        }
    }
}
