package io.barograph.sources.lmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleList.SampleKey;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.testing.RecordedTable;
import io.barograph.testing.RecordedData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LmtDatabaseTest {
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");
    private static final String FIVE_MINUTES = "lmt/raw/snx11025_2018-01-28.sqlite3";
    private static final String RESET = "lmt/raw/lmtdb-reset.sqlite3";

    private final List<DeadLetter> letters = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void shouldAgreeWithTheTablesOfFiveMinutes() throws Exception {
        SampleList samples = read(RecordedData.path(FIVE_MINUTES));

        compareOsts(samples, "lmt/edison-scratch1-2018-01-28/ost.csv.gz", 1464);
        compareOsses(samples, "lmt/edison-scratch1-2018-01-28/oss.csv.gz", 1464);
        compareMdts(samples, "lmt/edison-scratch1-2018-01-28/mdt.csv.gz", 61);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldAgreeWithTheTablesOfTheReset() throws Exception {
        SampleList samples = read(RecordedData.path(RESET));

        compareOsts(samples, "lmt/cori-cscratch-2018-04-18-reset/ost.csv.gz", 26);
        compareOsses(samples, "lmt/cori-cscratch-2018-04-18-reset/oss.csv.gz", 7);
        compareMdts(samples, "lmt/cori-cscratch-2018-04-18-reset/mdt.csv.gz", 65);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldShowTheCountersAroundTheRestart() throws Exception {
        JsonNode reference = new ObjectMapper()
                .readTree(RecordedData.path("reference/lmt-counter-reset.json").toFile());
        Map<SampleKey, ServerSample> osts =
                read(RecordedData.path(RESET)).kind(ServerKind.OST).byKey();
        String target = reference.get("target").textValue();

        ServerSample before = osts.get(new SampleKey(
                Instant.ofEpochMilli(
                        reference.get("last_sample_before_outage_ms").longValue()),
                target));
        ServerSample after = osts.get(new SampleKey(
                Instant.ofEpochMilli(
                        reference.get("first_sample_after_outage_ms").longValue()),
                target));

        assertThat(before.getReadBytes())
                .isEqualTo(reference.at("/counters_before/read").longValue());
        assertThat(before.getWriteBytes())
                .isEqualTo(reference.at("/counters_before/write").longValue());
        assertThat(after.getReadBytes())
                .isEqualTo(reference.at("/counters_first_after/read").longValue());
        assertThat(after.getWriteBytes())
                .isEqualTo(reference.at("/counters_first_after/write").longValue());
        assertThat(osts.keySet())
                .noneMatch(key ->
                        key.time().isAfter(before.getTime()) && key.time().isBefore(after.getTime()));
        assertThat(Duration.between(before.getTime(), after.getTime()).dividedBy(Duration.ofSeconds(5)) - 1)
                .isEqualTo(reference.get("missing_samples").longValue());
    }

    @Test
    void shouldGiveSamplesInOrderAndAgainInASecondPass() {
        try (SampleRecording database = new LmtDatabase(RecordedData.path(FIVE_MINUTES), PACIFIC, letters::add)) {
            SampleList samples = SampleList.of(database.samples());

            assertThat(samples.all()).isSortedAccordingTo(SampleRecording.ORDER).allSatisfy(sample -> {
                assertThat(sample.getPublishedAt()).isEqualTo(sample.getTime());
                assertThat(sample.getIntervalMillis()).isEqualTo(5000);
                assertThat(sample.getCollector()).isEqualTo("lmt");
            });
            assertThat(database.expectedSamples()).hasValue(samples.all().size());
            assertThat(database.fileSystems())
                    .containsExactly(new CatalogueFileSystem("snx11025", Set.of(), Duration.ofSeconds(5), 0));
            assertThat(SampleList.of(database.samples())).isEqualTo(samples);
        }
    }

    @Test
    void shouldKeepNullsAndTheMountPointAsAnAlias() throws Exception {
        Path copy = changed(
                "UPDATE OST_DATA SET READ_BYTES = NULL, INODES_FREE = NULL WHERE OST_ID = 1 AND TS_ID = 8921900",
                "UPDATE MDS_DATA SET PCT_CPU = NULL WHERE TS_ID = 8921900",
                "UPDATE FILESYSTEM_INFO SET FILESYSTEM_MOUNT_NAME = '/scratch1'");

        try (SampleRecording database = new LmtDatabase(copy, PACIFIC, letters::add)) {
            assertThat(database.fileSystems().get(0).aliases()).containsExactly("/scratch1");
            Map<SampleKey, ServerSample> samples =
                    SampleList.of(database.samples()).byKey();
            ServerSample ost = samples.get(new SampleKey(Instant.parse("2018-01-28T08:00:10Z"), "snx11025-OST0000"));
            assertThat(ost.getReadBytes()).isNull();
            assertThat(ost.getFreeInodes()).isNull();
            assertThat(ost.getWriteBytes()).isPositive();
            ServerSample mdt = samples.get(new SampleKey(Instant.parse("2018-01-28T08:00:10Z"), "snx11025-MDT0000"));
            assertThat(mdt.getCpuPercent()).isNull();
            assertThat(mdt.getMetadataOperations()).hasSize(21);
        }
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldRefuseRowsThatCannotBeAndKeepTheRest() throws Exception {
        Path copy = changed(
                "UPDATE OST_DATA SET READ_BYTES = 'many' WHERE OST_ID = 1 AND TS_ID = 8921900",
                "UPDATE OST_DATA SET WRITE_BYTES = -5 WHERE OST_ID = 2 AND TS_ID = 8921900",
                "INSERT INTO OST_DATA VALUES (99, 8921901, 1, 1, 0, 1, 1, 1, 1)",
                "INSERT INTO OSS_DATA VALUES (1, 9999999, 1.0, 1.0)",
                "INSERT INTO MDS_OPS_DATA VALUES (1, 8921901, 999, 1, 1, 1)",
                "UPDATE TIMESTAMP_INFO SET TIMESTAMP = 'noon' WHERE TS_ID = 8921902");

        SampleList samples = read(copy);

        assertThat(samples.all()).hasSize(1464 + 1464 + 61 - 2 - 49);
        assertThat(letters)
                .extracting(DeadLetter::getReason)
                .contains(
                        "READ_BYTES = \"many\" is no number",
                        "WRITE_BYTES = -5 is no count",
                        "OST_INFO has no OST_ID 99 with a name and a file system",
                        "OPERATION_INFO has no such OPERATION_ID",
                        "TIMESTAMP \"noon\" is not of the form yyyy-mm-dd hh:mm:ss",
                        "TIMESTAMP_INFO has no usable time for TS_ID 9999999");
        // the five rows, the time, and all 24 + 24 + 1 + 21 rows that have no time without it
        assertThat(letters).hasSize(5 + 1 + 70).allSatisfy(letter -> {
            assertThat(letter.getSource()).isEqualTo("server-polls");
            assertThat(letter.getComponent()).isEqualTo("collector lmt");
            assertThat(letter.getOrigin()).startsWith(copy.toString()).contains("TS_ID=");
        });
        DeadLetter many = letters.stream()
                .filter(letter -> letter.getReason().contains("many"))
                .findFirst()
                .orElseThrow();
        assertThat(many.getTime()).isEqualTo(Instant.parse("2018-01-28T08:00:10Z"));
        assertThat(StandardCharsets.UTF_8.decode(many.getPayload()).toString()).contains("OST_ID=1 READ_BYTES=many");
    }

    @Test
    void shouldCountRefusals() throws Exception {
        Path copy = changed("UPDATE OST_DATA SET READ_BYTES = 'many' WHERE OST_ID = 1");
        try (SampleRecording database = new LmtDatabase(copy, PACIFIC, letters::add)) {
            SampleList.of(database.samples());
            assertThat(database.refused()).isEqualTo(61).isEqualTo(letters.size());
        }
    }

    @Test
    void shouldRefuseTimesThatGoBackAsAWrongZoneMakesThem() throws Exception {
        // an hour that the clock repeats goes back if it is read as UTC
        Path copy = changed(
                "UPDATE TIMESTAMP_INFO SET TIMESTAMP = '2018-11-04 01:59:' || (5 * (TS_ID - 8921898)) WHERE TS_ID < 8921910",
                "UPDATE TIMESTAMP_INFO SET TIMESTAMP = '2018-11-04 01:0' || ((TS_ID - 8921910) / 12) || ':'"
                        + " || printf('%02d', 5 * ((TS_ID - 8921910) % 12)) WHERE TS_ID >= 8921910",
                "UPDATE TIMESTAMP_INFO SET TIMESTAMP = '2018-11-04 01:59:0' || (5 * (TS_ID - 8921898)) WHERE TS_ID < 8921900");

        SampleList right = read(copy);
        assertThat(letters).isEmpty();
        assertThat(right.all()).hasSize(1464 + 1464 + 61);
        assertThat(right.all().get(0).getTime()).isEqualTo(Instant.parse("2018-11-04T08:59:00Z"));
        assertThat(right.all().get(right.all().size() - 1).getTime()).isEqualTo(Instant.parse("2018-11-04T09:04:00Z"));

        try (SampleRecording wrong = new LmtDatabase(copy, ZoneOffset.UTC, letters::add)) {
            assertThat(SampleList.of(wrong.samples()).all()).hasSize(12 * 49);
        }
        assertThat(letters).hasSize(49 * (1 + 24 + 24 + 1 + 21)).anySatisfy(letter -> assertThat(letter.getReason())
                .contains("is the database's time zone another one?"));
    }

    @Test
    void shouldReadAFileWithAWriteAheadLog() throws Exception {
        Path copy = Files.copy(RecordedData.path(FIVE_MINUTES), folder.resolve("wal.sqlite3"));
        copy.toFile().setWritable(true);
        try (Connection writer = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("DELETE FROM OSS_DATA");

            assertThat(read(copy).kind(ServerKind.OSS).all()).isEmpty();
        }
    }

    @Test
    void shouldSayThatAFileIsTruncated() throws Exception {
        byte[] whole = Files.readAllBytes(RecordedData.path(FIVE_MINUTES));
        for (int length : List.of(150, 4096, 20_000, whole.length / 2, whole.length - 1)) {
            Path cut = Files.write(folder.resolve("cut-" + length), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> read(cut))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(cut.toString())
                    .hasMessageContaining("truncated: it has " + length + " bytes of " + whole.length)
                    .hasMessageContaining("get a complete copy");
        }
    }

    @Test
    void shouldSayThatAFileIsNoSqliteDatabase() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.sqlite3"), "no database ".repeat(50));
        Path empty = Files.writeString(folder.resolve("empty.sqlite3"), "");
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(text + ": not an SQLite database");
        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it has only 0 bytes");
        assertThatThrownBy(() -> read(folder.resolve("none.sqlite3")))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("cannot be opened");
    }

    @Test
    void shouldSayThatADatabaseIsDamaged() throws Exception {
        byte[] bytes = Files.readAllBytes(RecordedData.path(FIVE_MINUTES));
        Arrays.fill(bytes, 4096, bytes.length - 4096, (byte) 0x5a);
        Path damaged = Files.write(folder.resolve("damaged.sqlite3"), bytes);

        assertThatThrownBy(() -> read(damaged))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(damaged.toString())
                .hasMessageContaining("not readable as an LMT database");
    }

    @Test
    void shouldSayThatADatabaseIsNotOfSchemaOneOne() throws Exception {
        Path version = changed("UPDATE FILESYSTEM_INFO SET SCHEMA_VERSION = 2.0");
        assertThatThrownBy(() -> read(version))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("LMT schema 2.0 is not supported");

        Path other = changed("DROP TABLE FILESYSTEM_INFO");
        assertThatThrownBy(() -> read(other))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("no such table: FILESYSTEM_INFO");
    }

    private SampleList read(Path file) {
        try (SampleRecording database = new LmtDatabase(file, PACIFIC, letters::add)) {
            return SampleList.of(database.samples());
        }
    }

    private Path changed(String... updates) throws Exception {
        Path copy = folder.resolve("changed-" + updates[0].hashCode() + ".sqlite3");
        Files.write(copy, Files.readAllBytes(RecordedData.path(FIVE_MINUTES)));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                Statement statement = connection.createStatement()) {
            for (String update : updates) {
                statement.execute(update);
            }
        }
        return copy;
    }

    private static void compareOsts(SampleList samples, String table, int count) throws Exception {
        Map<SampleKey, ServerSample> osts =
                new HashMap<>(samples.kind(ServerKind.OST).byKey());
        assertThat(osts).hasSize(count);
        for (NamedCsvRecord row : RecordedTable.rows(table)) {
            ServerSample sample = osts.remove(key(row, "target"));
            assertThat(sample).as("%s", row).isNotNull();
            assertThat(sample.getFileSystem()).isEqualTo(row.getField("file_system"));
            assertThat(sample.getHost()).isEqualTo(row.getField("server"));
            assertThat(sample.getReadBytes()).isEqualTo(whole(row, "read_bytes_total"));
            assertThat(sample.getWriteBytes()).isEqualTo(whole(row, "write_bytes_total"));
            compareSpace(sample, row);
        }
        assertThat(osts).isEmpty();
    }

    private static void compareOsses(SampleList samples, String table, int count) throws Exception {
        Map<SampleKey, ServerSample> osses =
                new HashMap<>(samples.kind(ServerKind.OSS).byKey());
        assertThat(osses).hasSize(count);
        for (NamedCsvRecord row : RecordedTable.rows(table)) {
            ServerSample sample = osses.remove(key(row, "server"));
            assertThat(sample).as("%s", row).isNotNull();
            assertThat(sample.getCpuPercent()).isEqualTo(Double.parseDouble(row.getField("cpu_pct")));
            assertThat(sample.getMemoryPercent()).isEqualTo(Double.parseDouble(row.getField("mem_pct")));
        }
        assertThat(osses).isEmpty();
    }

    private static void compareMdts(SampleList samples, String table, int count) throws Exception {
        Map<SampleKey, ServerSample> mdts =
                new HashMap<>(samples.kind(ServerKind.MDT).byKey());
        assertThat(mdts).hasSize(count);
        for (NamedCsvRecord row : RecordedTable.rows(table)) {
            ServerSample sample = mdts.remove(key(row, "target"));
            assertThat(sample).as("%s", row).isNotNull();
            assertThat(sample.getHost()).isEqualTo(row.getField("server"));
            assertThat(sample.getCpuPercent()).isEqualTo(Double.parseDouble(row.getField("cpu_pct")));
            compareSpace(sample, row);
            Map<String, Long> operations = new HashMap<>();
            for (String column : row.getHeader()) {
                if (column.endsWith("_total")) {
                    operations.put(column.substring(0, column.length() - "_total".length()), whole(row, column));
                }
            }
            assertThat(sample.getMetadataOperations()).isEqualTo(operations).hasSize(21);
        }
        assertThat(mdts).isEmpty();
    }

    private static void compareSpace(ServerSample sample, NamedCsvRecord row) {
        assertThat(sample.getUsedKibibytes()).isEqualTo(whole(row, "kbytes_used"));
        assertThat(sample.getFreeKibibytes()).isEqualTo(whole(row, "kbytes_free"));
        assertThat(sample.getUsedInodes()).isEqualTo(whole(row, "inodes_used"));
        assertThat(sample.getFreeInodes()).isEqualTo(whole(row, "inodes_free"));
    }

    private static SampleKey key(NamedCsvRecord row, String server) {
        return new SampleKey(Instant.ofEpochMilli(Long.parseLong(row.getField("timestamp_ms"))), row.getField(server));
    }

    private static Long whole(NamedCsvRecord row, String column) {
        return Long.valueOf(row.getField(column));
    }
}
