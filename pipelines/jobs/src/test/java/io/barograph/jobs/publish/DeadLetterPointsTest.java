package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadLetterPointsTest {
    private static final Instant TIME = Instant.parse("2026-03-02T00:00:00Z");

    static {
        AvroCodec.of(DeadLetter.class); // makes Avro trust the records
    }

    private static DeadLetter.Builder letter(String source) {
        return DeadLetter.newBuilder()
                .setSource(source)
                .setOrigin("demo.server-polls-0@17")
                .setComponent("job analysis")
                .setReason("unknown schema")
                .setPayloadBytes(12)
                .setTime(TIME);
    }

    private static List<InfluxPoint> points(DeadLetter.Builder letter) {
        return new DeadLetterPoints("demo.").convert(letter.build());
    }

    @Test
    void shouldCountALetterByTheTopicThatItIsOf() {
        InfluxPoint point = points(letter("demo.server-polls")).get(0);

        assertThat(point.measurement()).isEqualTo("dead_letters");
        assertThat(point.tags()).isEqualTo(Map.of("source", "server-polls", "component", "job analysis"));
        assertThat(point.fields())
                .containsEntry("letters", 1L)
                .containsEntry("origin", "demo.server-polls-0@17")
                .containsEntry("reason", "unknown schema")
                .containsEntry("payload_bytes", 12L);
    }

    @Test
    void shouldKeepLettersOfTheSameInstantApartAndCutLongReasons() {
        InfluxPoint one = points(letter("demo.server-polls")).get(0);
        InfluxPoint other = points(letter("demo.server-polls").setReason("x".repeat(100_000)))
                .get(0);

        assertThat(other.timestampNanos()).isNotEqualTo(one.timestampNanos());
        assertThat((String) other.fields().get("reason")).hasSize(500);
    }

    @Test
    void shouldNotStoreALetterAboutARefusedLetter() {
        assertThat(points(letter("demo.dead-letters"))).isEmpty();
    }
}
