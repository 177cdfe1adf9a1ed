package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.DeadLetterFactory;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a broker that nobody started: what collectors do to each other does not depend on it. */
class CollectorRuntimeTest {
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** A port that no broker listens on. */
    private static final KafkaSettings NO_BROKER = new KafkaSettings("127.0.0.1:1", "", null);

    @TempDir
    private Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    private CollectorRuntime start(ConfiguredCollector<?>... collectors) {
        return start(1024 * 1024, collectors);
    }

    private CollectorRuntime start(long spoolBytes, ConfiguredCollector<?>... collectors) {
        CollectingSettings settings =
                new CollectingSettings(folder, spoolBytes, Duration.ofMillis(50), Duration.ofMillis(300));
        CollectorRuntime.Site site =
                new CollectorRuntime.Site("host1", new FileSystemCatalogue(List.of()), settings, Clock.systemUTC());
        return CollectorRuntime.start(site, NO_BROKER, List.of(collectors), notes::add, OFTEN);
    }

    private static SiteEvent event(String text) {
        Instant now = Instant.now();
        return SiteEvent.newBuilder()
                .setId(text)
                .setFileSystem("scratch")
                .setKind(SiteEventKind.CHANGE)
                .setFrom(now)
                .setText(text)
                .setRecordedAt(now)
                .build();
    }

    private static boolean publishOne(int poll, RecordPublisher output, Object context) {
        output.publish(Topic.SITE_EVENTS, event("poll " + poll));
        return true;
    }

    private static CollectorHealth healthOf(CollectorRuntime runtime, String name) {
        return runtime.health().stream()
                .filter(health -> health.getCollector().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Only the runtime ends a collector; one that had ended otherwise looked like a source at its end. */
    @Test
    void shouldGoOnAfterAnInterruptThatIsNotItsEnd() {
        ScriptedType interrupted = new ScriptedType(OFTEN, (number, output, context) -> {
            if (number == 2) {
                throw new InterruptedException("by a library");
            }
            return publishOne(number, output, context);
        });
        try (CollectorRuntime runtime = start(interrupted.named("a"))) {
            Awaitility.await().atMost(TIMEOUT).until(() -> interrupted.polls.get() > 4);
            assertThat(healthOf(runtime, "a").getFailedPolls()).isEqualTo(1);
            assertThat(healthOf(runtime, "a").getState()).isEqualTo(CollectorState.RUNNING);
        }
        assertThat(notes).anyMatch(note -> note.startsWith("a: by a library"));
    }

    @Test
    void shouldNotLetAFailingOrHangingSourceDelayAnother() {
        ScriptedType healthy = new ScriptedType(OFTEN, CollectorRuntimeTest::publishOne);
        ScriptedType failing = new ScriptedType(OFTEN, (number, output, context) -> {
            throw new UnreadableSourceException("db1", "does not answer", "start it");
        });
        ScriptedType hanging = new ScriptedType(OFTEN, (number, output, context) -> {
            new CountDownLatch(1).await();
            return true;
        });
        ScriptedType broken = new ScriptedType(OFTEN, (number, output, context) -> {
            throw new StackOverflowError("too deep");
        });
        try (CollectorRuntime runtime =
                start(healthy.named("a"), failing.named("b"), hanging.named("c"), broken.named("d"))) {
            Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> {
                assertThat(healthOf(runtime, "b").getState()).isEqualTo(CollectorState.FAILING);
                assertThat(healthOf(runtime, "c").getState()).isEqualTo(CollectorState.HANGING);
                assertThat(healthOf(runtime, "d").getState()).isEqualTo(CollectorState.FAILING);
            });
            int before = healthy.polls.get();
            Awaitility.await().atMost(TIMEOUT).until(() -> healthy.polls.get() > before + 50);
            CollectorHealth good = healthOf(runtime, "a");
            assertThat(good.getState()).isEqualTo(CollectorState.RUNNING);
            assertThat(good.getPublished().get("site-events")).isGreaterThan(50);
            assertThat(good.getFailedPolls()).isZero();
            assertThat(good.getLagSeconds()).isNotNull();
            assertThat(good.getHost()).isEqualTo("host1");
            assertThat(healthOf(runtime, "b").getFailure()).isEqualTo("db1: does not answer; start it");
            assertThat(healthOf(runtime, "c").getFailure()).contains("has published nothing since");
            assertThat(healthOf(runtime, "d").getFailure()).isEqualTo("too deep");
        }
        assertThat(hanging.polls).hasValue(1);
        assertThat(notes).filteredOn(note -> note.startsWith("b: ")).hasSizeGreaterThanOrEqualTo(1);
        assertThat(notes)
                .filteredOn(note -> note.startsWith("b: db1: does not answer"))
                .hasSize(1);
        assertThat(notes)
                .filteredOn(note -> note.startsWith("c: a poll takes longer"))
                .hasSize(1);
    }

    @Test
    void shouldSayThatASourceWorksAgain() {
        ScriptedType flaky = new ScriptedType(OFTEN, (number, output, context) -> {
            if (number == 1) {
                throw new UnreadableSourceException("db1", "does not answer", "start it");
            }
            return true;
        });
        try (CollectorRuntime runtime = start(flaky.named("a"))) {
            Awaitility.await().atMost(TIMEOUT).until(() -> notes.contains("a: works again"));
            assertThat(healthOf(runtime, "a").getState()).isEqualTo(CollectorState.RUNNING);
            assertThat(healthOf(runtime, "a").getFailedPolls()).isEqualTo(1);
        }
    }

    @Test
    void shouldEndWhenAllSourcesHaveEnded() throws Exception {
        ScriptedType three = new ScriptedType(Duration.ZERO, (number, output, context) -> {
            publishOne(number, output, context);
            return number < 3;
        });
        try (CollectorRuntime runtime = start(three.named("a"), three.named("b"))) {
            assertThat(runtime.awaitEnd(TIMEOUT)).isTrue();
            assertThat(runtime.health()).extracting(CollectorHealth::getState).containsOnly(CollectorState.ENDED);
        }
    }

    @Test
    void shouldLetAPollThatIsUnderWayStoreItsPosition() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        ScriptedType poll = new ScriptedType(OFTEN, (number, output, context) -> {
            publishOne(number, output, context);
            begun.countDown();
            Thread.sleep(200);
            output.flush();
            context.position("test").write("poll " + number);
            return true;
        });
        try (CollectorRuntime runtime = start(poll.named("a"))) {
            begun.await();
            assertThat(healthOf(runtime, "a").getPublished()).containsKey("site-events");
        }
        assertThat(new PositionStore(folder.resolve("a/test.position")).read()).contains("poll " + poll.polls.get());
    }

