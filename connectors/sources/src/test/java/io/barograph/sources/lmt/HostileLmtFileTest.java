package io.barograph.sources.lmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ServerSample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SQLite files whose queries would never end, or would need more memory than there is. */
@Timeout(60)
class HostileLmtFileTest {
    private static final String SPACE = "KBYTES_FREE INT, KBYTES_USED INT, INODES_FREE INT, INODES_USED INT";

    @TempDir
    private Path folder;

    private static Map<String, String> tables() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put(
                "FILESYSTEM_INFO",
                "CREATE TABLE FILESYSTEM_INFO (FILESYSTEM_ID INT, FILESYSTEM_NAME TEXT, FILESYSTEM_MOUNT_NAME TEXT,"
                        + " SCHEMA_VERSION TEXT)");
        tables.put("OSS_INFO", "CREATE TABLE OSS_INFO (OSS_ID INT, FILESYSTEM_ID INT, HOSTNAME TEXT)");
        tables.put("OST_INFO", "CREATE TABLE OST_INFO (OST_ID INT, OSS_ID INT, OST_NAME TEXT, HOSTNAME TEXT)");
        tables.put("MDS_INFO", "CREATE TABLE MDS_INFO (MDS_ID INT, FILESYSTEM_ID INT, MDS_NAME TEXT, HOSTNAME TEXT)");
        tables.put("OPERATION_INFO", "CREATE TABLE OPERATION_INFO (OPERATION_ID INT, OPERATION_NAME TEXT)");
        tables.put("TIMESTAMP_INFO", "CREATE TABLE TIMESTAMP_INFO (TS_ID INT, TIMESTAMP TEXT)");
        tables.put(
                "OST_DATA",
                "CREATE TABLE OST_DATA (OST_ID INT, TS_ID INT, READ_BYTES INT, WRITE_BYTES INT, " + SPACE + ")");
        tables.put("OSS_DATA", "CREATE TABLE OSS_DATA (OSS_ID INT, TS_ID INT, PCT_CPU REAL, PCT_MEMORY REAL)");
        tables.put("MDS_DATA", "CREATE TABLE MDS_DATA (MDS_ID INT, TS_ID INT, PCT_CPU REAL, " + SPACE + ")");
        tables.put("MDS_OPS_DATA", "CREATE TABLE MDS_OPS_DATA (MDS_ID INT, TS_ID INT, OPERATION_ID INT, SAMPLES INT)");
        return tables;
    }

    /** @return a file with these tables and one sample, as far as they can be written to */
    private Path file(Map<String, String> tables) throws SQLException {
        Path file = folder.resolve("lmt.sqlite3");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String table : tables.values()) {
                statement.execute(table);
            }
            statement.execute("INSERT INTO FILESYSTEM_INFO VALUES (1, 'scratch', '/scratch', '1.1')");
            statement.execute("INSERT INTO OSS_INFO VALUES (1, 1, 'oss1')");
            statement.execute("INSERT INTO OST_INFO (OST_ID, OSS_ID) VALUES (1, 1)");
            statement.execute("INSERT INTO TIMESTAMP_INFO VALUES (1, '2018-01-28 00:00:00')");
            if (tables.get("OST_DATA").startsWith("CREATE TABLE")) {
                statement.execute("INSERT INTO OST_DATA (OST_ID, TS_ID, READ_BYTES) VALUES (1, 1, 5)");
            }
            statement.execute("INSERT INTO OSS_DATA VALUES (1, 1, 50, 50)");
        }
        return file;
    }

    private static List<ServerSample> read(Path file) {
        List<ServerSample> samples = new ArrayList<>();
        try (LmtDatabase database = new LmtDatabase(file, ZoneOffset.UTC, letter -> {})) {
            Iterator<ServerSample> each = database.samples();
            each.forEachRemaining(samples::add);
        }
        return samples;
    }

    @Test
    void shouldReadTheTablesThatTheAttacksReplace() throws Exception {
        assertThat(read(file(tables()))).singleElement().satisfies(sample -> assertThat(sample.getServer())
                .isEqualTo("oss1"));
    }

    @Test
    void shouldReadNoViewWithoutEnd() throws Exception {
        Map<String, String> tables = tables();
        tables.put(
                "OST_DATA",
                "CREATE VIEW OST_DATA AS WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)"
                        + " SELECT n AS TS_ID, 1 AS OST_ID, 1 AS READ_BYTES, 1 AS WRITE_BYTES, 1 AS KBYTES_FREE,"
                        + " 1 AS KBYTES_USED, 1 AS INODES_FREE, 1 AS INODES_USED FROM endless");
        Path file = file(tables);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(file + ": OST_DATA is a view, and only tables are read");
    }

    @Test
    void shouldReadNoValueThatIsLargerThanARowOfLmt() throws Exception {
        Map<String, String> tables = tables();
        tables.put(
                "OST_INFO",
                "CREATE TABLE OST_INFO (OST_ID INT, OSS_ID INT, HOSTNAME TEXT,"
                        + " OST_NAME TEXT GENERATED ALWAYS AS (hex(zeroblob(200000000))) VIRTUAL)");
        Path file = file(tables);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(file + ": not readable as an LMT database")
                .hasMessageContaining("TOOBIG");
    }

    @Test
    void shouldReadNoMoreRowsOfNamesThanASiteHasEvenIfTheyAreTheSame() throws Exception {
        Path file = file(tables());
        String numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) ";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(numbers + "INSERT INTO OSS_INFO SELECT 1, 1, 'oss1' FROM n");
            statement.execute(numbers + "INSERT INTO OST_INFO SELECT 1, 1, 'OST0000', 'oss1' FROM n");
        }

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("a table of names has more than 100000 rows");
    }

    @Test
    void shouldNotWaitForAPipe() throws Exception {
        Path pipe = folder.resolve("pipe.sqlite3");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> read(pipe))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it is a named pipe");
    }

    @Test
    void shouldNameALinkThatLeadsNowhere() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.sqlite3"), Path.of("gone"));

        assertThatThrownBy(() -> read(link))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it is a link to gone, which leads to no file");
    }
}
