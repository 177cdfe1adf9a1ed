package io.barograph.sources.lmt;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.RegularFileCheck;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.sqlite.SQLiteConfig;

/** Opens SQLite files for reading only, and shows what is wrong with those that are none or are cut short. */
final class SqliteFile {
    static final String REMEDY =
            "get a complete copy of the SQLite file, and check it with: sqlite3 FILE 'PRAGMA integrity_check'";

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 100;
    private static final int PAGE_SIZE_OFFSET = 16;
    private static final int CHANGE_COUNTER_OFFSET = 24;
    private static final int PAGE_COUNT_OFFSET = 28;
    private static final int VALID_FOR_OFFSET = 92;
    private static final int MAX_PAGE = 65536;

    /** Of a text, a blob or a row; those of LMT have some hundred. */
    private static final int MAX_ROW_BYTES = 1024 * 1024;

    private static final Set<String> TABLES = Set.of(
            "FILESYSTEM_INFO",
            "OSS_INFO",
            "OST_INFO",
            "MDS_INFO",
            "OPERATION_INFO",
            "TIMESTAMP_INFO",
            "OST_DATA",
            "OSS_DATA",
            "MDS_DATA",
            "MDS_OPS_DATA");

    private SqliteFile() {}

    /**
     * The size of the file bounds what is read from it: a view, which can have rows without end, is not read in place of
     * a table, nor is a value that only comes to be when it is asked for larger than {@link #MAX_ROW_BYTES}.
     *
     * @throws UnreadableSourceException if the file is no complete SQLite database, or has a view in place of a table
     */
    static Connection open(Path file) {
        check(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setPragma(SQLiteConfig.Pragma.LIMIT_LENGTH, String.valueOf(MAX_ROW_BYTES));
        try {
            Connection connection =
                    config.createConnection("jdbc:sqlite:" + file.toUri() + "?mode=ro" + immutable(file));
            try {
                requireTables(file, connection);
            } catch (SQLException | UnreadableSourceException e) {
                connection.close();
                throw e;
            }
            return connection;
        } catch (SQLException e) {
            throw unreadable(file, e);
        } catch (IOException e) {
            throw new UnreadableSourceException(file.toString(), String.valueOf(e.getMessage()), REMEDY, e);
        }
    }

    private static void requireTables(Path file, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA trusted_schema = OFF");
            try (ResultSet row = statement.executeQuery("SELECT name, type, sql FROM sqlite_master")) {
                while (row.next()) {
                    String name = String.valueOf(row.getString("name")).toUpperCase(Locale.ROOT);
                    String type = String.valueOf(row.getString("type"));
                    String sql = String.valueOf(row.getString("sql")).toUpperCase(Locale.ROOT);
                    boolean isVirtual = type.equals("table") && !sql.startsWith("CREATE TABLE");
                    if (TABLES.contains(name) && (type.equals("view") || isVirtual)) {
                        throw new UnreadableSourceException(
                                file.toString(),
                                name + " is " + (isVirtual ? "a virtual table" : "a view")
                                        + ", and only tables are read",
                                "get a copy with the tables that LMT filled");
                    }
                }
            }
        }
    }

    static UnreadableSourceException unreadable(Path file, SQLException cause) {
        return new UnreadableSourceException(
                file.toString(), "not readable as an LMT database (" + cause.getMessage() + ")", REMEDY, cause);
    }

    /** Without locks a file in a read-only folder can be opened, but then SQLite overlooks a write-ahead log. */
    private static String immutable(Path file) throws IOException {
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        return Files.exists(log) && Files.size(log) > 0 ? "" : "&immutable=1";
    }

    /** Layout of the first 100 bytes: SQLite database file format, section 1.3. */
    private static void check(Path file) {
        byte[] header = new byte[HEADER_BYTES];
        long size;
        try (DataInputStream in = new DataInputStream(RegularFileCheck.open(file))) {
            size = Files.size(file);
            if (size < HEADER_BYTES) {
                throw new UnreadableSourceException(
                        file.toString(), "not an SQLite database: it has only " + size + " bytes", REMEDY);
            }
            in.readFully(header);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    file.toString(), "cannot be opened (" + e + ")", "check its name and permissions", e);
        }
        if (!Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new UnreadableSourceException(
                    file.toString(), "not an SQLite database: it does not begin with \"SQLite format 3\"", REMEDY);
        }
        ByteBuffer fields = ByteBuffer.wrap(header);
        int stored = Short.toUnsignedInt(fields.getShort(PAGE_SIZE_OFFSET));
        long pageSize = stored == 1 ? MAX_PAGE : stored;
        long pages = Integer.toUnsignedLong(fields.getInt(PAGE_COUNT_OFFSET));
        boolean pagesKnown = fields.getInt(CHANGE_COUNTER_OFFSET) == fields.getInt(VALID_FOR_OFFSET);
        if (pagesKnown && size < pageSize * pages) {
            throw new UnreadableSourceException(
                    file.toString(), "truncated: it has " + size + " bytes of " + pageSize * pages, REMEDY);
        }
    }
}
