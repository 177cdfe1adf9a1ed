package io.barograph.sources.gpfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleList.SampleKey;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.sources.testing.RecordedTable;
import io.barograph.testing.AtLength;
import io.barograph.testing.RecordedData;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MmperfmonRecordingTest {
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");
    private static final String DOMAIN = ".nersc.gov";

    @TempDir
    private Path folder;

    private final List<DeadLetter> letters = new ArrayList<>();

    @Test
    void shouldGiveEveryAmountAndLoadOfTheRecordedDay() throws IOException {
        try (SampleRecording recording = recording("tlproject2", "gpfs/raw/mmperfmon.2019-05-15-mini.tgz")) {
            SampleList samples = SampleList.of(recording.samples());
            assertThat(letters).isEmpty();
            assertThat(samples.all()).isSortedAccordingTo(SampleRecording.ORDER);
            assertThat(recording.fileSystems())
                    .containsExactly(new CatalogueFileSystem("tlproject2", Set.of(), Duration.ofMinutes(1), 0));
            Map<String, Map<Instant, Long>> read = samples.differences(ServerSample::getReadBytes);
            Map<String, Map<Instant, Long>> written = samples.differences(ServerSample::getWriteBytes);
            List<NamedCsvRecord> rows = RecordedTable.rows("gpfs/nsd-2019-05-15.csv.gz");
            for (NamedCsvRecord row : rows) {
                String disk = row.getField("server") + DOMAIN + "/" + row.getField("lun");
                assertThat(amount(read, disk, time(row))).isEqualTo(number(row, "bytes_read"));
                assertThat(amount(written, disk, time(row))).isEqualTo(number(row, "bytes_written"));
            }
            assertThat(read.values().stream().mapToInt(Map::size).sum()).isEqualTo(rows.size());
            assertThat(written.values().stream().mapToInt(Map::size).sum()).isEqualTo(rows.size());
            int loads = assertLoads(samples, "gpfs/server-2019-05-15.csv.gz");
            assertThat(samples.all()).hasSize(rows.size() + read.size() + loads);
            assertThat(samples.all())
                    .allSatisfy(sample -> assertThat(sample.getKind()).isEqualTo(ServerKind.NSD));
        }
    }

    private static Double amount(Map<String, Map<Instant, Long>> differences, String server, Instant time) {
        Long amount = differences.get(server).get(time);
        return amount == null ? null : amount.doubleValue();
    }

    private static int assertLoads(SampleList samples, String table) throws IOException {
        Map<SampleKey, ServerSample> byKey = samples.byKey();
        List<NamedCsvRecord> rows = RecordedTable.rows(table);
        for (NamedCsvRecord row : rows) {
            ServerSample sample = byKey.get(new SampleKey(time(row), row.getField("server") + DOMAIN));
            assertThat(sample.getCpuPercent())
                    .isCloseTo(number(row, "cpu_user_pct") + number(row, "cpu_sys_pct"), within(1e-9));
            double total = number(row, "mem_total_bytes");
            assertThat(sample.getMemoryPercent())
                    .isCloseTo(100 * (total - number(row, "mem_free_bytes")) / total, within(1e-9));
            assertThat(sample.getReadBytes()).isNull();
        }
        return rows.size();
    }

    @Test
    void shouldGiveEveryLoadOfTheThirtySixServers() throws IOException {
        try (SampleRecording recording = recording("tlproject2", "gpfs/raw/mmperfmon.tgz")) {
            SampleList samples = SampleList.of(recording.samples());
            assertThat(letters).isEmpty();
            assertThat(samples.all()).hasSize(assertLoads(samples, "gpfs/server-2019-01-11.csv.gz"));
        }
    }

    @Test
    void shouldReadTheRawValuesOfEveryMetricIncludingThoseThatNoSampleHolds() throws IOException {
        Map<List<Object>, Double> values = new HashMap<>();
        DeadLetterCounter refusals =
                new DeadLetterCounter(letters::add, Topic.SERVER_POLLS, "test", () -> Instant.EPOCH);
        ReportFiles.read(
                RecordedData.path("gpfs/raw/mmperfmon.tgz"),
                refusals,
                text -> MmperfmonReport.read(text, (column, time, value) -> {
                    values.put(
                            List.of(
                                    column.node(),
                                    column.metric(),
                                    time.atZone(PACIFIC).toInstant()),
                            value);
                    return null;
                }));
        Map<String, String> columns = Map.of(
                "cpu_user", "cpu_user_pct",
                "cpu_sys", "cpu_sys_pct",
                "mem_total", "mem_total_bytes",
                "mem_free", "mem_free_bytes",
                "net_r", "net_lo_received_bytes",
                "net_s", "net_lo_sent_bytes");
        List<NamedCsvRecord> rows = RecordedTable.rows("gpfs/server-2019-01-11.csv.gz");
        for (NamedCsvRecord row : rows) {
            columns.forEach((metric, column) -> assertThat(
                            values.get(List.of(row.getField("server") + DOMAIN, metric, time(row))))
                    .isCloseTo(number(row, column), within(0.05)));
        }
        assertThat(values).hasSize(columns.size() * rows.size());
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldGiveEveryAmountAndOperationOfTheClient() throws IOException {
        try (SampleRecording recording = recording(null, "gpfs/raw/mmperfmon-gpfsNumberOperations.txt.gz")) {
            SampleList samples = SampleList.of(recording.samples());
            assertThat(letters).isEmpty();
            assertThat(recording.fileSystems())
                    .extracting(CatalogueFileSystem::name, CatalogueFileSystem::samplingInterval)
                    .containsExactly(
                            tuple("tlproject2", Duration.ofMinutes(10)), tuple("tlprojecta", Duration.ofMinutes(10)));
            List<NamedCsvRecord> rows = RecordedTable.rows("gpfs/client-2019-01-08.csv.gz");
            for (NamedCsvRecord row : rows) {
                SampleList own = new SampleList(samples.all().stream()
                        .filter(sample -> sample.getFileSystem().equals(row.getField("file_system")))
                        .toList());
                String node = row.getField("server") + DOMAIN;
                assertThat(own.all())
                        .allSatisfy(sample -> assertThat(sample.getServer()).isEqualTo(node));
                assertThat(amount(own.differences(ServerSample::getReadBytes), node, time(row)))
                        .isEqualTo(number(row, "bytes_read"));
                assertThat(amount(own.differences(ServerSample::getWriteBytes), node, time(row)))
                        .isEqualTo(number(row, "bytes_written"));
                assertThat(amount(own.differences(ServerSample::getReadOperations), node, time(row)))
                        .isEqualTo(number(row, "read_ops"));
                assertThat(amount(own.differences(ServerSample::getWriteOperations), node, time(row)))
                        .isEqualTo(number(row, "write_ops"));
            }
            assertThat(samples.all()).hasSize(rows.size() + 2);
        }
    }

    @Test
    void shouldReadTheOtherSingleReportsWithoutRefusingALine() throws IOException {
        try (SampleRecording recording =
                recording("tlproject2", "gpfs/raw/mmperfmon-usage.txt.gz", "gpfs/raw/mmperfmon-nsdds.txt.gz")) {
            SampleList samples = SampleList.of(recording.samples());
            assertThat(letters).isEmpty();
            assertThat(samples.all().stream()
                            .filter(sample -> sample.getServer().contains("/"))
                            .map(ServerSample::getServer)
                            .distinct())
                    .hasSize(42);
        }
    }

    private static final String REPORT =
            """

            Legend:
             1:\tnsd1|GPFSNSDDisk|lun1|gpfs_nsdds_bytes_read
             2:\tnsd1|GPFSNSDDisk|lun1|gpfs_nsdds_bytes_written

            Row           Timestamp gpfs_nsdds_bytes_read
              1 2019-03-10-01:58:00 null
              2 2019-03-10-01:59:00 5
              3 2019-03-10-03:00:00 null
              4 2019-03-10-03:01:00 1.5 kB

            Row           Timestamp gpfs_nsdds_bytes_written
              1 2019-03-10-01:58:00 7
              2 2019-03-10-01:59:00 null
              3 2019-03-10-03:00:00 null
              4 2019-03-10-03:01:00 2
            """;

    @Test
    void shouldLeaveOutWhatIsNotKnownAndFollowTheClockChange() throws IOException {
        try (SampleRecording recording = of(REPORT)) {
            List<ServerSample> samples = SampleList.of(recording.samples()).all();
            assertThat(letters).isEmpty();
            assertThat(samples)
                    .extracting(ServerSample::getTime, ServerSample::getReadBytes, ServerSample::getWriteBytes)
                    .containsExactly(
                            tuple(Instant.parse("2019-03-10T09:57:00Z"), null, 0L),
                            tuple(Instant.parse("2019-03-10T09:58:00Z"), 0L, 7L),
                            tuple(Instant.parse("2019-03-10T09:59:00Z"), 5L, null),
                            tuple(Instant.parse("2019-03-10T10:01:00Z"), 1541L, 9L));
        }
    }

    @Test
    void shouldTakeTheSameRowFromTwoFilesOnceAndRefuseAnotherValue() throws IOException {
        try (SampleRecording recording = of(REPORT + REPORT.replace("01:59:00 5", "01:59:00 6"))) {
            assertThat(SampleList.of(recording.samples()).all()).hasSize(4);
            assertThat(letters).singleElement().satisfies(letter -> {
                assertThat(letter.getReason()).contains("another value of gpfs_nsdds_bytes_read");
                assertThat(letter.getOrigin()).endsWith("report.txt, line 24");
            });
        }
    }

    @Test
    void shouldRefuseDamagedLinesWithTheirPlaceAndReadOn() throws IOException {
        try (SampleRecording recording = of(REPORT.replace("  2 2019-03-10-01:59:00 5", "  2 2019-02-30-01:59:00 5")
                .replace("null\n  4 2019-03-10-03:01:00 2", "1 2\n  4 2019-03-10-03:01:00 2 XB"))) {
            assertThat(SampleList.of(recording.samples()).all()).isNotEmpty();
            assertThat(letters)
                    .extracting(DeadLetter::getReason)
                    .containsExactly(
                            "not a row number and a time like 2019-05-15-11:01:00", "not 1 values", "not 1 values");
        }
    }

    @Test
    @AtLength
    void shouldTakeAMillionRowsAndRefuseMore() throws IOException {
        Path file = folder.resolve("long.txt");
        try (BufferedWriter report = Files.newBufferedWriter(file)) {
            report.write("\nLegend:\n 1:\tnsd1|GPFSNSDDisk|lun1|gpfs_nsdds_bytes_read\n\n");
            report.write("Row           Timestamp gpfs_nsdds_bytes_read\n");
            LocalDateTime time = LocalDateTime.parse("2019-04-01T00:00:00");
            DateTimeFormatter label = DateTimeFormatter.ofPattern("yyyy-MM-dd-HH:mm:ss", Locale.ROOT);
            for (int row = 1; row <= MmperfmonRecording.MAX_ROWS; row++) {
                report.write(row + " " + label.format(time.plusSeconds(row)) + " 5\n");
            }
        }
        try (SampleRecording recording = new MmperfmonRecording(List.of(file), "fs", PACIFIC, letters::add)) {
            assertThat(recording.expectedSamples().orElseThrow()).isGreaterThanOrEqualTo(MmperfmonRecording.MAX_ROWS);
            assertThat(letters).isEmpty();
        }
        int next = MmperfmonRecording.MAX_ROWS + 1;
        Files.writeString(file, next + " 2019-05-01-00:00:00 5\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> new MmperfmonRecording(List.of(file), "fs", PACIFIC, letters::add))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("more than 1000000 rows of servers");
    }

    @Test
    void shouldAskForTheFileSystemThatDisksDoNotName() throws IOException {
        Path file = Files.writeString(folder.resolve("report.txt"), REPORT);
        try (SampleRecording recording = new MmperfmonRecording(List.of(file), null, PACIFIC, letters::add)) {
            assertThat(recording.samples()).isExhausted();
            assertThat(recording.refused()).isEqualTo(8);
            assertThat(letters)
                    .allSatisfy(letter -> assertThat(letter.getReason()).contains("does not name the file system"));
        }
    }

    @Test
    void shouldSayThatAnArchiveIsDamaged() throws IOException {
        byte[] whole = Files.readAllBytes(RecordedData.path("gpfs/raw/mmperfmon.tgz"));
        Path cut = Files.write(folder.resolve("cut.tgz"), Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> new MmperfmonRecording(List.of(cut), "f", PACIFIC, letters::add))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("cut.tgz");
    }

    private SampleRecording of(String report) throws IOException {
        Path file = Files.writeString(folder.resolve("report.txt"), report);
        return new MmperfmonRecording(List.of(file), "gpfs0", PACIFIC, letters::add);
    }

    private SampleRecording recording(String fileSystem, String... files) {
        return new MmperfmonRecording(
                Arrays.stream(files).map(RecordedData::path).toList(), fileSystem, PACIFIC, letters::add);
    }

    private static Instant time(NamedCsvRecord row) {
        return Instant.ofEpochMilli(Long.parseLong(row.getField("timestamp_ms")));
    }

    private static Double number(NamedCsvRecord row, String column) {
        return Double.valueOf(row.getField(column));
    }
}
