package io.barograph.sources.lmt;

import io.barograph.schemas.CatalogueFileSystem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Finds the interval at which a database was filled. */
final class LmtIntervalDetector {
    private static final int ROWS = 1000;

    private LmtIntervalDetector() {}

    /** @return the most frequent distance of the first thousand times; the default where there are not two of them */
    static Duration interval(Connection connection, ZoneId zone) throws SQLException {
        Map<Duration, Integer> counts = new TreeMap<>();
        LmtTimes times = new LmtTimes(zone);
        Instant previous = null;
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT TS_ID, TIMESTAMP FROM TIMESTAMP_INFO ORDER BY TS_ID LIMIT ?")) {
            statement.setInt(1, ROWS);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    try {
                        Instant time = times.resolve(LmtColumnReader.key(row, "TS_ID"), row.getString("TIMESTAMP"));
                        if (previous != null) {
                            counts.merge(Duration.between(previous, time), 1, Integer::sum);
                        }
                        previous = time;
                    } catch (RefusedRowException e) {
                        // the pass over the samples refuses this row where it is counted
                        previous = null;
                    }
                }
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.<Duration, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElse(CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL);
    }
}
