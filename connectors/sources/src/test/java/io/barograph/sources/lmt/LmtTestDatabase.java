package io.barograph.sources.lmt;

import io.barograph.testing.RecordedData;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** LMT's tables on a server, filled from the recording the way LMT fills them: TS_ID by TS_ID. */
final class LmtTestDatabase {
    static final String RECORDING = "lmt/raw/snx11025_2018-01-28.sqlite3";
    static final long FIRST_TS_ID = 8_921_898;
    static final long LAST_TS_ID = 8_921_958;

    /** Tables and types of LMT's schema 1.1, as far as the recording has them. */
    private static final Map<String, String> TABLES = Map.of(
            "FILESYSTEM_INFO",
            "FILESYSTEM_ID INT NOT NULL AUTO_INCREMENT PRIMARY KEY, FILESYSTEM_NAME VARCHAR(128) NOT NULL,"
                    + " FILESYSTEM_MOUNT_NAME VARCHAR(64) NOT NULL, SCHEMA_VERSION FLOAT NOT NULL",
            "OSS_INFO",
            "OSS_ID INT NOT NULL AUTO_INCREMENT, FILESYSTEM_ID INT NOT NULL, HOSTNAME VARCHAR(128) NOT NULL,"
                    + " FAILOVERHOST VARCHAR(128), PRIMARY KEY (OSS_ID, HOSTNAME)",
            "OST_INFO",
            "OST_ID INT NOT NULL AUTO_INCREMENT PRIMARY KEY, OSS_ID INT NOT NULL, OST_NAME VARCHAR(128) NOT NULL,"
                    + " HOSTNAME VARCHAR(128), OFFLINE BOOLEAN, DEVICE_NAME VARCHAR(128)",
            "MDS_INFO",
            "MDS_ID INT NOT NULL AUTO_INCREMENT PRIMARY KEY, FILESYSTEM_ID INT NOT NULL, MDS_NAME VARCHAR(128) NOT NULL,"
                    + " HOSTNAME VARCHAR(128) NOT NULL, DEVICE_NAME VARCHAR(128)",
            "OPERATION_INFO",
            "OPERATION_ID INT NOT NULL AUTO_INCREMENT PRIMARY KEY, OPERATION_NAME VARCHAR(64) NOT NULL UNIQUE,"
                    + " UNITS VARCHAR(16) NOT NULL",
            "TIMESTAMP_INFO",
            "TS_ID INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, TIMESTAMP DATETIME NOT NULL UNIQUE",
            "OST_DATA",
            "OST_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, READ_BYTES BIGINT, WRITE_BYTES BIGINT, PCT_CPU FLOAT,"
                    + " KBYTES_FREE BIGINT, KBYTES_USED BIGINT, INODES_FREE BIGINT, INODES_USED BIGINT,"
                    + " PRIMARY KEY (OST_ID, TS_ID), KEY (TS_ID)",
            "OSS_DATA",
            "OSS_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, PCT_CPU FLOAT, PCT_MEMORY FLOAT,"
                    + " PRIMARY KEY (OSS_ID, TS_ID), KEY (TS_ID)",
            "MDS_DATA",
            "MDS_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, PCT_CPU FLOAT, KBYTES_FREE BIGINT, KBYTES_USED BIGINT,"
                    + " INODES_FREE BIGINT, INODES_USED BIGINT, PRIMARY KEY (MDS_ID, TS_ID), KEY (TS_ID)",
            "MDS_OPS_DATA",
            "MDS_ID INT NOT NULL, TS_ID INT UNSIGNED NOT NULL, OPERATION_ID INT NOT NULL, SAMPLES BIGINT, SUM BIGINT,"
                    + " SUMSQUARES BIGINT, PRIMARY KEY (MDS_ID, TS_ID, OPERATION_ID), KEY (TS_ID)");

    private static final List<String> INFO_TABLES =
            List.of("FILESYSTEM_INFO", "OSS_INFO", "OST_INFO", "MDS_INFO", "OPERATION_INFO");
    private static final List<String> DATA_TABLES = List.of("OST_DATA", "OSS_DATA", "MDS_DATA", "MDS_OPS_DATA");

    private final MariaDbServer server;

    LmtTestDatabase(MariaDbServer server) {
        this.server = server;
    }

    /** Makes the tables anew, with the file system, servers and operations of the recording and no samples. */
    void reset() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> table : TABLES.entrySet()) {
                statement.execute("DROP TABLE IF EXISTS " + table.getKey());
                statement.execute("CREATE TABLE " + table.getKey() + " (" + table.getValue() + ")");
            }
        }
        for (String table : INFO_TABLES) {
            copy(table, "TRUE");
        }
    }

    /** Adds the samples of some TS_IDs, as they stand in the recording. */
    void add(long firstTsId, long lastTsId) throws SQLException {
        addTimes(firstTsId, lastTsId);
        for (String table : DATA_TABLES) {
            copy(table, "TS_ID BETWEEN " + firstTsId + " AND " + lastTsId);
        }
    }

    void addTimes(long firstTsId, long lastTsId) throws SQLException {
        copy("TIMESTAMP_INFO", "TS_ID BETWEEN " + firstTsId + " AND " + lastTsId);
    }

    /** Copies the rows of the recording that a condition selects. */
    void copy(String table, String condition) throws SQLException {
        try (Connection recording = SqliteFile.open(RecordedData.path(RECORDING));
                Statement select = recording.createStatement();
                ResultSet rows = select.executeQuery("SELECT * FROM " + table + " WHERE " + condition);
                Connection connection = server.connect()) {
            int columns = rows.getMetaData().getColumnCount();
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO " + table + " VALUES (" + "?, ".repeat(columns - 1) + "?)")) {
                int batch = 0;
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        insert.setObject(column, rows.getObject(column));
                    }
                    insert.addBatch();
                    batch++;
                }
                if (batch > 0) {
                    insert.executeBatch();
                }
            }
            connection.commit();
        }
    }

    void execute(String update) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(update);
        }
    }
}
