package io.barograph.sources.lmt;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * The tables that say what there is: file systems, their servers, and the names of operations. A server without a name or
 * without a known file system is left out here, so that its rows are refused.
 */
record LmtCatalogue(
        Map<Long, LmtFileSystem> fileSystems,
        Map<Long, LmtServerName> osts,
        Map<Long, LmtServerName> osses,
        Map<Long, LmtServerName> mdts,
        Map<Long, String> operations) {
    /** @param mount mount point; null where the database has none */
    record LmtFileSystem(String name, String mount) {}

    /** @param host host that serves the target; null for a host itself */
    record LmtServerName(String fileSystem, String name, String host) {}

    private static final String SCHEMA_VERSION = "1.1";

    /** Rows and not names are counted: two tables that are joined can have far more of those. */
    private static final int MAX_ROWS = 100_000;

    /** @throws UnreadableSourceException if this is no LMT database of schema 1.1 */
    static LmtCatalogue load(Connection connection, String source) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Map<Long, LmtFileSystem> fileSystems = fileSystems(statement, source);
            Map<Long, LmtServerName> osses = servers(
                    statement,
                    source,
                    fileSystems,
                    "SELECT OSS_ID AS ID, FILESYSTEM_ID, HOSTNAME AS NAME, NULL AS HOST" + " FROM OSS_INFO");
            Map<Long, LmtServerName> osts = servers(
                    statement,
                    source,
                    fileSystems,
                    "SELECT OST_INFO.OST_ID AS ID, OSS_INFO.FILESYSTEM_ID,"
                            + " OST_INFO.OST_NAME AS NAME, COALESCE(OST_INFO.HOSTNAME, OSS_INFO.HOSTNAME) AS HOST"
                            + " FROM OST_INFO LEFT JOIN OSS_INFO ON OSS_INFO.OSS_ID = OST_INFO.OSS_ID");
            Map<Long, LmtServerName> mdts = servers(
                    statement,
                    source,
                    fileSystems,
                    "SELECT MDS_ID AS ID, FILESYSTEM_ID, MDS_NAME AS NAME," + " HOSTNAME AS HOST FROM MDS_INFO");
            return new LmtCatalogue(fileSystems, osts, osses, mdts, operations(statement, source));
        }
    }

    private static Map<Long, LmtFileSystem> fileSystems(Statement statement, String source) throws SQLException {
        Map<Long, LmtFileSystem> fileSystems = new HashMap<>();
        String query =
                "SELECT FILESYSTEM_ID, FILESYSTEM_NAME, FILESYSTEM_MOUNT_NAME, SCHEMA_VERSION FROM FILESYSTEM_INFO";
        readAll(statement, source, query, row -> {
            String version = String.valueOf(row.getObject("SCHEMA_VERSION"));
            if (!version.equals(SCHEMA_VERSION)) {
                throw new UnreadableSourceException(
                        source,
                        "LMT schema " + version + " is not supported",
                        "the collector reads schema " + SCHEMA_VERSION + ", that of LMT 3");
            }
            String mount = row.getString("FILESYSTEM_MOUNT_NAME");
            fileSystems.put(
                    LmtColumnReader.key(row, "FILESYSTEM_ID"),
                    new LmtFileSystem(
                            row.getString("FILESYSTEM_NAME"), mount == null || mount.isBlank() ? null : mount));
        });
        if (fileSystems.isEmpty()) {
            throw new UnreadableSourceException(
                    source, "FILESYSTEM_INFO names no file system", "add it with lmtinit, LMT's own set-up command");
        }
        return fileSystems;
    }

    private static Map<Long, LmtServerName> servers(
            Statement statement, String source, Map<Long, LmtFileSystem> fileSystems, String query)
            throws SQLException {
        Map<Long, LmtServerName> servers = new HashMap<>();
        readAll(statement, source, query, row -> {
            LmtFileSystem fileSystem = fileSystems.get(row.getLong("FILESYSTEM_ID"));
            String name = row.getString("NAME");
            if (fileSystem != null && name != null) {
                servers.put(
                        LmtColumnReader.key(row, "ID"),
                        new LmtServerName(fileSystem.name(), name, row.getString("HOST")));
            }
        });
        return servers;
    }

    private static Map<Long, String> operations(Statement statement, String source) throws SQLException {
        Map<Long, String> operations = new HashMap<>();
        readAll(
                statement,
                source,
                "SELECT OPERATION_ID, OPERATION_NAME FROM OPERATION_INFO",
                row -> operations.put(LmtColumnReader.key(row, "OPERATION_ID"), row.getString("OPERATION_NAME")));
        return operations;
    }

    private static void readAll(Statement statement, String source, String query, TableCursor.RowReader reader)
            throws SQLException {
        int rows = 0;
        try (ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                rows++;
                if (rows > MAX_ROWS) {
                    throw new UnreadableSourceException(
                            source, "a table of names has more than " + MAX_ROWS + " rows", "repair the *_INFO tables");
                }
                reader.read(row);
            }
        } catch (RefusedRecordException e) {
            throw new UnreadableSourceException(source, e.getMessage(), "repair the *_INFO tables", e);
        }
    }
}