    @Test
    void shouldInterruptASourceThatWaitsForDataAndLetItStoreItsPosition() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        ScriptedType waiting = new ScriptedType(Duration.ZERO, (number, output, context) -> {
            publishOne(number, output, context);
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                output.flush();
                context.position("test").write("interrupted");
                throw e;
            }
            return true;
        });
        try (CollectorRuntime runtime = start(waiting.named("a"))) {
            begun.await();
            assertThat(runtime.awaitEnd(Duration.ofMillis(500))).isFalse();
            assertThat(healthOf(runtime, "a").getState())
                    .as("waiting is not hanging")
                    .isEqualTo(CollectorState.RUNNING);
        }
        assertThat(new PositionStore(folder.resolve("a/test.position")).read()).contains("interrupted");
    }

    @Test
    void shouldCountRefusalsByCause() {
        ScriptedType refusing = new ScriptedType(Duration.ZERO, (number, output, context) -> {
            output.refuse(DeadLetterFactory.of(
                    Topic.SITE_EVENTS,
                    "test",
                    "file:" + number,
                    "\"x" + number + "\" is no number",
                    Instant.now(),
                    null));
            return number < 4;
        });
        try (CollectorRuntime runtime = start(refusing.named("a"))) {
            Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                            healthOf(runtime, "a").getRefused())
                    .containsOnly(java.util.Map.entry("\"...\" is no number", 4L)));
            assertThat(runtime.refused()).isEqualTo(4);
        }
    }

    @Test
    void shouldCountWithItsCauseWhatIsRefusedAgain() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
        DeadLetterThrottle letters = new DeadLetterThrottle(((InstantSource) now::get).withZone(ZoneOffset.UTC));
        ScriptedType refusing = new ScriptedType(Duration.ZERO, (number, output, context) -> {
            now.updateAndGet(time -> time.plus(Duration.ofMinutes(20)));
            letters.to(output)
                    .accept(DeadLetterFactory.of(
                            Topic.SITE_EVENTS, "test", "file:1", "\"x\" is no number", Instant.now(), null));
            return number < 5;
        });
        try (CollectorRuntime runtime = start(refusing.named("a"))) {
            Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                            healthOf(runtime, "a").getRefused())
                    .containsOnly(java.util.Map.entry("\"...\" is no number", 5L)));
        }
    }

    /** Samples that the broker does not have yet are no reason to wait for results of them. */
    @Test
    void shouldNotCountSamplesThatWaitOnDiskAsArriving() {
        ScriptedType sampling = new ScriptedType(OFTEN, (number, output, context) -> {
            Instant now = Instant.now();
            ServerSample sample = ServerSample.newBuilder()
                    .setFileSystem("scratch")
                    .setServer("OST0001")
                    .setKind(ServerKind.OST)
                    .setTime(now)
                    .setPublishedAt(now)
                    .setIntervalMillis(5_000)
                    .build();
            output.publish(
                    Topic.SERVER_POLLS, ServerPolls.of(List.of(sample), "host").get(0));
            return true;
        });
        try (CollectorRuntime runtime = start(sampling.named("a"))) {
            Awaitility.await().atMost(TIMEOUT).until(() -> String.valueOf(
                            healthOf(runtime, "a").getFailure())
                    .startsWith("records wait on disk for the broker: "));
            CollectorHealth health = healthOf(runtime, "a");
            assertThat(health.getPublished()).containsKey("server-polls");
            assertThat(health.getSampleAgeSeconds()).isEmpty();
        }
    }

    @AtLength
    @Test
    void shouldCountWhatASpoolThatIsFullDropsAndSayWhatWaits() {
        AtomicLong dropped = new AtomicLong();
        ScriptedType much = new ScriptedType(Duration.ZERO, (number, output, context) -> {
            for (int i = 0; i < 2000; i++) {
                if (!output.publish(Topic.SITE_EVENTS, event("event " + i))) {
                    dropped.incrementAndGet();
                }
            }
            return false;
        });
        try (CollectorRuntime runtime = start(64 * 1024, much.named("a"))) {
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> healthOf(runtime, "a").getState() == CollectorState.ENDED);
            CollectorHealth health = healthOf(runtime, "a");
            assertThat(health.getPublished().get("site-events")
                            + health.getDropped().get("site-events"))
                    .isEqualTo(2000);
            assertThat(health.getDropped().get("site-events")).isPositive().isEqualTo(dropped.get());
            assertThat(health.getSpooledBytes()).isBetween(50_000L, 64L * 1024);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> healthOf(runtime, "a").getFailure() != null);
            assertThat(healthOf(runtime, "a").getFailure()).startsWith("records wait on disk for the broker: ");
            Awaitility.await().atMost(TIMEOUT).until(() -> notes.stream()
                    .anyMatch(note -> note.startsWith(
                            "a: records wait on disk for the broker " + NO_BROKER.bootstrapServers() + " (")));
        }
        assertThat(notes).anyMatch(note -> note.matches("a: [\\d,.]+ bytes wait in .* for the broker \\(.*\\); .*"));
    }

    @Test
    void shouldRefuseAFolderThatCannotBeUsed() throws Exception {
        Files.writeString(folder.resolve("a"), "a file where a folder should be");
        ScriptedType any = new ScriptedType(OFTEN, CollectorRuntimeTest::publishOne);

        assertThatThrownBy(() -> start(any.named("a")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(folder.resolve("a").toString())
                .hasMessageContaining("choose another one with collecting.folder");
        assertThat(any.polls).hasValue(0);
    }

    @Test
    void shouldRefuseANameThatIsNoFolderName() {
        assertThatThrownBy(() -> new ScriptedType(OFTEN, CollectorRuntimeTest::publishOne).named("../a"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("\"../a\" is no name of a collector");
    }

    /** It ended the thread, and the collector counted as one whose source has ended. */
    @Test
    void shouldFailAndTryAgainAfterAnyError() {
        ScriptedType flaky = new ScriptedType(OFTEN, (number, output, context) -> {
            if (number < 3) {
                throw new AssertionError("broken");
            }
            return true;
        });
        try (CollectorRuntime runtime = start(flaky.named("a"))) {
            Awaitility.await().atMost(TIMEOUT).until(() -> flaky.polls.get() > 5);
            assertThat(healthOf(runtime, "a").getState()).isEqualTo(CollectorState.RUNNING);
            assertThat(healthOf(runtime, "a").getFailedPolls()).isEqualTo(2);
        }
        assertThat(notes).contains("a: broken (it is tried again until it works)", "a: works again");
    }
}
