package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowInputsTest {
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private static Path folder;

    /** A replay of a year that is mistyped reads what was before it, to know what is usual, and would find nothing wrong. */
    @Test
    void shouldHoldNothingOfAWindowThatOnlyHasABefore() throws Exception {
        try (BrokerProcess broker = new BrokerProcess(folder)) {
            KafkaConnection kafka = KafkaConnection.to(broker.bootstrapServers(), "");
            broker.createTopics("", 2);
            publish(broker, TIME);
            assertThat(window(kafka, TIME).isEmpty()).isFalse();
            WindowInputs later = window(kafka, TIME.plus(Duration.ofHours(5)));
            assertThat(later.inputs()).as("what is read of the time before").isNotEmpty();
            assertThat(later.isEmpty()).isTrue();
            assertThat(window(kafka, TIME.minus(Duration.ofHours(5))).isEmpty()).isTrue();
        }
    }

    private static WindowInputs window(KafkaConnection kafka, Instant middle) throws Exception {
        ReplayScope scope = ReplayScope.window(
                middle.minus(Duration.ofHours(1)),
                middle.plus(Duration.ofHours(1)),
                Duration.ofSeconds(30),
                ReplayScope.Climates.KEPT);
        return WindowInputs.find(kafka, null, AnalysisInputs.TOPICS, List.of("scratch"), scope);
    }

    private static void publish(BrokerProcess broker, Instant time) throws Exception {
        SiteEvent event = SiteEvent.newBuilder()
                .setId("1")
                .setFileSystem("scratch")
                .setFrom(time)
                .setRecordedAt(time)
                .setKind(SiteEventKind.CHANGE)
                .setText("new firmware")
                .setAuthor("ops")
                .build();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            Topic.SITE_EVENTS.name(),
                            0,
                            time.toEpochMilli(),
                            new byte[] {1},
                            AvroCodec.of(SiteEvent.class).encode(event)))
                    .get();
        }
    }
}
