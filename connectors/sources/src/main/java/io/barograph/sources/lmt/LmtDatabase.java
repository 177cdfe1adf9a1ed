package io.barograph.sources.lmt;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.lmt.LmtCatalogue.LmtFileSystem;
import io.barograph.sources.lmt.LmtInstant.LmtSample;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The whole content of an LMT database of schema 1.1 as samples: OST (bytes, space, inodes; host is the OSS), OSS (CPU and
 * memory) and MDT (operations since the server started by LMT's names, CPU, space, inodes). NULL stays null.
 *
 * <p>LMT stores zoneless times, so the time zone of the host that filled the database has to be given. In the hour that
 * a clock change repeats, times are resolved so that they ascend with TS_ID. Rows that cannot be understood, rows of
 * servers or times that the database does not name, and times that go back become dead letters.
 */
public final class LmtDatabase implements SampleRecording {
    private static final String COMPONENT = "collector lmt";
    private static final int TS_IDS_PER_QUERY = 120;

    private final String name;
    private final ZoneId zone;
    private final Connection connection;
    private final Function<SQLException, UnreadableSourceException> unreadable;
    private final boolean file;
    private final DeadLetterCounter refusals;
    private final LmtCatalogue catalogue;
    private final Duration interval;

    private LmtDatabase(
            String name,
            ZoneId zone,
            Connection connection,
            Function<SQLException, UnreadableSourceException> unreadable,
            boolean file,
            DeadLetterCounter refusals) {
        this.name = name;
        this.zone = zone;
        this.connection = connection;
        this.unreadable = unreadable;
        this.file = file;
        this.refusals = refusals;
        try {
            this.catalogue = LmtCatalogue.load(connection, name);
            this.interval = LmtIntervalDetector.interval(connection, zone);
        } catch (SQLException e) {
            close();
            throw unreadable.apply(e);
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

    /**
     * @param file SQLite file, opened for reading only; its folder may be read-only too
     * @throws UnreadableSourceException if it is no LMT database in SQLite, or is damaged
     */
    public static LmtDatabase ofFile(Path file, ZoneId zone, Consumer<DeadLetter> letters) {
        Path absolute = file.toAbsolutePath();
        Connection connection = SqliteFile.open(absolute);
        return new LmtDatabase(
                file.toString(),
                zone,
                connection,
                e -> SqliteFile.unreadable(file, e),
                true,
                DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, COMPONENT, absolute));
    }

    /** As {@link #ofFile(Path, ZoneId, Consumer)}, with times in UTC. */
    public static LmtDatabase ofFile(Path file, Consumer<DeadLetter> letters) {
        return ofFile(file, ZoneOffset.UTC, letters);
    }

    /**
     * @param clock gives a dead letter without a time the present one
     * @throws UnreadableSourceException if it does not answer, or the database is not LMT's
     */
    public static LmtDatabase ofServer(
            LmtDatabaseServer server, ZoneId zone, Consumer<DeadLetter> letters, Clock clock) {
        Function<SQLException, UnreadableSourceException> unreadable = e -> new UnreadableSourceException(
                server.name(),
                "the database does not answer as an LMT database (" + e.getMessage() + ")",
                "check host, port, database name, account and its SELECT right",
                e);
        try {
            return new LmtDatabase(
                    server.name(),
                    zone,
                    server.connect(),
                    unreadable,
                    false,
                    new DeadLetterCounter(letters, Topic.SERVER_POLLS, COMPONENT, clock::instant));
        } catch (SQLException e) {
            throw unreadable.apply(e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<CatalogueFileSystem> fileSystems() {
        return catalogue.fileSystems().values().stream()
                .map(this::fileSystem)
                .sorted(Comparator.comparing(CatalogueFileSystem::name))
                .toList();
    }

    private CatalogueFileSystem fileSystem(LmtFileSystem fileSystem) {
        Set<String> aliases = fileSystem.mount() == null ? Set.of() : Set.of(fileSystem.mount());
        return new CatalogueFileSystem(fileSystem.name(), aliases, interval, 0);
    }

    /** Rows of OST_DATA, OSS_DATA and MDS_DATA. */
    @Override
    public OptionalLong expectedSamples() {
        try (PreparedStatement statement = connection.prepareStatement("SELECT (SELECT COUNT(*) FROM OST_DATA)"
                        + " + (SELECT COUNT(*) FROM OSS_DATA) + (SELECT COUNT(*) FROM MDS_DATA)");
                ResultSet row = statement.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        } catch (SQLException e) {
            throw unreadable.apply(e);
        }
    }

    @Override
    public long refused() {
        return refusals.count();
    }

    @Override
    public Iterator<ServerSample> samples() {
        return new Pass();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw unreadable.apply(e);
        }
    }

    /**
     * SQLite sorts each table once, outside the heap, and streams it. A server has an index on TS_ID and would buffer a
     * result that another query interrupts, so it is asked for some TS_IDs at a time.
     */
    private final class Pass implements Iterator<ServerSample> {
        private final LmtTimes times = new LmtTimes(zone);
        private final Deque<ServerSample> ready = new ArrayDeque<>();
        private LmtReader reader;
        private long lastTsId = -1;

        Pass() {
            try {
                reader = file ? read(null) : nextRange();
                fill();
            } catch (SQLException e) {
                throw unreadable.apply(e);
            }
        }

        @Override
        public boolean hasNext() {
            return !ready.isEmpty();
        }

        @Override
        public ServerSample next() {
            ServerSample sample = ready.poll();
            if (sample == null) {
                throw new NoSuchElementException();
            }
            if (ready.isEmpty()) {
                try {
                    fill();
                } catch (SQLException e) {
                    throw unreadable.apply(e);
                }
            }
            return sample;
        }

        private void fill() throws SQLException {
            while (ready.isEmpty() && reader != null) {
                Optional<LmtInstant> interval = reader.next();
                if (interval.isPresent()) {
                    interval.get().samples().stream().map(LmtSample::sample).forEach(ready::add);
                    times.forgetBefore(interval.get().tsId());
                } else {
                    reader.close();
                    reader = file ? null : nextRange();
                }
            }
        }

        private LmtReader read(TsIdRange range) throws SQLException {
            return new LmtReader(connection, name, catalogue, times, range, refusals, unused -> interval);
        }

        private LmtReader nextRange() throws SQLException {
            List<Long> tsIds = LmtTimestamps.after(connection, lastTsId, TS_IDS_PER_QUERY);
            if (tsIds.isEmpty()) {
                return null;
            }
            long first = lastTsId + 1;
            lastTsId = tsIds.get(tsIds.size() - 1);
            return read(new TsIdRange(first, lastTsId));
        }
    }

    /** Finds the interval at which a database was filled. */
    static final class LmtIntervalDetector {
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
}
