package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherMetric;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobWeatherPointsTest {
    private static final long END_NANOS = 1_518_164_430_500_000_000L;

    private static InfluxPoint live(JobWeather weather) {
        return new JobWeatherPoints().convert(weather).get(0);
    }

    @Test
    void shouldWriteEveryValueWithItsUnitInTheName() {
        InfluxPoint point = live(JobWeatherFixtures.complete("4711.sdb").build());

        assertThat(point.measurement()).isEqualTo("job_weather");
        assertThat(point.tags()).isEqualTo(Map.of("fs", "scratch"));
        assertThat(point.fields())
                .containsAllEntriesOf(Map.ofEntries(
                        Map.entry("record_kind", "RUN"),
                        Map.entry("job_state", "COMPLETED"),
                        Map.entry("application", "ior"),
                        Map.entry("direction", "write"),
                        Map.entry("layout", "shared"),
                        Map.entry("partition", "knl"),
                        Map.entry("motif", "scratch/ior/write/shared/knl/128"),
                        Map.entry("eligible", true),
                        Map.entry("performance_bytes_per_s", 1e9),
                        Map.entry("cf_iops", 0.5),
                        Map.entry("cf_nodehrs", 0.6),
                        Map.entry("cf_bw_active", 0.7),
                        Map.entry("cf_job", 0.8),
                        Map.entry("concurrent_jobs", 7L),
                        Map.entry("concurrent_nodes", 70L),
                        Map.entry("concurrent_node_hours", 6.5),
                        Map.entry("collector", "simulator"),
                        Map.entry("source", "log"),
                        Map.entry("system", "edison"),
                        Map.entry("oss_cpu_max_percent", JobWeatherFixtures.valueOf(WeatherMetric.OSS_CPU_MAX_PERCENT)),
                        Map.entry("cf_bw", 0.1),
                        Map.entry("cf_bw_fs", 0.2),
                        Map.entry("cf_bw_exact", 0.12),
                        Map.entry("cf_bw_exact_low", 0.1),
                        Map.entry("cf_bw_exact_high", 0.15),
                        Map.entry("cf_read", 0.3),
                        Map.entry("cf_write", 0.4),
                        Map.entry("missing_fraction", 0.05),
                        Map.entry("quality", "OK"),
                        Map.entry("job_id", "4711.sdb"),
                        Map.entry("executable", "ior"),
                        Map.entry("user", "user"),
                        Map.entry("processes", 128L),
                        Map.entry("nodes", 4L),
                        Map.entry("job_read_bytes", 10L),
                        Map.entry("job_write_bytes", 20L),
                        Map.entry("server_read_bytes", 30L),
                        Map.entry("server_write_bytes", 40L),
                        Map.entry("fs_read_bytes", 50L),
                        Map.entry("fs_write_bytes", 60L),
                        Map.entry("run_seconds", 330.5),
                        Map.entry("servers", 24L),
                        Map.entry("named_servers", true),
                        Map.entry("server_restarts", 1L),
                        Map.entry("revision", 1L),
                        Map.entry("start_ns", 1_518_164_100_000_000_000L)));
    }

    @Test
    void shouldWriteEveryFieldOfTheRecordAndEveryMetricOnce() {
        InfluxPoint point = live(JobWeatherFixtures.complete("4711.sdb").build());
        JobWeatherPoints.METRICS.forEach(metric -> assertThat(point.fields())
                .containsEntry(JobWeatherPoints.fieldOf(metric), JobWeatherFixtures.valueOf(metric)));
        // The file system is a tag, the end is the time, the decision is reported by its revision; the metrics are
        // fields.
        int ofRecord = JobWeather.getClassSchema().getFields().size() - 4;
        assertThat(point.fields()).hasSize(ofRecord + 1 + JobWeatherPoints.METRICS.size());
    }

    @Test
    void shouldTagReplays() {
        assertThat(ResultPoints.tagged(new JobWeatherPoints(), "february")
                        .convert(JobWeatherFixtures.complete("1").build())
                        .get(0)
                        .tags())
                .isEqualTo(Map.of("fs", "scratch", "replay", "february"));
    }

    @Test
    void shouldOverwriteEveryFieldOfTheEarlierRevision() {
        InfluxPoint first = live(JobWeatherFixtures.complete("1").build());
        InfluxPoint second = live(JobWeatherFixtures.withoutServerData("1").build());

        assertThat(second.timestampNanos()).isEqualTo(first.timestampNanos());
        assertThat(second.tags()).isEqualTo(first.tags());
        assertThat(second.fields().keySet()).isEqualTo(first.fields().keySet());
        second.fields()
                .forEach((name, value) ->
                        assertThat(value).as(name).hasSameClassAs(first.fields().get(name)));
        assertThat(second.fields())
                .containsEntry("cf_bw", -1.0)
                .containsEntry("cf_write", -1.0)
                .containsEntry("server_read_bytes", -1L)
                .containsEntry("nodes", -1L)
                .containsEntry("user", "")
                .containsEntry("job_read_bytes", 10L)
                .containsEntry("quality", "NO_SERVER_DATA");
    }

    @Test
    void shouldLieWithinAMillisecondAfterTheEndAtAPlaceThatNeverMoves() {
        assertThat(live(JobWeatherFixtures.complete("4711.sdb").build()).timestampNanos())
                .isEqualTo(END_NANOS + 989_979);
    }

    @Test
    void shouldKeepRunsApartThatEndAtOnce() {
        Set<Long> times = new HashSet<>();
        for (int job = 0; job < 300; job++) {
            for (String fileSystem : new String[] {"scratch", "home"}) {
                long time = live(JobWeatherFixtures.complete("" + job)
                                .setFileSystem(fileSystem)
                                .build())
                        .timestampNanos();
                assertThat(time).isBetween(END_NANOS, END_NANOS + 999_999);
                times.add(time);
            }
        }
        assertThat(times).hasSize(600);
    }
}
