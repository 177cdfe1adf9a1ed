package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.EvidenceReach;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvidencePointsTest {
    private static final Instant DAY = Instant.parse("2026-03-02T00:00:00Z");

    static {
        AvroCodec.of(EvidenceReach.class); // makes Avro trust the records
    }

    private static EvidenceReach.Builder reach() {
        return EvidenceReach.newBuilder()
                .setFileSystem("scratch")
                .setDay(DAY)
                .setDecidedAt(DAY.plusSeconds(3_600))
                .setRevision(2);
    }

    private static InfluxPoint point(EvidenceReach.Builder reach) {
        List<InfluxPoint> points = new EvidencePoints().convert(reach.build());
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    @Test
    void shouldWriteEveryRevisionToThePointOfTheDay() {
        InfluxPoint known = point(reach().setServerReadBytes(100L)
                .setServerWriteBytes(300L)
                .setDarshanWriteBytes(200)
                .setBytesReach(0.5)
                .setRuns(3)
                .setRunsByQuality(Map.of("OK", 2, "IMPLAUSIBLE", 1))
                .setNodeHours(8)
                .setNodeHoursWithLog(6)
                .setNodeHoursReach(0.75)
                .setClockSkewSeconds(-2.5)
                .setClockSkewLowSeconds(-4.0)
                .setClockSkewHighSeconds(-1.0)
                .setClockSkewRuns(9));
        assertThat(known.measurement()).isEqualTo("evidence");
        assertThat(known.tags()).isEqualTo(Map.of("fs", "scratch"));
        assertThat(known.timestampNanos()).isEqualTo(DAY.toEpochMilli() * 1_000_000);
        assertThat(known.fields())
                .containsEntry("bytes_reach", 0.5)
                .containsEntry("server_write_bytes", 300L)
                .containsEntry("runs_ok", 2L)
                .containsEntry("runs_implausible", 1L)
                .containsEntry("runs_too_old", 0L)
                .containsEntry("node_hours_reach", 0.75)
                .containsEntry("clock_skew_known", true)
                .containsEntry("clock_skew_s", -2.5)
                .containsEntry("provisional", true)
                .containsEntry("revision", 2L);
        InfluxPoint unknown = point(reach());
        assertThat(unknown.fields())
                .containsOnlyKeys(known.fields().keySet())
                .containsEntry("bytes_reach", -1.0)
                .containsEntry("server_read_bytes", -1L)
                .containsEntry("clock_skew_known", false)
                .containsEntry("clock_skew_s", 0.0);
    }

    @Test
    void shouldTellAReplayByItsTag() {
        assertThat(ResultPoints.tagged(new EvidencePoints(), "february")
                        .convert(reach().build())
                        .get(0)
                        .tags())
                .containsEntry("replay", "february");
    }
}
