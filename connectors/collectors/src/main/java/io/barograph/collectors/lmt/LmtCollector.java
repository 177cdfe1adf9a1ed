package io.barograph.collectors.lmt;

import io.barograph.collectors.core.Backoff;
import io.barograph.collectors.core.PositionStore;
import io.barograph.collectors.core.Publisher;
import io.barograph.collectors.core.Refusals;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what LMT adds to its database, while it adds it.
 *
 * <p>It asks for new TS_IDs every sampling interval and reads the newest ones again, because LMT adds the servers to a
 * TS_ID as they report. A (server, TS_ID) is published once; only a crash between storing the samples and storing the
 * position repeats the samples of one poll. Without a position it begins one interval before the newest TS_ID, not with
 * years of history. While the database is down it says so once, waits longer and longer, and goes on where it was. A
 * failure to publish ends it, with the position where the last successful poll left it.
 */
public final class LmtCollector implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LmtCollector.class);
    private static final int REMEMBERED_REFUSALS = 10_000;

    private final LmtServer server;
    private final LmtCollectorOptions options;
    private final Clock clock;
    private final Pause pause;
    private final Backoff backoff;
    private final LmtPoll poll;
    private Connection connection;
    private Instant downSince;

    /**
     * @param server the database
     * @param options time zone, intervals
     * @param catalogue gives LMT's name of the file system the name that results carry
     * @param publisher takes samples and dead letters; stays open
     * @param positions remembers how far the database has been read
     * @param clock gives samples the time of their publication
     */
    public LmtCollector(
            LmtServer server,
            LmtCollectorOptions options,
            FileSystemCatalogue catalogue,
            Publisher publisher,
            PositionStore positions,
            Clock clock) {
        this(
                server,
                options,
                catalogue,
                publisher,
                positions,
                clock,
                duration -> Thread.sleep(duration.toMillis()),
                RandomGenerator.getDefault());
    }

    LmtCollector(
            LmtServer server,
            LmtCollectorOptions options,
            FileSystemCatalogue catalogue,
            Publisher publisher,
            PositionStore positions,
            Clock clock,
            Pause pause,
            RandomGenerator random) {
        this.server = server;
        this.options = options;
        this.clock = clock;
        this.pause = pause;
        this.backoff = new Backoff(options.samplingInterval(), options.longestBackoff(), random);
        Refusals refusals = new Refusals(onceOnly(publisher), Topic.SERVER_SAMPLES, "collector lmt", clock::instant);
        this.poll = new LmtPoll(server.name(), options, catalogue, publisher, positions, refusals, clock);
    }

    /** A row that is read again is refused again, but makes one letter. */
    private static Consumer<DeadLetter> onceOnly(Publisher publisher) {
        Set<String> seen = Collections.newSetFromMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                return size() > REMEMBERED_REFUSALS;
            }
        });
        return letter -> {
            if (seen.add(letter.getOrigin())) {
                publisher.refuse(letter);
            }
        };
    }

    /**
     * Collects until the thread is interrupted.
     *
     * @throws InterruptedException when it is
     * @throws io.barograph.collectors.core.PublishException if a sample could not be stored
     * @throws io.barograph.collectors.core.UnreadableSourceException if the database is not LMT's, or the position file is
     *     damaged
     */
    public void run() throws InterruptedException {
        try {
            while (true) {
                Instant begun = clock.instant();
                if (attempt()) {
                    Duration left = options.samplingInterval().minus(Duration.between(begun, clock.instant()));
                    pause.sleep(left.isNegative() ? Duration.ZERO : left);
                } else {
                    pause.sleep(backoff.next());
                }
            }
        } finally {
            close();
        }
    }

    /** @return false if the database did not answer */
    private boolean attempt() {
        try {
            if (connection == null) {
                connection = server.connect();
            }
            poll.run(connection);
            recovered();
            return true;
        } catch (SQLException e) {
            failed(e);
            return false;
        }
    }

    private void failed(SQLException cause) {
        if (downSince == null) {
            downSince = clock.instant();
            LOG.warn(
                    "LMT database {} does not answer ({}); trying again until it does",
                    server.name(),
                    cause.getMessage());
        }
        close();
    }

    private void recovered() {
        if (downSince != null) {
            LOG.info("LMT database {} answers again; it had not since {}", server.name(), downSince);
            downSince = null;
        }
        backoff.reset();
    }

    /** @return number of samples published so far */
    public long published() {
        return poll.published();
    }

    @Override
    public void close() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("closing the connection to {}", server.name(), e);
            }
            connection = null;
        }
    }
}
