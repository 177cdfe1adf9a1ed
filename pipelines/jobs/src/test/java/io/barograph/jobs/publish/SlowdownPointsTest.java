package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BaselineKind;
import io.barograph.schemas.DurationBin;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlowdownPointsTest {
    private static final Instant END = Instant.parse("2026-03-02T00:10:00Z");

    static {
        AvroCodec.of(Slowdown.class); // makes Avro trust the records
    }

    private static Slowdown.Builder slowdown(SlowdownKind kind, int seconds) {
        return Slowdown.newBuilder()
                .setFileSystem("scratch")
                .setOperation("STAT")
                .setKind(kind)
                .setScope(SlowdownScope.FILE_SYSTEM)
                .setStart(END.minusSeconds(seconds))
                .setEnd(END)
                .setDecidedAt(END)
                .setTimings(60)
                .setMedianSeconds(0.02)
                .setExpectedSeconds(0.01)
                .setSlowdown(2.0)
                .setBaseline(BaselineKind.FIRM)
                .setDepartingHosts(List.of("login1", "login2"));
    }

    private static InfluxPoint only(Slowdown.Builder slowdown) {
        List<InfluxPoint> points = new SlowdownPoints().convert(slowdown.build());
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    @Test
    void shouldTagAnIntervalByItsLength() {
        InfluxPoint point = only(slowdown(SlowdownKind.INTERVAL, 600));

        assertThat(point.measurement()).isEqualTo("slowdown");
        assertThat(point.tags()).isEqualTo(Map.of("fs", "scratch", "operation", "STAT", "interval", "10m"));
        assertThat(point.fields())
                .containsEntry("slowdown", 2.0)
                .containsEntry("timings", 60L)
                .containsEntry("baseline", "FIRM")
                .containsEntry("departing_hosts", "login1,login2")
                .containsEntry("p99_s", -1.0);
        assertThat(point.timestampNanos()).isEqualTo(END.toEpochMilli() * 1_000_000);
        assertThat(only(slowdown(SlowdownKind.INTERVAL, 4 * 3_600)).tags()).containsEntry("interval", "4h");
    }

    @Test
    void shouldKeepHostsServersAndReplaysApart() {
        Slowdown.Builder host = slowdown(SlowdownKind.LIVE, 30)
                .setScope(SlowdownScope.HOST)
                .setMember("login1")
                .setDeparts(true);
        Slowdown.Builder server =
                slowdown(SlowdownKind.LIVE, 30).setScope(SlowdownScope.SERVER).setMember("OST0001");

        assertThat(only(host).measurement()).isEqualTo("slowdown_live");
        assertThat(only(host).tags()).containsEntry("host", "login1").doesNotContainKey("interval");
        assertThat(only(host).fields()).containsEntry("departs", true).containsEntry("trend_per_minute", 0.0);
        assertThat(only(server).tags()).containsEntry("server", "OST0001");
        assertThat(ResultPoints.tagged(new SlowdownPoints(), "tuesday")
                        .convert(host.build())
                        .get(0)
                        .tags())
                .containsEntry("replay", "tuesday");
    }

    @Test
    void shouldOverwriteEveryFieldOfAnEarlierRecord() {
        Slowdown.Builder unknown = slowdown(SlowdownKind.INTERVAL, 60)
                .setMedianSeconds(null)
                .setExpectedSeconds(null)
                .setSlowdown(null)
                .setBaseline(BaselineKind.NONE);

        assertThat(only(unknown).fields().keySet())
                .isEqualTo(only(slowdown(SlowdownKind.INTERVAL, 60)).fields().keySet());
        assertThat(only(unknown).fields()).containsEntry("slowdown", -1.0);
    }

    @Test
    void shouldWriteAMonthWithItsHistogram() {
        Slowdown.Builder month = slowdown(SlowdownKind.BENCHMARK_MONTH, 86_400)
                .setOperation("ior/write")
                .setConfiguration("-b 1g")
                .setBestSeconds(100.0)
                .setAverageBestRatio(1.5)
                .setHistogram(List.of(new DurationBin(100.0, 112.2, 2L), new DurationBin(199.5, 223.9, 1L)));
        List<InfluxPoint> points = new SlowdownPoints().convert(month.build());

        assertThat(points)
                .extracting(InfluxPoint::measurement)
                .containsExactly("duration_month", "duration_histogram", "duration_histogram");
        assertThat(points.get(0).fields()).containsEntry("average_best_ratio", 1.5);
        assertThat(points.get(0).tags()).containsEntry("source", "benchmark").containsEntry("configuration", "-b 1g");
        assertThat(points.get(1).tags()).containsEntry("from_s", "100");
        assertThat(points.get(1).fields()).containsEntry("timings", 2L);
    }
}
