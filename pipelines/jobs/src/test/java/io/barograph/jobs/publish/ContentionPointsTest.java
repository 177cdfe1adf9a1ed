package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ContentionPointsTest {
    private static final Instant ONSET = Instant.parse("2026-03-02T00:10:05Z");

    static {
        AvroCodec.of(ContentionEvent.class); // makes Avro trust the records
    }

    private static ContentionEvent.Builder event(EventKind kind, EventType type) {
        return ContentionEvent.newBuilder()
                .setKind(kind)
                .setType(type)
                .setFileSystem("scratch")
                .setOnset(ONSET)
                .setStart(ONSET)
                .setDecidedAt(ONSET.plusSeconds(25))
                .setState(EventState.OPENED)
                .setSentence("because");
    }

    private static InfluxPoint only(ContentionEvent.Builder event) {
        List<InfluxPoint> points = new ContentionPoints().convert(event.build());
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    @Test
    void shouldWriteAllRecordsOfAnEventToOnePointWithTheSameFields() {
        InfluxPoint opened = only(event(EventKind.CONTENTION, EventType.WRITE));
        InfluxPoint closed = only(event(EventKind.CONTENTION, EventType.WRITE)
                .setState(EventState.CLOSED)
                .setRevision(4)
                .setEnd(ONSET.plusSeconds(300))
                .setEvidence(List.of(HarmEvidence.PROBE, HarmEvidence.RUN))
                .setWorstSlowdown(4.5)
                .setPeakPerSecond(6e9)
                .setLostNodeHours(12.5)
                .setUnattributedShare(0.1)
                .setSuspects(List.of(new Suspect("7", "ior", "ada", 64, 1e12, 0.8, SuspectSource.JOB_STATS))));

        assertThat(closed.measurement()).isEqualTo("contention_events");
        assertThat(closed.tags()).isEqualTo(opened.tags()).containsEntry("fs", "scratch");
        assertThat(closed.timestampNanos())
                .isEqualTo(opened.timestampNanos())
                .isEqualTo(TimeUnit.MILLISECONDS.toNanos(ONSET.toEpochMilli()));
        assertThat(closed.fields().keySet()).isEqualTo(opened.fields().keySet());
        assertThat(opened.fields()).containsEntry("time_end_ms", -1L).containsEntry("lost_node_hours", -1.0);
        assertThat(closed.fields())
                .containsEntry("title", "Write contention on scratch")
                .containsEntry("text", "because")
                .containsEntry("tags", "contention,write,closed")
                .containsEntry("time_end_ms", ONSET.plusSeconds(300).toEpochMilli())
                .containsEntry("duration_s", 300.0)
                .containsEntry("evidence", "PROBE,RUN")
                .containsEntry("suspect_job_id", "7")
                .containsEntry("suspect_share", 0.8);
    }

    @Test
    void shouldKeepEventsOfOneInstantApart() {
        assertThat(only(event(EventKind.DEGRADED, EventType.READ).setServer("scratch-OST0003"))
                        .tags())
                .containsEntry("kind", "DEGRADED")
                .containsEntry("server", "scratch-OST0003")
                .isNotEqualTo(only(event(EventKind.DEGRADED, EventType.READ)).tags());
    }

    @Test
    void shouldKeepCostsOfOneDayApartByApplication() {
        Instant day = Instant.parse("2026-03-02T00:00:00Z");
        ContentionEvent.Builder all = event(EventKind.COST, EventType.ALL)
                .setOnset(day)
                .setUntil(day.plus(Duration.ofDays(1)))
                .setLostNodeHours(20.0);
        InfluxPoint ofAll = only(all);
        InfluxPoint ofOne = only(all.setApplication("vasp").setLostNodeHours(5.0));

        assertThat(ofAll.measurement()).isEqualTo("contention_cost");
        assertThat(ofAll.timestampNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(day.toEpochMilli()));
        assertThat(ofAll.tags()).containsEntry("span", "day");
        assertThat(ofOne.timestampNanos()).isGreaterThan(ofAll.timestampNanos());
        assertThat(ofOne.fields()).containsEntry("application", "vasp").containsEntry("lost_node_hours", 5.0);
    }

    @Test
    void shouldNameAReplay() {
        assertThat(ResultPoints.tagged(new ContentionPoints(), "april")
                        .convert(event(EventKind.CAPACITY, EventType.BYTES).build()))
                .singleElement()
                .satisfies(point -> assertThat(point.tags()).containsEntry("replay", "april"));
    }
}
