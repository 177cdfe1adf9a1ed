package io.barograph.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.export.TopicReader;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalBroker;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real broker that refuses records from more than 30 s ahead. */
@Timeout(300)
@AtLength
class ClockAheadTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final long ENOUGH = 1L << 30;

    @TempDir
    private Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final SettableClock clock = new SettableClock();
    private LocalBroker broker;

    @BeforeEach
    void startBroker() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"),
                folder.resolve("kafka.log"),
                LocalBroker.Access.EVERYBODY,
                failure -> notes.add(failure.getMessage()));
        broker.start();
        broker.createTopics("", 2, false);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            ConfigEntry limit = new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, "30000");
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, Topic.SITE_EVENTS.name()),
                            List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    @AfterEach
    void stopBroker() throws Exception {
        broker.stop();
    }

    private CollectorRuntime start(NumberedType.Options options) {
        return NumberedCollecting.start(
                broker.bootstrapServers(), folder.resolve("collect"), ENOUGH, clock, notes::add, options);
    }

    private <T extends SpecificRecord> List<T> stored(Topic<T> topic) throws InterruptedException {
        List<T> records = new ArrayList<>();
        new TopicReader<T>(broker.bootstrapServers(), topic, IsolationLevel.READ_COMMITTED).readAll(records::add);
        return records;
    }

    private List<Integer> numbers() throws InterruptedException {
        return stored(Topic.SITE_EVENTS).stream()
                .map(SiteEvent::getText)
                .map(Integer::valueOf)
                .toList();
    }

    @Test
    void shouldSetAsideWhatIsAheadAndGoOnWhenTheClockIsRightAgain() throws Exception {
        clock.ahead = Duration.ofMinutes(2);
        CollectorHealth last;
        try (CollectorRuntime runtime = start(new NumberedType.Options("a", 5, Integer.MAX_VALUE, OFTEN, 0))) {
            Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
                CollectorHealth health = runtime.health().get(0);
                assertThat(health.getRefused()).containsKey("CLOCK: the sample is # s ahead of the broker");
                assertThat(health.getFailure())
                        .matches("CLOCK: the sample is 1(19|20|21) s ahead of the broker; this host's clock is"
                                + " 1(19|20)\\.\\d s ahead of the broker's: set it right.*");
            });
            clock.ahead = Duration.ZERO;
            Awaitility.await().atMost(TIMEOUT).until(() -> numbers().size() > 200);
            runtime.close();
            assertThat(runtime.leftBytes()).isZero();
            last = runtime.health().get(0);
        }
        List<Integer> numbers = numbers();
        assertThat(numbers).doesNotHaveDuplicates();
        List<DeadLetter> letters = stored(Topic.DEAD_LETTERS);
        assertThat(letters).isNotEmpty().allMatch(letter -> letter.getReason().startsWith("CLOCK: the sample is"));
        assertThat(letters).allMatch(letter -> letter.getPayload() != null);
        long total = last.getPublished().get(Topic.SITE_EVENTS.name());
        assertThat(numbers.size() + letters.size()).isEqualTo((int) total);
        assertThat(stored(Topic.COLLECTOR_HEALTH))
                .as("reported by a topic whose timestamps are the broker's")
                .anyMatch(health ->
                        health.getFailure() != null && health.getFailure().startsWith("CLOCK"));
        assertThat(notes).filteredOn(note -> note.contains("CLOCK")).hasSizeBetween(1, 2);
    }

    /** The broker refuses a batch with one such record as a whole. */
    @Test
    void shouldLoseNothingThatSharesABatchWithARecordThatIsAhead() throws Exception {
        try (CollectorRuntime runtime = start(new NumberedType.Options("a", 500, 5_000, OFTEN, 50))) {
            assertThat(runtime.awaitEnd(TIMEOUT)).isTrue();
            runtime.close();
            assertThat(runtime.leftBytes()).isZero();
        }
        assertThat(numbers())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 5_000)
                        .filter(number -> number % 50 != 0)
                        .boxed()
                        .toList());
        assertThat(stored(Topic.DEAD_LETTERS)).hasSize(100).allMatch(letter -> letter.getReason()
                .startsWith("CLOCK: the sample is"));
    }

    private static final class SettableClock extends Clock {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
