package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherMetric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The recording of a real file system through the workflow, against the published table of the runs on it. */
class RecordedJobWeatherTest {
    private static final Instant FROM = Instant.parse("2018-02-09T11:00:00Z");
    private static final Instant TO = Instant.parse("2018-02-09T11:20:00Z");

    /** Digits of a number in the table. */
    private static final MathContext DIGITS = new MathContext(12);

    private static final Map<String, WeatherMetric> COLUMNS = Map.ofEntries(
            Map.entry("fs_tot_bytes_read", WeatherMetric.SERVER_READ_BYTES),
            Map.entry("fs_tot_bytes_written", WeatherMetric.SERVER_WRITE_BYTES),
            Map.entry("fs_ave_bytes_read_per_sec", WeatherMetric.SERVER_READ_MEAN_BYTES_PER_SECOND),
            Map.entry("fs_min_bytes_read_per_sec", WeatherMetric.SERVER_READ_MIN_BYTES_PER_SECOND),
            Map.entry("fs_max_bytes_read_per_sec", WeatherMetric.SERVER_READ_MAX_BYTES_PER_SECOND),
            Map.entry("fs_ave_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MEAN_BYTES_PER_SECOND),
            Map.entry("fs_min_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MIN_BYTES_PER_SECOND),
            Map.entry("fs_max_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MAX_BYTES_PER_SECOND),
            Map.entry("fs_ave_oss_cpu", WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT),
            Map.entry("fs_max_oss_cpu", WeatherMetric.OSS_CPU_MAX_PERCENT),
            Map.entry("fs_ave_mds_cpu", WeatherMetric.MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT),
            Map.entry("fs_max_mds_cpu", WeatherMetric.MDS_CPU_MAX_PERCENT),
            Map.entry("fs_frac_missing", WeatherMetric.MISSING_FRACTION),
            Map.entry("fs_frac_zero_read", WeatherMetric.ZERO_READ_FRACTION),
            Map.entry("fs_frac_zero_written", WeatherMetric.ZERO_WRITE_FRACTION));

    private static final Map<String, String> METADATA = Map.ofEntries(
            Map.entry("open", "OPENS"),
            Map.entry("close", "CLOSES"),
            Map.entry("getattr", "GETATTRS"),
            Map.entry("setattr", "SETATTRS"),
            Map.entry("getxattr", "GETXATTRS"),
            Map.entry("mknod", "MKNODS"),
            Map.entry("mkdir", "MKDIRS"),
            Map.entry("rmdir", "RMDIRS"),
            Map.entry("link", "LINKS"),
            Map.entry("unlink", "UNLINKS"),
            Map.entry("rename", "RENAMES"),
            Map.entry("statfs", "STATFS"));

    private static void assertAsPublished(
            JobWeather weather, WeatherMetric metric, Map<String, String> row, String column) {
        Double value = weather.getMetrics().get(metric.metricName());
        assertThat(value).as(column).isNotNull();
        assertThat(new BigDecimal(value).round(DIGITS))
                .as(column)
                .isEqualByComparingTo(new BigDecimal(row.get(column)).round(DIGITS));
    }

    @Test
    void shouldGiveThePublishedWeatherOfTheThreeRunsOfTheRecordingToTheLastDigit() throws Exception {
        List<Map<String, String>> rows = RecordedSite.runs(FROM, TO);
        assertThat(rows).hasSize(3);
        List<JobSummary> summaries = rows.stream().map(RecordedSite::summary).toList();
        List<JobWeather> results =
                WorkflowRun.coverage(RecordedSite.CATALOGUE, RecordedSite.samples(FROM, TO), summaries);
        assertThat(results).extracting(JobWeather::getRevision).containsOnly(1);
        assertThat(results)
                .extracting(JobWeather::getStartTime)
                .containsExactlyElementsOf(
                        rows.stream().map(RecordedSite::start).toList());
        for (int i = 0; i < rows.size(); i++) {
            Map<String, String> row = rows.get(i);
            JobWeather weather = results.get(i);
            COLUMNS.forEach((column, metric) -> assertAsPublished(weather, metric, row, column));
            METADATA.forEach((kind, metrics) -> {
                String metric = "METADATA_" + metrics;
                assertAsPublished(weather, WeatherMetric.valueOf(metric), row, "fs_tot_" + kind + "_ops");
                assertAsPublished(
                        weather,
                        WeatherMetric.valueOf(metric + "_MEAN_PER_SECOND"),
                        row,
                        "fs_ave_" + kind + "_ops_per_sec");
                assertAsPublished(
                        weather,
                        WeatherMetric.valueOf(metric + "_MIN_PER_SECOND"),
                        row,
                        "fs_min_" + kind + "_ops_per_sec");
                assertAsPublished(
                        weather,
                        WeatherMetric.valueOf(metric + "_MAX_PER_SECOND"),
                        row,
                        "fs_max_" + kind + "_ops_per_sec");
            });
            assertThat(weather.getQuality()).isEqualTo(Quality.OK);
            double published =
                    (number(row, "darshan_tot_bytes_read_posix") + number(row, "darshan_tot_bytes_written_posix"))
                            / (number(row, "fs_tot_bytes_read") + number(row, "fs_tot_bytes_written"));
            assertThat(weather.getCfBwFs()).isCloseTo(published, within(1e-11));
            assertThat(weather.getMotif())
                    .startsWith("snx11025/ior/")
                    .endsWith((i == 1 ? "/file-per-process" : "/shared") + "/-/2048");
            assertThat(weather.getEligible()).isTrue();
            assertThat(weather.getPerformanceBytesPerSecond())
                    .isEqualTo(number(row, "darshan_agg_perf_by_slowest_posix") * 1024 * 1024);
            assertCapacity(weather, row);
        }
        // Each log of the job adds to what all of them moved; the runs follow each other.
        assertThat(results.get(0).getCfJob()).isEqualTo(results.get(0).getCfBwFs());
        assertThat(results.get(2).getCfJob())
                .isCloseTo(
                        results.stream()
                                        .mapToDouble(weather ->
                                                weather.getJobReadBytes() + (double) weather.getJobWriteBytes())
                                        .sum()
                                / results.stream()
                                        .mapToDouble(weather -> weather.getFileSystemReadBytes()
                                                + (double) weather.getFileSystemWriteBytes())
                                        .sum(),
                        within(1e-12));
    }

    /** The table's capacity is of another source, some minutes before: the same targets, to a tenth of a percent. */
    private static void assertCapacity(JobWeather weather, Map<String, String> row) {
        assertThat(metric(weather, WeatherMetric.OSTS)).isEqualTo(number(row, "fshealth_ost_count"));
        assertThat(metric(weather, WeatherMetric.OST_FULLEST_PERCENT))
                .isCloseTo(number(row, "fshealth_ost_most_full_pct"), within(0.1));
        assertThat(metric(weather, WeatherMetric.OST_EMPTIEST_PERCENT))
                .isCloseTo(number(row, "fshealth_ost_least_full_pct"), within(0.1));
        assertThat(metric(weather, WeatherMetric.OST_MEAN_FULL_PERCENT))
                .isCloseTo(number(row, "fshealth_ost_avg_full_pct"), within(0.1));
        assertThat(metric(weather, WeatherMetric.OVERLOADED_OSS))
                .isEqualTo(number(row, "fshealth_ost_overloaded_oss_count"));
        assertThat(metric(weather, WeatherMetric.CAPACITY_AGE_SECONDS)).isBetween(0.0, 600.0);
    }

    @Test
    void shouldGiveBothMeansWhereSamplesWereLost() throws Exception {
        Instant from = Instant.parse("2018-02-09T10:00:00Z");
        Instant lost = Instant.ofEpochSecond(1_518_170_505);
        JobSummary summary = RecordedSite.summary(RecordedSite.runs(FROM, TO).get(0));
        summary.setStartTime(lost.minusSeconds(5));
        summary.setEndTime(lost);
        summary.setCollectedAt(lost);
        List<JobWeather> results = WorkflowRun.coverage(
                RecordedSite.CATALOGUE, RecordedSite.samples(from, from.plusSeconds(600)), List.of(summary));
        JobWeather weather = results.get(0);
        double known = metric(weather, WeatherMetric.OSS_CPU_MEAN_PERCENT);
        double asInTables = metric(weather, WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT);
        // One of 24 OSS was not heard in one of two intervals.
        assertThat(asInTables).isCloseTo(known * 47 / 48, within(1e-9));
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private static double metric(JobWeather weather, WeatherMetric metric) {
        return weather.getMetrics().get(metric.metricName());
    }
}
