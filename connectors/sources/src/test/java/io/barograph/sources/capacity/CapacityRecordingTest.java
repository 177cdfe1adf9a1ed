package io.barograph.sources.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleList.SampleKey;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.CapacityMetrics;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.sources.testing.RecordedTable;
import io.barograph.sources.testing.TestContext;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityRecordingTest {
    private static final String FULLNESS = "ost-health/fullness-2017-03-20.csv.gz";
    private static final String PLACEMENT = "ost-health/ost-to-server-2017-03-20.csv.gz";

    @TempDir
    private Path folder;

    private final List<DeadLetter> letters = new ArrayList<>();

    /** The dump of lfs df lies between two dumps of the table, that of lctl dl -t shows the placement of the whole day. */
    @Test
    void shouldReadTheTwoSingleDumps() throws IOException {
        List<Path> files = List.of(
                RecordedData.path("ost-health/raw/lfs-df.txt.gz"),
                RecordedData.path("ost-health/raw/lctl-dl-t.txt.gz"));
        Map<String, ServerSample> byServer = new HashMap<>();
        for (ServerSample sample : read(files)) {
            byServer.merge(sample.getServer(), sample, CapacityRecordingTest::joined);
        }
        assertThat(letters).isEmpty();
        assertThat(byServer).hasSize(332 + 8);

        ServerSample ost = byServer.get("snx11035-OST0006");
        assertThat(ost.getTotalKibibytes()).isEqualTo(90_767_651_352L);
        assertThat(ost.getUsedKibibytes()).isEqualTo(74_730_308_892L);
        assertThat(ost.getFreeKibibytes()).isEqualTo(15_098_973_004L);
        assertThat(ost.getHost()).isEqualTo("10.100.101.11@o2ib2");
        assertThat(ost.getState()).isEqualTo("UP");
        assertThat(ost.getKind()).isEqualTo(ServerKind.OST);
        assertThat(ost.getReadBytes()).isNull();
        assertThat(ost.getUsedInodes()).isNull();
        assertThat(byServer.get("snx11036-MDT0000").getKind()).isEqualTo(ServerKind.MDT);

        long used = byServer.values().stream()
                .filter(sample -> sample.getFileSystem().equals("snx11035") && sample.getKind() == ServerKind.OST)
                .mapToLong(ServerSample::getUsedKibibytes)
                .sum();
        assertThat(used).as("the summary line that lfs df prints").isEqualTo(1_590_005_655_436L);

        Map<String, String> hosts = RecordedTable.rows(PLACEMENT).stream()
                .collect(Collectors.toMap(
                        row -> row.getField("file_system") + "-" + row.getField("target"),
                        row -> row.getField("server_nid"),
                        (first, second) -> first));
        assertThat(byServer.values().stream().collect(Collectors.toMap(ServerSample::getServer, ServerSample::getHost)))
                .isEqualTo(hosts);
    }

    private static ServerSample joined(ServerSample a, ServerSample b) {
        ServerSample space = a.getTotalKibibytes() == null ? b : a;
        ServerSample placement = a.getHost() == null ? b : a;
        return ServerSample.newBuilder(space)
                .setHost(placement.getHost())
                .setState(placement.getState())
                .build();
    }

    @Test
    void shouldGiveEveryValueOfTheSeventyDumpsWhenTheyArePrintedAgain() throws IOException {
        List<NamedCsvRecord> fullness = RecordedTable.rows(FULLNESS);
        List<NamedCsvRecord> placement = RecordedTable.rows(PLACEMENT);
        List<Path> files = List.of(printLfsDf(fullness), printDeviceList(placement));
        SampleList samples = SampleList.of(read(files).iterator());
        assertThat(letters).isEmpty();
        assertThat(samples.all()).isSortedAccordingTo(SampleRecording.ORDER);
        Map<SampleKey, ServerSample> byKey = samples.byKey();
        Set<SampleKey> recorded = new HashSet<>();
        fullness.forEach(row -> recorded.add(key(row)));
        placement.forEach(row -> recorded.add(key(row)));
        assertThat(byKey.keySet().equals(recorded)).isTrue();
        for (NamedCsvRecord row : fullness) {
            ServerSample sample = byKey.get(key(row));
            assertThat(sample.getTotalKibibytes()).isEqualTo(Long.parseLong(row.getField("total_kib")));
            assertThat(sample.getUsedKibibytes()).isEqualTo(Long.parseLong(row.getField("used_kib")));
            assertThat(sample.getFreeKibibytes()).isEqualTo(Long.parseLong(row.getField("available_kib")));
        }
        for (NamedCsvRecord row : placement) {
            assertThat(byKey.get(key(row)).getHost()).isEqualTo(row.getField("server_nid"));
            assertThat(byKey.get(key(row)).getState()).isEqualTo(row.getField("state"));
        }
        assertThat(samples.all()).extracting(ServerSample::getIntervalMillis).containsOnly(900_000);
        shouldCountFailedOverOstsAsTheJobTablesDo(samples);
    }

    private static SampleKey key(NamedCsvRecord row) {
        return new SampleKey(
                Instant.ofEpochMilli(Long.parseLong(row.getField("timestamp_ms"))),
                row.getField("file_system") + "-" + row.getField("target"));
    }

    /** Published beside the benchmark runs of that day, from the dump before each run. */
    private static void shouldCountFailedOverOstsAsTheJobTablesDo(SampleList samples) throws IOException {
        Map<Instant, List<ServerSample>> dumps =
                samples.all().stream().collect(Collectors.groupingBy(ServerSample::getTime));
        Map<String, String> names =
                Map.of("scratch1", "snx11025", "scratch2", "snx11035", "scratch3", "snx11036", "cscratch", "snx11168");
        int compared = 0;
        for (String table : List.of("job-year/edison.csv.gz", "job-year/cori.csv.gz")) {
            for (NamedCsvRecord row : RecordedTable.rows(table)) {
                String lead = row.getField("fshealth_ost_failures_lead_secs");
                if (lead.isEmpty() || !names.containsKey(row.getField("_file_system"))) {
                    continue;
                }
                List<ServerSample> then = dumps.get(
                        Instant.ofEpochSecond((long) (number(row, "darshan_start_time") - Double.parseDouble(lead))));
                if (then == null) {
                    continue;
                }
                Map<WeatherMetric, Double> metrics =
                        CapacityMetrics.of(placement(then, names.get(row.getField("_file_system"))), 0);
                assertThat(metrics)
                        .containsEntry(WeatherMetric.OVERLOADED_OSS, number(row, "fshealth_ost_overloaded_oss_count"))
                        .containsEntry(WeatherMetric.OVERLOADED_OSTS, number(row, "fshealth_ost_overloaded_ost_count"))
                        .containsEntry(
                                WeatherMetric.OSTS_PER_OVERLOADED_OSS,
                                number(row, "fshealth_ost_avg_overloaded_ost_per_oss"))
                        .containsEntry(
                                WeatherMetric.OSS_OVERLOAD_FACTOR,
                                number(row, "fshealth_ost_avg_overloaded_overload_factor"));
                compared++;
            }
        }
        assertThat(compared).as("23 rows of Edison, 16 of Cori").isEqualTo(39);
    }

    private static List<TargetUsage> placement(List<ServerSample> dump, String fileSystem) {
        return dump.stream()
                .filter(sample -> sample.getKind() == ServerKind.OST && sample.getHost() != null)
                .filter(sample -> sample.getFileSystem().equals(fileSystem))
                .map(sample -> new TargetUsage(
                        sample.getTime().toEpochMilli(),
                        TargetUsage.NOT_KNOWN,
                        TargetUsage.NOT_KNOWN,
                        sample.getHost()))
                .toList();
    }

    private static double number(NamedCsvRecord row, String column) {
        return Double.parseDouble(row.getField(column));
    }

    private Path printLfsDf(List<NamedCsvRecord> rows) throws IOException {
        Path file = folder.resolve("df.txt");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            String time = "";
            for (NamedCsvRecord row : rows) {
                if (!row.getField("timestamp_ms").equals(time)) {
                    time = row.getField("timestamp_ms");
                    out.println("BEGIN " + Long.parseLong(time) / 1000);
                    out.println("UUID                   1K-blocks        Used   Available Use% Mounted on");
                }
                String target = row.getField("target");
                out.printf(
                        "%s-%s_UUID %s %s %s  50%% /mnt/%s[%s:0]%n",
                        row.getField("file_system"),
                        target,
                        row.getField("total_kib"),
                        row.getField("used_kib"),
                        row.getField("available_kib"),
                        row.getField("file_system"),
                        target.substring(0, 3));
            }
        }
        return file;
    }

    private Path printDeviceList(List<NamedCsvRecord> rows) throws IOException {
        Path file = folder.resolve("dl.txt");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            String time = "";
            for (NamedCsvRecord row : rows) {
                if (!row.getField("timestamp_ms").equals(time)) {
                    time = row.getField("timestamp_ms");
                    out.println("BEGIN " + Long.parseLong(time) / 1000);
                    out.println("  0 UP mgc MGC10.100.101.3@o2ib2 3547302e-74a0-7260-9a61-ddecc4161901 5");
                }
                out.printf(
                        "  4 %s %s %s-%s-%s-ffff885f81a64000 8dbdc7f6-8f86-86ea-052f-357e2db2a7d9 5 %s%n",
                        row.getField("state"),
                        row.getField("kind"),
                        row.getField("file_system"),
                        row.getField("target"),
                        row.getField("kind"),
                        row.getField("server_nid"));
            }
        }
        return file;
    }

    @Test
    void shouldRefuseADumpThatGoesBackInTimeAndReadOn() throws IOException {
        String row = "UUID 1K-blocks Used\na-OST0000_UUID %d 1 1 1%% /a[OST:0]\n";
        Path file = Files.writeString(
                folder.resolve("df.txt"),
                "BEGIN 200\n" + row.formatted(1) + "BEGIN 100\n" + row.formatted(2) + "BEGIN 300\n" + row.formatted(3));
        assertThat(read(List.of(file)))
                .extracting(ServerSample::getTotalKibibytes)
                .containsExactly(1L, 3L);
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(letter.getOrigin()).endsWith("BEGIN 100");
            assertThat(letter.getTime()).isEqualTo(Instant.ofEpochSecond(100));
        });
    }

    @Test
    void shouldSayWhichFileIsDamaged() throws IOException {
        Path file = Files.write(folder.resolve("df.txt.gz"), new byte[] {31, (byte) 139, 8, 0, 0});
        assertThatThrownBy(() -> read(List.of(file)))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("df.txt.gz");
    }

    private List<ServerSample> read(List<Path> files) {
        CapacityOptions options = new CapacityOptions(null, files, null, Duration.ofHours(1), Duration.ofMinutes(1));
        PublishedRecords output = new PublishedRecords();
        new CapacityCollector(options, new TestContext().of(folder)).poll(output);
        letters.addAll(output.takeLetters());
        return output.take(ServerSample.class);
    }
}
