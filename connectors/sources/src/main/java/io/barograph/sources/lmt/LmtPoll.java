package io.barograph.sources.lmt;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.SamplePublisher;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.lmt.LmtReader.LmtInstant;
import io.barograph.sources.lmt.LmtReader.LmtSample;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and publishes what is new, and remembers it. */
final class LmtPoll {
    private static final Logger LOG = LoggerFactory.getLogger(LmtPoll.class);
    private static final int TS_IDS_PER_QUERY = 120;

    private final String source;
    private final LmtOptions options;
    private final FileSystemCatalogue fileSystems;
    private final PositionStore positions;
    private final LmtTimes times;
    private LmtPosition position;

    LmtPoll(String source, LmtOptions options, FileSystemCatalogue fileSystems, PositionStore positions) {
        this.source = source;
        this.options = options;
        this.fileSystems = fileSystems;
        this.positions = positions;
        this.times = new LmtTimes(options.timeZone());
        this.position = LmtPosition.load(positions).orElse(null);
        if (position != null) {
            times.known().putAll(position.times());
        }
    }

    void run(Connection connection, SamplePublisher samples, DeadLetterCounter refusals) throws SQLException {
        LmtCatalogue catalogue = LmtCatalogue.load(connection, source);
        if (!startsSomewhere(connection)) {
            return;
        }
        boolean more = true;
        while (more) {
            List<Long> tsIds = tsIds(connection, position.settled(), "", TS_IDS_PER_QUERY);
            if (tsIds.isEmpty()) {
                return;
            }
            publish(read(connection, catalogue, tsIds, refusals), tsIds, samples);
            more = tsIds.size() == TS_IDS_PER_QUERY;
        }
    }

    /** @return the last TS_IDs, descending */
    static List<Long> newest(Connection connection, int limit) throws SQLException {
        return tsIds(connection, -1, "DESC", limit);
    }

    private static List<Long> tsIds(Connection connection, long after, String direction, int limit)
            throws SQLException {
        List<Long> tsIds = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT TS_ID FROM TIMESTAMP_INFO WHERE TS_ID > ? ORDER BY TS_ID " + direction + " LIMIT ?")) {
            statement.setLong(1, after);
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    tsIds.add(row.getLong(1));
                }
            }
        }
        return tsIds;
    }

    /** Without a position, or with that of a database made anew, the first TS_ID is the one before the newest. */
    private boolean startsSomewhere(Connection connection) throws SQLException {
        List<Long> newest = newest(connection, 2);
        if (newest.isEmpty()) {
            return false;
        }
        if (position != null && newest.get(0) < position.settled()) {
            LOG.warn(
                    "LMT database {} ends at TS_ID {}, before the position {}: it was made anew; beginning with its"
                            + " newest samples",
                    source,
                    newest.get(0),
                    position.settled());
            position = null;
            times.known().clear();
        }
        if (position == null) {
            position = LmtPosition.after(newest.get(newest.size() - 1) - 1);
        }
        return true;
    }

    private List<LmtInstant> read(
            Connection connection, LmtCatalogue catalogue, List<Long> tsIds, DeadLetterCounter refusals)
            throws SQLException {
        List<LmtInstant> intervals = new ArrayList<>();
        TableCursor.Range range = new TableCursor.Range(tsIds.get(0), tsIds.get(tsIds.size() - 1));
        try (LmtReader reader =
                new LmtReader(connection, source, catalogue, times, range, refusals, options.samplingInterval())) {
            Optional<LmtInstant> interval = reader.next();
            while (interval.isPresent()) {
                intervals.add(interval.get());
                interval = reader.next();
            }
        }
        return intervals;
    }

    /** Samples and letters are stored before the position says so. */
    private void publish(List<LmtInstant> intervals, List<Long> tsIds, SamplePublisher samples) {
        int settledCount = tsIds.size() - options.rereadIntervals();
        long settled = settledCount > 0 ? tsIds.get(settledCount - 1) : position.settled();
        Map<String, Integer> completeParts = completeParts(intervals);
        for (LmtInstant interval : intervals) {
            boolean lastChance = interval.tsId() <= settled;
            for (LmtSample sample : interval.samples()) {
                boolean complete = sample.parts() >= completeParts.get(sample.key());
                if ((complete || lastChance) && claim(interval.tsId(), sample.key())) {
                    add(sample.sample(), samples);
                }
            }
        }
        samples.flush();
        moveTo(settled);
    }

    private void moveTo(long settled) {
        times.forgetBefore(settled);
        position.published().headMap(settled, true).clear();
        position = new LmtPosition(settled, position.published(), times.known());
        position.save(positions);
    }

    /** An MDT is many rows, inserted one by one: it is complete when it has as many as it has at its best TS_ID. */
    private static Map<String, Integer> completeParts(List<LmtInstant> intervals) {
        Map<String, Integer> most = new HashMap<>();
        for (LmtInstant interval : intervals) {
            for (LmtSample sample : interval.samples()) {
                most.merge(sample.key(), sample.parts(), Math::max);
            }
        }
        return most;
    }

    /** @return true if this server was not published yet for this TS_ID */
    private boolean claim(long tsId, String server) {
        return position.published()
                .computeIfAbsent(tsId, unused -> new TreeSet<>())
                .add(server);
    }

    private void add(ServerSample sample, SamplePublisher samples) {
        sample.setFileSystem(fileSystems.orDefault(sample.getFileSystem()).name());
        samples.add(sample);
    }
}
