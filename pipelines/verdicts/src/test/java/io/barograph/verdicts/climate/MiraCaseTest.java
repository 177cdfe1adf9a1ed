package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.WeatherMetric;
import io.barograph.testing.RecordedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The poor VPIC write on Mira of 2017-03-11 (UMAMI, section 4.2): metadata load, not bandwidth contention. */
class MiraCaseTest {
    private static final String JOB = "1044002";

    /** All VPIC writes on Mira in the order of their end. */
    private static List<PastRun> vpicWrites() throws IOException {
        List<PastRun> runs = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(RecordedData.path("job-year/mira.csv.gz"))),
                StandardCharsets.UTF_8))) {
            String[] header = reader.readLine().split(",", -1);
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] cells = line.split(",", -1);
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < header.length; i++) {
                    row.put(header[i], cells[i]);
                }
                if (row.get("darshan_app").endsWith("vpicio_uni")) {
                    runs.add(run(row));
                }
            }
        }
        runs.sort(Comparator.comparingLong(PastRun::end));
        return runs;
    }

    private static double number(Map<String, String> row, String column) {
        String cell = row.get(column);
        return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    }

    private static PastRun run(Map<String, String> row) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        double serverBytes = number(row, "fs_tot_bytes_read") + number(row, "fs_tot_bytes_written");
        double coverage = (number(row, "darshan_tot_bytes_read_posix") + number(row, "darshan_tot_bytes_written_posix"))
                / serverBytes;
        if (serverBytes > 0) {
            metrics.put(WeatherMetric.CF_BW, coverage);
            metrics.put(
                    WeatherMetric.CF_IOPS,
                    (number(row, "darshan_tot_reads_posix") + number(row, "darshan_tot_writes_posix"))
                            / (number(row, "fs_tot_read_ops") + number(row, "fs_tot_write_ops")));
            metrics.put(WeatherMetric.METADATA_READDIRS, number(row, "fs_tot_readdir_ops"));
            metrics.put(WeatherMetric.METADATA_OPENS, number(row, "fs_tot_open_ops"));
            metrics.put(WeatherMetric.METADATA_CLOSES, number(row, "fs_tot_close_ops"));
            metrics.put(WeatherMetric.METADATA_INODE_UPDATES, number(row, "fs_tot_inode_updates"));
            metrics.put(WeatherMetric.SERVER_READ_BYTES, number(row, "fs_tot_bytes_read"));
            metrics.put(WeatherMetric.SERVER_WRITE_BYTES, number(row, "fs_tot_bytes_written"));
            metrics.put(WeatherMetric.SERVER_READ_OPERATIONS, number(row, "fs_tot_read_ops"));
            metrics.put(WeatherMetric.SERVER_WRITE_OPERATIONS, number(row, "fs_tot_write_ops"));
        }
        metrics.put(WeatherMetric.OST_FULLEST_PERCENT, number(row, "fshealth_ost_most_full_pct"));
        return PastRun.of(
                row.get("_jobid"),
                (long) (number(row, "darshan_end_time") * 1_000),
                number(row, "darshan_agg_perf_by_slowest_posix") * 1_048_576,
                !(coverage > 1.2),
                metrics);
    }

    @Test
    void shouldFindTheAnomalyAndItsCauseAndExonerateBandwidth() throws IOException {
        List<PastRun> all = vpicWrites();
        int at = all.stream().map(PastRun::identity).toList().indexOf(JOB);
        PastRun poor = all.get(at);
        List<PastRun> climate = all.subList(0, at);

        RunPerformance performance = RunPerformance.in(
                poor.performance(),
                climate.stream().mapToDouble(PastRun::performance).toArray(),
                climate.stream().mapToDouble(PastRun::performance).max().orElseThrow(),
                ClimatePolicy.DEFAULT.fewestRuns());
        MetricDiagnosis diagnosis = MetricDiagnosis.of(poor, climate);

        assertThat(performance.climateSize()).isEqualTo(11);
        assertThat(performance.anomalous())
                .as("23 %% below the usual 18.4 GB/s")
                .isFalse();
        assertThat(performance.isPoor()).isTrue();
        assertThat(performance.quartile()).isEqualTo(4);
        assertThat(performance.fractionOfPeak()).isCloseTo(13559.589649 / 18455.247193, within(1e-9));
        assertThat(diagnosis.suspects().get(0).metric()).isEqualTo(WeatherMetric.METADATA_READDIRS);
        assertThat(diagnosis.suspects().get(0).value()).isEqualTo(803);
        assertThat(diagnosis.exonerated())
                .extracting(MetricJudgement::metric)
                .contains(WeatherMetric.CF_BW)
                .doesNotContain(WeatherMetric.METADATA_READDIRS);
    }
}
