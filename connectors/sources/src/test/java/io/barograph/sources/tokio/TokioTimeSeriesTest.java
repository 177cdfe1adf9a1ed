package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleList.SampleKey;
import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.testing.RecordedTable;
import io.barograph.testing.RecordedData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TokioTimeSeriesTest {
    private static final Instant START = Instant.parse("2018-02-09T08:00:00Z");
    private static final Instant END = Instant.parse("2018-02-09T11:20:00Z");

    private final List<DeadLetter> letters = new ArrayList<>();

    @Test
    void shouldAgreeWithTheTableOfOstsInEverySample() throws Exception {
        SampleList samples = read("lmt/raw/snx11025_2018-02-09T0800-1120Z.hdf5");
        Map<SampleKey, ServerSample> osts =
                new HashMap<>(samples.kind(ServerKind.OST).byKey());
        List<NamedCsvRecord> rows = RecordedTable.rows("lmt/edison-scratch1-2018-02-09/ost.csv.gz");
        assertThat(rows).hasSize(57_604);

        for (NamedCsvRecord row : rows) {
            ServerSample sample = osts.remove(key(row, "target"));
            assertThat(sample).as("%s", row).isNotNull();
            assertThat(sample.getFileSystem()).isEqualTo("snx11025");
            assertThat(sample.getReadBytes()).isEqualTo(whole(row, "read_bytes_total"));
            assertThat(sample.getWriteBytes()).isEqualTo(whole(row, "write_bytes_total"));
            if (sample.getTime().equals(END)) {
                // gauges are taken at the start of a row, and no row starts here
                assertThat(sample.getUsedKibibytes()).isNull();
                continue;
            }
            assertThat(sample.getUsedKibibytes()).isEqualTo(whole(row, "kbytes_used"));
            assertThat(sample.getFreeKibibytes()).isEqualTo(whole(row, "kbytes_free"));
            assertThat(sample.getUsedInodes()).isEqualTo(whole(row, "inodes_used"));
            assertThat(sample.getFreeInodes()).isEqualTo(whole(row, "inodes_free"));
        }
        assertThat(osts).isEmpty();
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldAgreeWithTheTableOfServersInEverySample() throws Exception {
        SampleList samples = read("lmt/raw/snx11025_2018-02-09T0800-1120Z.hdf5");
        Map<SampleKey, ServerSample> servers =
                new HashMap<>(samples.kind(ServerKind.OSS).byKey());
        int compared = 0;
        for (NamedCsvRecord row : RecordedTable.rows("lmt/edison-scratch1-2018-02-09/oss.csv.gz")) {
            if (key(row, "server").time().isBefore(END)) {
                ServerSample sample = servers.remove(key(row, "server"));
                assertThat(sample).as("%s", row).isNotNull();
                assertThat(sample.getCpuPercent()).isEqualTo(Double.parseDouble(row.getField("cpu_pct")));
                assertThat(sample.getMemoryPercent()).isEqualTo(Double.parseDouble(row.getField("mem_pct")));
                compared++;
            }
        }
        assertThat(servers).isEmpty();
        assertThat(compared).isEqualTo(2400 * 24 - 25);
    }

    @Test
    void shouldMoveTheBytesOfTheReference() throws Exception {
        JsonNode part = new ObjectMapper()
                .readTree(RecordedData.path("reference/lmt-2018-02-09-dev.json").toFile())
                .at("/parts/dev_0800_1120");
        SampleList samples = read("lmt/raw/snx11025_2018-02-09T0800-1120Z.hdf5").kind(ServerKind.OST);

        assertThat(samples.volumes(ServerSample::getReadBytes)).isEqualTo(byOst(part.at("/totals/read/by_ost_bytes")));
        assertThat(samples.volumes(ServerSample::getWriteBytes))
                .isEqualTo(byOst(part.at("/totals/write/by_ost_bytes")));
        Map<Instant, Long> read = new TreeMap<>();
        samples.differences(ServerSample::getReadBytes)
                .values()
                .forEach(server -> server.forEach((time, bytes) -> read.merge(time, bytes, Long::sum)));
        JsonNode expected = part.at("/fs_bytes_per_5s/read");
        assertThat(read).hasSize(2400).hasSize(expected.size());
        int interval = 0;
        for (Map.Entry<Instant, Long> entry : read.entrySet()) {
            assertThat(entry.getKey()).isEqualTo(START.plusSeconds(5L * (interval + 1)));
            assertThat(entry.getValue()).isEqualTo(expected.get(interval).longValue());
            interval++;
        }
    }

    @Test
    void shouldGiveSamplesInOrderPublishedAtTheirOwnTime() {
        try (SampleRecording file = open("lmt/raw/snx11025_2018-02-09T0800-1120Z.hdf5")) {
            List<ServerSample> samples = SampleList.of(file.samples()).all();

            assertThat(samples).isSortedAccordingTo(SampleRecording.ORDER).allSatisfy(sample -> {
                assertThat(sample.getPublishedAt()).isEqualTo(sample.getTime());
                assertThat(sample.getIntervalMillis()).isEqualTo(5000);
                assertThat(sample.getCollector()).isEqualTo("tokio");
            });
            assertThat(file.fileSystems())
                    .containsExactly(new CatalogueFileSystem("snx11025", Set.of(), Duration.ofSeconds(5), 0));
            assertThat(file.expectedSamples()).hasValue(2401L * 24 + 2400 * 24);
            assertThat(SampleList.of(file.samples()).all()).as("second pass").isEqualTo(samples);
        }
    }

    @Test
    void shouldReadRatesOfDevicesThatAreNoOsts() throws Exception {
        SampleList samples = read("lmt/raw/sample_tokiots.hdf5");

        assertThat(samples.all()).allSatisfy(sample -> {
            assertThat(sample.getKind()).isEqualTo(ServerKind.NSD);
            assertThat(sample.getFileSystem()).isEqualTo("sample");
            assertThat(sample.getIntervalMillis()).isEqualTo(10_000);
        });
        Map<SampleKey, ServerSample> byKey = samples.byKey();
        Instant start = Instant.ofEpochSecond(1513152000);
        // 1228.805 bytes/s in the first ten seconds; the second row is missing
        assertThat(byKey.get(new SampleKey(start, "bb1:nvme1n1")).getReadBytes())
                .isZero();
        assertThat(byKey.get(new SampleKey(start.plusSeconds(10), "bb1:nvme1n1"))
                        .getReadBytes())
                .isEqualTo(12_288);
        assertThat(byKey).doesNotContainKey(new SampleKey(start.plusSeconds(20), "bb1:nvme1n1"));
        // 23040 values of which 16002 are missing, and one base sample for each of the 64 devices
        assertThat(samples.all()).hasSize(360 * 64 - 16_002 + basesBesideClosings(samples));
    }

    /** A base sample falls on the closing instant of a missing row, or before the first row. */
    private static int basesBesideClosings(SampleList samples) {
        Map<String, ServerSample> first = new TreeMap<>();
        samples.all().forEach(sample -> first.putIfAbsent(sample.getServer(), sample));
        assertThat(first.values())
                .allSatisfy(sample -> assertThat(sample.getWriteBytes()).isZero());
        return first.size();
    }

    private SampleList read(String relative) {
        try (SampleRecording file = open(relative)) {
            return SampleList.of(file.samples());
        }
    }

    private SampleRecording open(String relative) {
        return new TokioTimeSeries(RecordedData.path(relative), letters::add);
    }

    private static SampleKey key(NamedCsvRecord row, String server) {
        return new SampleKey(Instant.ofEpochMilli(Long.parseLong(row.getField("timestamp_ms"))), row.getField(server));
    }

    private static Long whole(NamedCsvRecord row, String column) {
        return Long.valueOf(row.getField(column));
    }

    private static Map<String, Long> byOst(JsonNode node) {
        Map<String, Long> byOst = new TreeMap<>();
        node.properties()
                .forEach(entry -> byOst.put(entry.getKey(), entry.getValue().longValue()));
        return byOst;
    }
}
