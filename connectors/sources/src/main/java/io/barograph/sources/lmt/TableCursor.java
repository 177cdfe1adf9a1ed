package io.barograph.sources.lmt;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** Walks one table in the order of TS_ID. Rows without a usable TS_ID are refused on the way. */
final class TableCursor implements AutoCloseable {
    /** TS_IDs from {@code first} to {@code last}, both included. */
    record Range(long first, long last) {}

    interface RowReader {
        void read(ResultSet row) throws SQLException, RefusedRecordException;
    }

    /** Of one instant: more than any site has targets or operations. */
    private static final int MAX_ROWS_OF_TS_ID = 1_000_000;

    private final String source;
    private final String table;
    private final DeadLetterCounter refusals;
    private final PreparedStatement statement;
    private final ResultSet row;
    private boolean exhausted;
    private long tsId;

    TableCursor(
            Connection connection, String source, String table, String columns, Range range, DeadLetterCounter refusals)
            throws SQLException {
        this.source = source;
        this.table = table;
        this.refusals = refusals;
        this.statement = connection.prepareStatement("SELECT TS_ID, " + columns + " FROM " + table
                + (range == null ? "" : " WHERE TS_ID BETWEEN ? AND ?") + " ORDER BY TS_ID");
        try {
            if (range != null) {
                statement.setLong(1, range.first());
                statement.setLong(2, range.last());
            }
            this.row = statement.executeQuery();
            advance();
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    boolean isExhausted() {
        return exhausted;
    }

    /** TS_ID of the row that the cursor stands on. */
    long tsId() {
        return tsId;
    }

    /** Reads all rows of one TS_ID and moves past them; a row that the reader refuses becomes a dead letter. */
    void readAll(long wanted, Instant time, RowReader reader) throws SQLException {
        int rows = 0;
        while (!exhausted && tsId == wanted) {
            rows++;
            if (rows > MAX_ROWS_OF_TS_ID) {
                throw new UnreadableSourceException(
                        source,
                        table + " has more than " + MAX_ROWS_OF_TS_ID + " rows of TS_ID " + wanted,
                        "get a copy with the rows that LMT wrote");
            }
            try {
                reader.read(row);
            } catch (RefusedRecordException e) {
                refuse(e.getMessage(), time);
            }
            advance();
        }
    }

    private void advance() throws SQLException {
        while (row.next()) {
            try {
                tsId = LmtColumnReader.key(row, "TS_ID");
                return;
            } catch (RefusedRecordException e) {
                refuse(e.getMessage(), null);
            }
        }
        exhausted = true;
    }

    private void refuse(String reason, Instant time) throws SQLException {
        String text = LmtColumnReader.text(row);
        refusals.refuse(source + ", " + table + " " + text, reason, time, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
