package io.barograph.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalBroker;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every source of results. */
@Timeout(180)
class ResultSourceTest {
    @TempDir
    private static Path folder;

    private static LocalBroker broker;
    private static List<SiteEvent> events;

    @BeforeAll
    static void write() throws Exception {
        events = List.of(event("purge"), event("upgrade"));
        try (JsonLines lines = JsonLines.to(folder.resolve("export/site-events.jsonl"))) {
            for (SiteEvent event : events) {
                lines.write(event);
            }
        }
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        broker.start();
        broker.createTopics("site.", 2, true);
        try (RecordPublisher publisher = new KafkaPublisher(broker.bootstrapServers(), "site.", new Properties())) {
            events.forEach(event -> publisher.publish(Topic.SITE_EVENTS, event));
            publisher.flush();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
    }

    private static SiteEvent event(String id) {
        return SiteEvent.newBuilder()
                .setId(id)
                .setFileSystem("scratch")
                .setKind(SiteEventKind.PURGE)
                .setFrom(Instant.parse("2026-03-01T12:00:00Z"))
                .setText("text")
                .setRecordedAt(Instant.parse("2026-03-01T12:00:00.123Z"))
                .build();
    }

    private static List<ResultSource> sources() {
        return List.of(
                new ExportFolder(folder.resolve("export")),
                new ResultTopics(new KafkaSettings(broker.bootstrapServers(), "site.", null)));
    }

    @Test
    void shouldReadAllRecordsOfATopicEachTime() throws Exception {
        for (ResultSource source : sources()) {
            for (int time = 0; time < 2; time++) {
                List<SiteEvent> read = new ArrayList<>();
                assertThat(source.read(Topic.SITE_EVENTS, read::add)).isTrue();
                assertThat(read).as(source.name()).containsExactlyInAnyOrderElementsOf(events);
            }
        }
    }

    @Test
    void shouldReadNothingOfATopicWithoutRecords() throws Exception {
        for (ResultSource source : sources()) {
            List<Object> read = new ArrayList<>();
            source.read(Topic.ANOMALIES, read::add);
            assertThat(read).as(source.name()).isEmpty();
        }
    }
}
