package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteEventPointsTest {
    private static final Instant FROM = Instant.parse("2026-03-02T00:00:00Z");

    static {
        AvroCodec.of(SiteEvent.class); // makes Avro trust the records
    }

    private static SiteEvent.Builder event(String id) {
        return SiteEvent.newBuilder()
                .setId(id)
                .setFileSystem("scratch")
                .setKind(SiteEventKind.FAILOVER)
                .setFrom(FROM)
                .setText("OST 7 moved")
                .setRecordedAt(FROM.plusSeconds(60));
    }

    private static InfluxPoint point(SiteEvent.Builder event) {
        return new SiteEventPoints().convert(event.build()).get(0);
    }

    @Test
    void shouldWriteWhatAnAnnotationShowsAtTheBeginOfTheEvent() {
        InfluxPoint point = point(event("a"));

        assertThat(point.measurement()).isEqualTo("site_events");
        assertThat(point.tags()).isEqualTo(Map.of("fs", "scratch"));
        assertThat(point.fields())
                .containsEntry("title", "failover of scratch")
                .containsEntry("text", "OST 7 moved")
                .containsEntry("tags", "scratch,failover")
                .containsEntry("end_ms", -1L);
        long from = FROM.toEpochMilli() * 1_000_000;
        assertThat(point.timestampNanos()).isBetween(from, from + 999_999);
    }

    @Test
    void shouldOverwriteAnEventThatHasEndedAndKeepAnotherApart() {
        assertThat(point(event("a").setTo(FROM.plusSeconds(600))).timestampNanos())
                .isEqualTo(point(event("a")).timestampNanos());
        assertThat(point(event("b")).timestampNanos())
                .isNotEqualTo(point(event("a")).timestampNanos());
    }
}
