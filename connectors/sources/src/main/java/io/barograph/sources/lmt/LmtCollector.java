package io.barograph.sources.lmt;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SamplePublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what LMT adds to its database, while it adds it.
 *
 * <p>Each poll asks for new TS_IDs and reads the newest ones again, because LMT adds the servers to a TS_ID as they
 * report. A (server, TS_ID) is published once; only a crash between storing the samples and storing the position repeats
 * the samples of one poll. Without a position it begins one interval before the newest TS_ID, not with years of history.
 * After the database was down it goes on where it was.
 */
final class LmtCollector implements SourceCollector {
    private static final Logger LOG = LoggerFactory.getLogger(LmtCollector.class);

    private final LmtOptions options;
    private final FileSystemCatalogue catalogue;
    private final PositionStore positions;
    private final String host;
    private final Clock clock;
    private final DeadLetterThrottle letters;
    private LmtPoll poll;
    private Connection connection;

    /**
     * @param catalogue gives LMT's name of the file system the name that results carry
     * @param host host of the collector
     */
    LmtCollector(LmtOptions options, FileSystemCatalogue catalogue, PositionStore positions, String host, Clock clock) {
        this.options = options;
        this.catalogue = catalogue;
        this.positions = positions;
        this.host = host;
        this.clock = clock;
        this.letters = new DeadLetterThrottle(clock);
    }

    @Override
    public boolean poll(RecordPublisher output) {
        if (poll == null) {
            poll = new LmtPoll(options.server(), options, catalogue, positions);
        }
        // A row that is read again is refused again, but it is the same row and counts once.
        DeadLetterCounter refusals = new DeadLetterCounter(
                letters.to(output::refuse, again -> {}), Topic.SERVER_POLLS, "collector lmt", clock::instant);
        try {
            if (connection == null) {
                connection = options.connect();
            }
            poll.run(connection, new SamplePublisher(output, host, clock), refusals);
            return true;
        } catch (SQLException e) {
            close();
            throw unreadable(e);
        } catch (RuntimeException e) {
            poll = null; // what it had marked as published was not stored; it goes on from the stored position
            throw e;
        }
    }

    @Override
    public String check() {
        try (Connection test = options.connect()) {
            List<String> fileSystems = LmtCatalogue.load(test, options.server()).fileSystems().values().stream()
                    .map(fileSystem -> catalogue
                            .resolve(fileSystem.name())
                            .map(CatalogueFileSystem::name)
                            .orElse(fileSystem.name()))
                    .sorted()
                    .toList();
            List<Long> newest = LmtPoll.newest(test, 1);
            return test.getMetaData().getDatabaseProductName() + " "
                    + test.getMetaData().getDatabaseProductVersion() + ", file systems "
                    + String.join(", ", fileSystems)
                    + (newest.isEmpty() ? ", no sample yet" : ", newest TS_ID " + newest.get(0));
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private UnreadableSourceException unreadable(SQLException cause) {
        return new UnreadableSourceException(
                options.server(),
                "the database does not answer as an LMT database (" + cause.getMessage() + ")",
                "check host, port, database name, account and its SELECT right",
                cause);
    }

    @Override
    public void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("closing the connection to {}", options.server(), e);
            }
            connection = null;
        }
    }
}
