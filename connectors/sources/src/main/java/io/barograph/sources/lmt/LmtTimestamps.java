package io.barograph.sources.lmt;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Asks which TS_IDs there are. */
final class LmtTimestamps {
    private LmtTimestamps() {}

    /** @return the first TS_IDs after one, ascending */
    static List<Long> after(Connection connection, long tsId, int limit) throws SQLException {
        return query(
                connection, "SELECT TS_ID FROM TIMESTAMP_INFO WHERE TS_ID > ? ORDER BY TS_ID LIMIT ?", tsId, limit);
    }

    /** @return the last TS_IDs, descending */
    static List<Long> newest(Connection connection, int limit) throws SQLException {
        return query(
                connection, "SELECT TS_ID FROM TIMESTAMP_INFO WHERE TS_ID > ? ORDER BY TS_ID DESC LIMIT ?", -1, limit);
    }

    private static List<Long> query(Connection connection, String query, long tsId, int limit) throws SQLException {
        List<Long> tsIds = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setLong(1, tsId);
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    tsIds.add(row.getLong(1));
                }
            }
        }
        return tsIds;
    }
}
