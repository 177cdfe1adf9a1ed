package io.barograph.sources.lmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.PositionStore;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.testing.RecordedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real MariaDB with LMT's tables and the content of a real database. */
class LmtCollectorTest {
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");
    private static final Instant NOW = Instant.parse("2018-01-28T08:05:03Z");
    private static final long FIRST = LmtTestDatabase.FIRST_TS_ID;
    private static final long LAST = LmtTestDatabase.LAST_TS_ID;
    private static final int SAMPLES_PER_TS_ID = 24 + 24 + 1;
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch1", "snx11025")));

    private static MariaDbServer server;

    /** Something that happens between two polls. */
    private interface Event {
        void happen() throws Exception;
    }

    @TempDir
    private Path folder;

    private final PublishedRecords publisher = new PublishedRecords();
    private int failedPolls;
    private LmtTestDatabase database;
    private PositionStore positions;

    @BeforeAll
    static void startServer(@TempDir Path serverFolder) throws Exception {
        server = MariaDbServer.start(serverFolder);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.stop();
        }
    }

    @BeforeEach
    void makeTables() throws Exception {
        database = new LmtTestDatabase(server);
        database.reset();
        positions = new PositionStore(folder.resolve("lmt.json"));
    }

    @Test
    void shouldReadWhatItMissedInSeveralRanges() throws Exception {
        run(() -> addOssRows(1, 1), () -> addOssRows(2, 1000));

        List<ServerSample> samples = publisher.stored(ServerSample.class);
        assertThat(samples).hasSize(1000).isSortedAccordingTo(SampleRecording.ORDER);
        assertThat(samples.get(999).getTime()).isEqualTo(Instant.parse("2018-01-28T09:23:20Z"));
    }

    private void addOssRows(int first, int last) throws Exception {
        String numbers = " FROM seq_" + first + "_to_" + last;
        database.execute(
                "INSERT INTO TIMESTAMP_INFO SELECT seq, DATE_ADD('2018-01-28 00:00:00', INTERVAL 5 * seq SECOND)"
                        + numbers);
        database.execute("INSERT INTO OSS_DATA SELECT 1, seq, 1.5, 2.5" + numbers);
    }

    @Test
    void shouldBeginOneIntervalBeforeTheNewestTsId() throws Exception {
        database.add(FIRST, LAST);

        run();

        assertThat(publisher.stored(ServerSample.class)).hasSize(2 * SAMPLES_PER_TS_ID);
        assertThat(publisher.stored(ServerSample.class).get(0).getTime())
                .isEqualTo(Instant.parse("2018-01-28T08:04:55Z"));
        assertThat(publisher.stored(ServerSample.class)).allSatisfy(sample -> {
            assertThat(sample.getFileSystem()).isEqualTo("scratch1");
            assertThat(sample.getPublishedAt()).isEqualTo(NOW);
            assertThat(sample.getIntervalMillis()).isEqualTo(5000);
        });
    }

    @Test
    void shouldWaitForTheFirstTsIdOfAnEmptyDatabase() throws Exception {
        run(() -> {}, () -> database.add(FIRST, FIRST), () -> database.add(FIRST + 1, FIRST + 1));

        assertThat(publisher.stored(ServerSample.class)).hasSize(2 * SAMPLES_PER_TS_ID);
    }

    @Test
    void shouldNeitherLoseNorDoubleWhenRestartedInTheMiddle() throws Exception {
        database.add(FIRST, FIRST + 1);
        run(() -> database.add(FIRST + 2, FIRST + 20), () -> database.add(FIRST + 21, FIRST + 30));
        database.add(FIRST + 31, FIRST + 40);
        run(() -> database.add(FIRST + 41, LAST));
        run();

        assertSamplesOfTheRecording();
    }

    @Test
    void shouldCatchUpInSeveralBatches() throws Exception {
        database.execute(
                "INSERT INTO TIMESTAMP_INFO SELECT seq, DATE_ADD('2018-01-28 00:00:00', INTERVAL 5 * seq SECOND)"
                        + " FROM seq_1_to_2");
        run();
        database.execute(
                "INSERT INTO TIMESTAMP_INFO SELECT seq, DATE_ADD('2018-01-28 00:00:00', INTERVAL 5 * seq SECOND)"
                        + " FROM seq_3_to_1000");
        database.execute("INSERT INTO OSS_DATA SELECT 1, seq, 1.5, 2.5 FROM seq_1_to_1000");
        run();

        assertThat(publisher.stored(ServerSample.class)).hasSize(1000);
    }

    @Test
    void shouldPickUpRowsThatArriveLate() throws Exception {
        database.add(FIRST, FIRST + 1);
        run(
                () -> {
                    database.addTimes(FIRST + 2, FIRST + 2);
                    database.copy("OST_DATA", "TS_ID = " + (FIRST + 2) + " AND OST_ID <= 20");
                },
                () -> database.copy("OST_DATA", "TS_ID = " + (FIRST + 2) + " AND OST_ID BETWEEN 21 AND 23"),
                () -> {
                    database.add(FIRST + 3, FIRST + 3);
                    database.copy("OSS_DATA", "TS_ID = " + (FIRST + 2));
                },
                () -> {
                    database.copy("OST_DATA", "TS_ID = " + (FIRST + 2) + " AND OST_ID = 24");
                    database.copy("MDS_DATA", "TS_ID = " + (FIRST + 2));
                    database.copy("MDS_OPS_DATA", "TS_ID = " + (FIRST + 2));
                },
                () -> database.add(FIRST + 4, LAST));

        assertSamplesOfTheRecording();
    }

    @Test
    void shouldPickUpLateRowsOnceAlsoAcrossARestart() throws Exception {
        database.add(FIRST, FIRST + 1);
        run(() -> {
            database.addTimes(FIRST + 2, FIRST + 2);
            database.copy("OST_DATA", "TS_ID = " + (FIRST + 2) + " AND OST_ID <= 20");
        });
        database.copy("OST_DATA", "TS_ID = " + (FIRST + 2) + " AND OST_ID > 20");
        database.copy("OSS_DATA", "TS_ID = " + (FIRST + 2));
        database.copy("MDS_DATA", "TS_ID = " + (FIRST + 2));
        database.copy("MDS_OPS_DATA", "TS_ID = " + (FIRST + 2));
        run(() -> database.add(FIRST + 3, LAST));

        assertSamplesOfTheRecording();
    }

    @Test
    void shouldPublishAnMdtOnlyWhenAllItsOperationsAreThere() throws Exception {
        database.add(FIRST, FIRST + 1);
        List<Integer> mdts = new ArrayList<>();
        run(
                () -> {
                    database.addTimes(FIRST + 2, FIRST + 2);
                    database.copy("MDS_DATA", "TS_ID = " + (FIRST + 2));
                    database.copy("MDS_OPS_DATA", "TS_ID = " + (FIRST + 2) + " AND OPERATION_ID <= 20");
                },
                () -> {
                    mdts.add(storedMdts());
                    database.copy("MDS_OPS_DATA", "TS_ID = " + (FIRST + 2) + " AND OPERATION_ID > 20");
                },
                () -> mdts.add(storedMdts()));

        assertThat(mdts).containsExactly(2, 3);
        assertThat(publisher.stored(ServerSample.class))
                .filteredOn(sample -> sample.getKind() == ServerKind.MDT)
                .allSatisfy(sample -> assertThat(sample.getMetadataOperations()).hasSize(21));
    }

    @Test
    void shouldPublishAnIncompleteMdtWhenItsTimeIsUp() throws Exception {
        database.add(FIRST, FIRST + 1);
        run(
                () -> {
                    database.addTimes(FIRST + 2, FIRST + 2);
                    database.copy("MDS_DATA", "TS_ID = " + (FIRST + 2));
                },
                () -> database.add(FIRST + 3, FIRST + 3),
                () -> database.add(FIRST + 4, FIRST + 4));

        assertThat(publisher.stored(ServerSample.class))
                .filteredOn(sample -> sample.getKind() == ServerKind.MDT)
                .hasSize(5)
                .filteredOn(sample -> sample.getMetadataOperations() == null)
                .singleElement()
                .satisfies(sample -> assertThat(sample.getTime()).isEqualTo(Instant.parse("2018-01-28T08:00:10Z")));
    }

    @Test
    void shouldGoOnWhereItWasAfterTheDatabaseWasDown() throws Exception {
        database.add(FIRST, FIRST + 1);
        run(
                () -> database.add(FIRST + 2, FIRST + 10),
                () -> server.stop(),
                () -> {},
                () -> {},
                () -> {},
                () -> {
                    server.start();
                    database.add(FIRST + 11, LAST);
                },
                () -> {});

        assertSamplesOfTheRecording();
        assertThat(failedPolls).as("polls of a server that was away").isEqualTo(4);
    }

    @Test
    void shouldKeepThePositionWhenPublishingFails() throws Exception {
        database.add(FIRST, FIRST + 1);
        run();
        String before = positions.read().orElseThrow();
        database.add(FIRST + 2, FIRST + 20);
        publisher.failFromNowOn(true);

        assertThatThrownBy(this::run).isInstanceOf(PublishException.class);
        assertThat(positions.read()).contains(before);

        publisher.failFromNowOn(false);
        database.add(FIRST + 21, LAST);
        run();
        assertSamplesOfTheRecording();
    }

    @Test
    void shouldBeginWithTheNewestSamplesOfADatabaseMadeAnew() throws Exception {
        database.add(LAST - 5, LAST);
        run();
        database.reset();
        database.add(FIRST, FIRST + 9);
        publisher.take(ServerSample.class);
        run();

        assertThat(publisher.stored(ServerSample.class)).hasSize(2 * SAMPLES_PER_TS_ID);
        assertThat(publisher.stored(ServerSample.class).get(0).getTime())
                .isEqualTo(Instant.parse("2018-01-28T08:00:40Z"));
    }

    @Test
    void shouldSendARefusedRowToTheDeadLettersOnce() throws Exception {
        database.add(FIRST, FIRST + 1);
        database.execute("UPDATE OST_DATA SET READ_BYTES = -1 WHERE OST_ID = 7 AND TS_ID = " + (FIRST + 1));
        run(() -> {}, () -> database.add(FIRST + 2, FIRST + 2));

        assertThat(publisher.stored(DeadLetter.class)).singleElement().satisfies(letter -> {
            assertThat(letter.getReason()).isEqualTo("READ_BYTES = -1 is no count");
            assertThat(letter.getOrigin()).contains("OST_DATA").contains("TS_ID=" + (FIRST + 1));
            assertThat(letter.getTime()).isEqualTo(Instant.parse("2018-01-28T08:00:05Z"));
        });
        assertThat(publisher.stored(ServerSample.class)).hasSize(3 * SAMPLES_PER_TS_ID - 1);
    }

    @Test
    void shouldGoOnInTheRepeatedHourAfterARestart() throws Exception {
        database.execute("INSERT INTO TIMESTAMP_INFO VALUES (1, '2018-11-04 01:59:50'), (2, '2018-11-04 01:59:55')");
        database.execute("ALTER TABLE TIMESTAMP_INFO DROP INDEX TIMESTAMP");
        database.execute("INSERT INTO OSS_DATA VALUES (1, 1, 1, 1), (1, 2, 1, 1)");
        run(() -> database.execute("INSERT INTO TIMESTAMP_INFO VALUES (3, '2018-11-04 01:00:00'),"
                + " (4, '2018-11-04 01:00:05'), (5, '2018-11-04 01:00:10')"));
        database.execute("INSERT INTO TIMESTAMP_INFO VALUES (6, '2018-11-04 01:00:15')");
        database.execute("INSERT INTO OSS_DATA VALUES (1, 5, 1, 1), (1, 6, 1, 1)");
        run();

        assertThat(publisher.stored(ServerSample.class))
                .extracting(ServerSample::getTime)
                .containsExactly(
                        Instant.parse("2018-11-04T08:59:50Z"),
                        Instant.parse("2018-11-04T08:59:55Z"),
                        Instant.parse("2018-11-04T09:00:10Z"),
                        Instant.parse("2018-11-04T09:00:15Z"));
    }

    @Test
    void shouldSayThatThePositionFileIsDamaged() throws Exception {
        positions.write("{\"settled\": 12, \"publ");

        assertThatThrownBy(this::run)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(positions.file().toString())
                .hasMessageContaining("delete it to begin with the newest samples");
    }

    @Test
    void shouldNotShowThePasswordOfAnAccountThatIsDenied() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong"), "quicksilver\n");
        LmtOptions denied = server.options(ZoneOffset.UTC, wrong);

        try (LmtCollector collector = new LmtCollector(denied, CATALOGUE, positions, "here", fixedClock())) {
            assertThatThrownBy(() -> collector.poll(publisher))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(server.options(ZoneOffset.UTC).server())
                    .hasMessageContaining("Access denied")
                    .hasMessageContaining("check host, port, database name, account and its SELECT right")
                    .satisfies(e -> assertThat(e.getMessage() + e.getCause()).doesNotContain("quicksilver"));
        }
        assertThat(denied.server().toString()).doesNotContain("quicksilver");
    }

    private int storedMdts() {
        return (int) publisher.stored(ServerSample.class).stream()
                .filter(sample -> sample.getKind() == ServerKind.MDT)
                .count();
    }

    private void assertSamplesOfTheRecording() {
        List<ServerSample> expected;
        try (SampleRecording file =
                new LmtDatabase(RecordedData.path(LmtTestDatabase.RECORDING), PACIFIC, letter -> {})) {
            expected = new ArrayList<>(SampleList.of(file.samples()).all());
        }
        expected.forEach(sample -> {
            sample.setFileSystem("scratch1");
            sample.setPublishedAt(NOW);
        });
        assertThat(publisher.stored(ServerSample.class)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldSayWhatItFindsWithoutReadingAnything() throws Exception {
        database.add(FIRST, LAST);
        try (LmtCollector collector =
                new LmtCollector(server.options(ZoneOffset.UTC), CATALOGUE, positions, "here", fixedClock())) {
            assertThat(collector.check())
                    .startsWith("MariaDB ")
                    .contains("file systems scratch1")
                    .endsWith("newest TS_ID " + LAST);
        }
        assertThat(positions.read()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrongWithADatabaseThatIsAway() throws Exception {
        try (LmtCollector collector =
                new LmtCollector(server.options(ZoneOffset.UTC), CATALOGUE, positions, "here", fixedClock())) {
            server.stop();
            assertThatThrownBy(collector::check)
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(server.options(ZoneOffset.UTC).server())
                    .hasMessageContaining("check host, port");
        } finally {
            server.start();
        }
    }

    /** Runs a collector of its own: a poll, then each event followed by a poll. */
    private void run(Event... events) throws Exception {
        failedPolls = 0;
        try (LmtCollector collector =
                new LmtCollector(server.options(PACIFIC), CATALOGUE, positions, "here", fixedClock())) {
            poll(collector);
            for (Event event : events) {
                event.happen();
                poll(collector);
            }
        }
    }

    private void poll(LmtCollector collector) {
        try {
            assertThat(collector.poll(publisher)).isTrue();
        } catch (UnreadableSourceException e) {
            if (!(e.getCause() instanceof SQLException)) {
                throw e;
            }
            failedPolls++;
        }
    }

    private static Clock fixedClock() {
        return Clock.fixed(NOW, ZoneOffset.UTC);
    }
}
