package io.barograph.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.export.TopicReader;
import io.barograph.runtime.PositionStore;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalBroker;
import io.barograph.testing.AtLength;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.IsolationLevel;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Collectors while a real broker is stopped and started again. The outage takes {@code -Dbarograph.outage=SECONDS}, 4 by
 * default; docs/collectors/README.md has the command for two minutes.
 */
@Timeout(600)
class BrokerOutageTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("barograph.outage", 4));
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final long ENOUGH = 1L << 30;
    private static final int FOR_EVER = Integer.MAX_VALUE;

    @TempDir
    private Path folder;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private LocalBroker broker;

    @BeforeEach
    void nameBroker() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, notes(notes));
    }

    private void startBrokerWithTopics() throws Exception {
        broker.start();
        broker.createTopics("", 3, true);
    }

    private static java.util.function.Consumer<io.barograph.stack.CommandFailedException> notes(List<String> notes) {
        return failure -> notes.add(failure.getMessage());
    }

    @AfterEach
    void stopBroker() throws Exception {
        broker.stop();
    }

    private NumberedType.Options events(String key, int perPoll, int total) {
        return new NumberedType.Options(key, perPoll, total, OFTEN, 0);
    }

    private CollectorRuntime start(long spoolBytes, NumberedType.Options... options) {
        return NumberedCollecting.start(
                broker.bootstrapServers(), folder.resolve("collect"), spoolBytes, notes::add, options);
    }

    /** The numbers of the events in the topic, by key, in the order of the topic. */
    private Map<String, List<Integer>> stored() throws InterruptedException {
        Map<String, List<Integer>> numbers = new ConcurrentHashMap<>();
        new TopicReader<SiteEvent>(broker.bootstrapServers(), Topic.SITE_EVENTS, IsolationLevel.READ_COMMITTED)
                .readAll(event -> numbers.computeIfAbsent(event.getFileSystem(), key -> new ArrayList<>())
                        .add(Integer.valueOf(event.getText())));
        return numbers;
    }

    private static CollectorHealth health(CollectorRuntime runtime, String name) {
        return runtime.health().stream()
                .filter(health -> health.getCollector().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long published(CollectorRuntime runtime, String name) {
        return health(runtime, name).getPublished().getOrDefault(Topic.SITE_EVENTS.name(), 0L);
    }

    private static void awaitMore(CollectorRuntime runtime, String name, int more) {
        long before = published(runtime, name);
        Awaitility.await().atMost(TIMEOUT).until(() -> published(runtime, name) >= before + more);
    }

    private static List<Integer> upTo(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    @Test
    void shouldDeliverEveryRecordOnceAndInOrderAcrossAnOutage() throws Exception {
        startBrokerWithTopics();
        try (CollectorRuntime runtime = start(ENOUGH, events("a", 50, FOR_EVER), events("b", 7, FOR_EVER))) {
            awaitMore(runtime, "a", 1000);
            broker.stop();
            long before = published(runtime, "a");
            long end = System.nanoTime() + OUTAGE.toNanos();
            Awaitility.await()
                    .atMost(OUTAGE.plus(TIMEOUT))
                    .until(() -> System.nanoTime() > end
                            && published(runtime, "a") > before + 1000
                            && health(runtime, "a").getSpooledBytes() > 50_000);
            assertThat(health(runtime, "a").getState()).isEqualTo(CollectorState.RUNNING);
            broker.start();
            awaitMore(runtime, "a", 1000);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> health(runtime, "a").getSpooledBytes() < 50_000
                            && health(runtime, "b").getSpooledBytes() < 5_000);
        }
        Map<String, List<Integer>> stored = stored();
        int total = reached("a");
        assertThat(total).isGreaterThan(3000);
        assertThat(stored.get("a")).isEqualTo(upTo(total));
        assertThat(stored.get("b")).isEqualTo(upTo(reached("b")));
    }

    @AtLength
    @Test
    void shouldMissExactlyWhatItCountsAsDropped() throws Exception {
        long dropped;
        long taken;
        startBrokerWithTopics();
        try (CollectorRuntime runtime = start(64 * 1024, events("a", 50, FOR_EVER))) {
            awaitMore(runtime, "a", 500);
            broker.stop();
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> !health(runtime, "a").getDropped().isEmpty());
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> health(runtime, "a").getDropped().get(Topic.SITE_EVENTS.name()) > 500);
            broker.start();
            awaitMore(runtime, "a", 500);
            runtime.close();
            dropped = health(runtime, "a").getDropped().get(Topic.SITE_EVENTS.name());
            taken = published(runtime, "a");
        }
        int total = reached("a");
        List<Integer> stored = stored().get("a");
        assertThat(stored).isSorted().doesNotHaveDuplicates();
        assertThat(total - stored.size()).isEqualTo((int) dropped);
        assertThat(stored).hasSize((int) taken);

        List<CollectorHealth> healthRecords = new ArrayList<>();
        new TopicReader<CollectorHealth>(
                        broker.bootstrapServers(), Topic.COLLECTOR_HEALTH, IsolationLevel.READ_COMMITTED)
                .readAll(healthRecords::add);
        assertThat(healthRecords.get(healthRecords.size() - 1).getDropped())
                .containsEntry(Topic.SITE_EVENTS.name(), dropped);
        assertThat(healthRecords.get(healthRecords.size() - 1).getPublished())
                .containsEntry(Topic.SITE_EVENTS.name(), taken);
    }

    @AtLength
    @Test
    void shouldSendWhatAnEarlierProcessLeftInTheSpoolBeforeItsOwnRecords() throws Exception {
        try (CollectorRuntime runtime = start(ENOUGH, events("a", 100, 1000))) {
            assertThat(runtime.awaitEnd(TIMEOUT)).isTrue();
            runtime.close();
            assertThat(runtime.leftBytes()).isPositive();
        }
        assertThat(notes).anyMatch(note -> note.startsWith("a: ") && note.contains("they are sent at the next start"));
        startBrokerWithTopics();
        try (CollectorRuntime runtime = start(ENOUGH, events("a", 100, 2000))) {
            assertThat(runtime.awaitEnd(TIMEOUT)).isTrue();
            runtime.close();
            assertThat(runtime.leftBytes()).isZero();
        }
        assertThat(stored().get("a")).isEqualTo(upTo(2000));
    }

    @Test
    void shouldLoseNothingWhenTheProcessIsKilledWithRecordsInItsSpool() throws Exception {
        Process process = numbered("-Xmx64m", 100, 1_000_000);
        try {
            Awaitility.await().atMost(TIMEOUT).until(() -> reached("a") > 3000);
        } finally {
            process.destroyForcibly().waitFor();
        }
        int reached = reached("a");
        startBrokerWithTopics();
        int total = reached + 1000;
        try (CollectorRuntime runtime = start(ENOUGH, events("a", 100, total))) {
            assertThat(runtime.awaitEnd(TIMEOUT)).isTrue();
        }
        List<Integer> stored = stored().get("a");
        assertThat(new HashSet<>(stored)).isEqualTo(new HashSet<>(upTo(total)));
        // those published after the position was stored last come again: a poll at most
        assertThat(stored.size() - total).isBetween(0, 100);
        assertThat(stored.subList(0, reached)).isEqualTo(upTo(reached));
    }

    @AtLength
    @Test
    void shouldKeepMoreThanItsMemoryWhileTheBrokerIsAway() throws Exception {
        Process process = numbered("-Xmx24m", 20_000, 800_000);
        assertThat(process.waitFor(TIMEOUT.toSeconds() * 2, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("child.log")))
                .isEqualTo(NumberedCollecting.LEFT);
        assertThat(spoolBytes()).isGreaterThan(48L * 1024 * 1024);
        startBrokerWithTopics();
        Awaitility.await()
                .atMost(TIMEOUT.multipliedBy(2))
                .until(() -> numbered("-Xmx48m", 20_000, 800_000).waitFor() == 0);
        assertThat(stored().get("a").equals(upTo(800_000)))
                .as("all, once, in order")
                .isTrue();
    }

    private long spoolBytes() throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("collect/a/spool"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private Process numbered(String heap, int perPoll, int total) throws Exception {
        ProcessBuilder program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-Dbarograph.home=" + folder,
                        NumberedCollecting.class.getName(),
                        broker.bootstrapServers(),
                        folder.resolve("collect").toString(),
                        "a",
                        String.valueOf(perPoll),
                        String.valueOf(total))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("child.log").toFile());
        program.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return program.start();
    }

    /** @return position of that collector; 0 if it has none yet */
    private int reached(String collector) {
        return new PositionStore(folder.resolve("collect/" + collector + "/numbers.position"))
                .read()
                .map(Integer::parseInt)
                .orElse(0);
    }
}
