package io.barograph.sources.lmt;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.lmt.LmtCatalogue.LmtFileSystem;
import io.barograph.sources.lmt.LmtReader.LmtInstant;
import io.barograph.sources.lmt.LmtReader.LmtSample;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The whole content of an LMT database of schema 1.1 as samples: OST (bytes, space, inodes; host is the OSS), OSS (CPU and
 * memory) and MDT (operations since the server started by LMT's names, CPU, space, inodes). NULL stays null.
 *
 * <p>LMT stores zoneless times, so the time zone of the host that filled the database has to be given. In the hour that
 * a clock change repeats, times are resolved so that they ascend with TS_ID. Rows that cannot be understood, rows of
 * servers or times that the database does not name, and times that go back become dead letters.
 */
public final class LmtDatabase implements SampleRecording {
    private static final int ROWS_FOR_INTERVAL = 1000;

    private final Path file;
    private final ZoneId zone;
    private final Connection connection;
    private final DeadLetterCounter refusals;
    private final LmtCatalogue catalogue;
    private final Duration interval;

    /**
     * @param file SQLite file, opened for reading only; its folder may be read-only too
     * @throws UnreadableSourceException if it is no LMT database in SQLite, or is damaged
     */
    public LmtDatabase(Path file, ZoneId zone, Consumer<DeadLetter> letters) {
        Path absolute = file.toAbsolutePath();
        this.file = file;
        this.zone = zone;
        this.connection = SqliteFile.open(absolute);
        this.refusals = DeadLetterCounter.ofFile(letters, Topic.SERVER_POLLS, "collector lmt", absolute);
        try {
            this.catalogue = LmtCatalogue.load(connection, file.toString());
            this.interval = interval(connection, zone);
        } catch (SQLException e) {
            close();
            throw SqliteFile.unreadable(file, e);
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

    @Override
    public String name() {
        return file.toString();
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
            throw SqliteFile.unreadable(file, e);
        }
    }

    @Override
    public long refused() {
        return refusals.count();
    }

    @Override
    public Iterator<ServerSample> samples() {
        LmtTimes times = new LmtTimes(zone);
        try {
            LmtReader reader = new LmtReader(connection, file.toString(), catalogue, times, null, refusals, interval);
            return Stream.generate(() -> next(reader, times))
                    .takeWhile(Optional::isPresent)
                    .flatMap(instant -> instant.get().samples().stream())
                    .map(LmtSample::sample)
                    .iterator();
        } catch (SQLException e) {
            throw SqliteFile.unreadable(file, e);
        }
    }

    private Optional<LmtInstant> next(LmtReader reader, LmtTimes times) {
        try {
            Optional<LmtInstant> instant = reader.next();
            if (instant.isPresent()) {
                times.forgetBefore(instant.get().tsId());
            } else {
                reader.close();
            }
            return instant;
        } catch (SQLException e) {
            throw SqliteFile.unreadable(file, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw SqliteFile.unreadable(file, e);
        }
    }

    /** @return the most frequent distance of the first thousand times; the default where there are not two of them */
    private static Duration interval(Connection connection, ZoneId zone) throws SQLException {
        Map<Duration, Integer> counts = new TreeMap<>();
        LmtTimes times = new LmtTimes(zone);
        Instant previous = null;
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT TS_ID, TIMESTAMP FROM TIMESTAMP_INFO ORDER BY TS_ID LIMIT ?")) {
            statement.setInt(1, ROWS_FOR_INTERVAL);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    try {
                        Instant time = times.resolve(LmtColumnReader.key(row, "TS_ID"), row.getString("TIMESTAMP"));
                        if (previous != null) {
                            counts.merge(Duration.between(previous, time), 1, Integer::sum);
                        }
                        previous = time;
                    } catch (RefusedRecordException e) {
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
