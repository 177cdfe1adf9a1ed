package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What one source can do to event time. A site of two file systems in three partitions, its sources report once a second;
 * event time is the minimum over partitions, as Flink has it.
 */
class SourceClocksTest {
    private static final PartitionWatermarkStrategy SAMPLES =
            PartitionWatermarkStrategy.ofSources(Duration.ofSeconds(10));
    private static final int PARTITIONS = 3;
    private static final long SECOND = 1_000;
    private static final long FAR = Duration.ofMinutes(55).toMillis();
    private static final long NOW = 1_800_000_000_000L;

    /** The tolerated disorder, less the interval after which the next record of each source is due. */
    private static final long MIN_LAG = 9 * SECOND;

    /** The tolerated disorder, a tick, and the age of the time of the site. */
    private static final long USUAL_LAG = 13 * SECOND;

    /** Until a source is idle that was 5 s behind, and the usual lag. */
    private static final long MAX_LAG = 56 * SECOND + USUAL_LAG;

    private final List<Partition> partitions = new ArrayList<>();
    private final Map<String, LongUnaryOperator> clocks = new HashMap<>();
    private final Map<String, Integer> homes = new HashMap<>();
    private SiteReferenceTime reference;
    private long wallClockAhead;
    private long millis;
    private long eventTime = Long.MIN_VALUE;
    private long longestLag;
    private long closestToNow = Long.MIN_VALUE;
    private boolean brokerAnswers = true;

    /** One partition with its generator, and what it said last. */
    private final class Partition implements WatermarkOutput {
        private final TopicPartition id;
        private final PartitionWatermarkGenerator generator;
        private final SourceClockMetrics offTime = new SourceClockMetrics();
        private long offset;
        private long watermark = Long.MIN_VALUE;
        private boolean isIdle;

        Partition(int number) {
            id = new TopicPartition("server-polls", number);
            AssignedPartitions assigned = new AssignedPartitions();
            assigned.add(List.of(new KafkaPartitionSplit(id, 0)));
            generator = new PartitionWatermarkGenerator(
                    SAMPLES, assigned, SourceClocksTest.this::ends, reference, offTime, () -> millis);
        }

        void record(String key, long time) {
            generator.onEvent(
                    new RawRecord(
                            id.topic(),
                            id.partition(),
                            offset++,
                            time,
                            key.getBytes(StandardCharsets.UTF_8),
                            new byte[0]),
                    time,
                    this);
        }

        @Override
        public void emitWatermark(Watermark emitted) {
            assertThat(emitted.getTimestamp()).isGreaterThanOrEqualTo(watermark);
            watermark = emitted.getTimestamp();
            isIdle = false;
        }

        @Override
        public void markIdle() {
            isIdle = true;
        }

        @Override
        public void markActive() {
            isIdle = false;
        }
    }

    @BeforeEach
    void start() {
        restart();
        for (int server = 0; server < 6; server++) {
            source("a/OST" + server, server % PARTITIONS, now -> now);
            source("b/OST" + server, server % PARTITIONS, now -> now);
        }
    }

    /** As after the loss of the job: nothing is known of the sources. */
    private void restart() {
        reference = new SiteReferenceTime(() -> now() + wallClockAhead);
        partitions.clear();
        for (int number = 0; number < PARTITIONS; number++) {
            partitions.add(new Partition(number));
        }
        eventTime = Long.MIN_VALUE;
    }

    private long now() {
        return NOW + millis;
    }

    private void source(String key, int partition, LongUnaryOperator clock) {
        homes.put(key, partition);
        clocks.put(key, clock);
    }

    private void stop(String prefix) {
        clocks.keySet().removeIf(key -> key.startsWith(prefix));
    }

    private long snapshots;
    private EndOffsetsSnapshot ends = EndOffsetsSnapshot.NONE;

    private EndOffsetsSnapshot ends() {
        return ends;
    }

    private void tick() {
        millis += SECOND;
        clocks.forEach((key, clock) -> partitions.get(homes.get(key)).record(key, clock.applyAsLong(now())));
        if (brokerAnswers) {
            Map<TopicPartition, Long> found = new HashMap<>();
            partitions.forEach(partition -> found.put(partition.id, partition.offset));
            ends = new EndOffsetsSnapshot(++snapshots, millis, found);
        }
        partitions.forEach(partition -> partition.generator.onPeriodicEmit(partition));
        partitions.stream()
                .filter(partition -> !partition.isIdle)
                .mapToLong(partition -> partition.watermark)
                .min()
                .ifPresent(least -> eventTime = Math.max(eventTime, least));
        if (eventTime != Long.MIN_VALUE) {
            closestToNow = Math.max(closestToNow, eventTime - now());
            longestLag = Math.max(longestLag, now() - eventTime);
        }
    }

    /** Forgets how event time went until now. */
    private void watch() {
        longestLag = Long.MIN_VALUE;
        closestToNow = Long.MIN_VALUE;
    }

    private void run(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            tick();
        }
    }

    private void runUndisturbed() {
        run(Duration.ofMinutes(1));
        watch();
    }

    private void assertGoesOnAsUsual() {
        assertThat(closestToNow).as("event time ahead of the site").isLessThanOrEqualTo(-MIN_LAG);
        assertThat(longestLag).as("event time behind the site").isLessThanOrEqualTo(USUAL_LAG);
    }

    private void assertGoesOnWithinAMinute() {
        assertThat(closestToNow).as("event time ahead of the site").isLessThanOrEqualTo(-MIN_LAG);
        assertThat(longestLag).as("event time behind the site").isLessThanOrEqualTo(MAX_LAG);
        watch();
        run(Duration.ofMinutes(2));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldNotMoveWithASourceAheadInEachPartition() {
        runUndisturbed();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            source("a/ahead" + partition, partition, now -> now + FAR);
        }
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
        assertThat(partitions).allSatisfy(partition -> {
            assertThat(partition.watermark).isLessThan(now());
            assertThat(partition.offTime.ahead()).isEqualTo(1);
            assertThat(partition.offTime.episodes()).isEqualTo(1);
        });
    }

    @Test
    void shouldNotMoveWithAllSourcesOfAFileSystemAhead() {
        runUndisturbed();
        for (int server = 0; server < 6; server++) {
            source("a/OST" + server, server % PARTITIONS, now -> now + FAR);
        }
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldNotMoveWithASourceAheadFromTheStart() {
        source("a/ahead", 1, now -> now + FAR);
        run(Duration.ofMinutes(1));
        assertThat(closestToNow).isLessThanOrEqualTo(-MIN_LAG);
        watch();
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldNotMoveWithASourceAheadThatHasAPartitionOfItsOwn() {
        partitions.add(new Partition(PARTITIONS));
        runUndisturbed();
        source("a/ahead", PARTITIONS, now -> now + FAR);
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
        assertThat(partitions.get(PARTITIONS).watermark).isLessThan(now());
        // All others end: what the one ahead has said is all that Flink has left.
        stop("a/OST");
        stop("b/OST");
        stop("a/ahead");
        run(Duration.ofMinutes(5));
        assertThat(partitions)
                .allSatisfy(partition -> assertThat(partition.watermark).isLessThan(now()));
    }

    @Test
    void shouldGoOnWhenASourceIsBehind() {
        runUndisturbed();
        source("a/behind", 1, now -> now - FAR);
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
        assertThat(partitions.get(1).offTime.behind()).isEqualTo(1);
    }

    @Test
    void shouldGoOnWithinAMinuteWhenAClockStops() {
        runUndisturbed();
        long stopped = now();
        source("a/OST0", 0, now -> stopped);
        run(Duration.ofMinutes(3));
        assertGoesOnWithinAMinute();
    }

    @Test
    void shouldGoOnWithinAMinuteWhenAClockIsSetBack() {
        runUndisturbed();
        source("a/OST0", 0, now -> now - FAR);
        run(Duration.ofMinutes(3));
        assertGoesOnWithinAMinute();
    }

    @Test
    void shouldGoOnWithinAMinuteOfAStartWhenAPartitionHoldsNothingButASourceBehind() {
        partitions.add(new Partition(PARTITIONS));
        source("a/behind", PARTITIONS, now -> now - FAR);
        run(Duration.ofSeconds(75));
        watch();
        run(Duration.ofMinutes(3));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldGoOnWithinAMinuteOfAStartWhenAClockIsSlowInItsPartition() {
        partitions.add(new Partition(PARTITIONS));
        source("a/slow", PARTITIONS, now -> NOW - FAR + (now - NOW) / 2);
        run(Duration.ofSeconds(75));
        watch();
        run(Duration.ofMinutes(3));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldNotMindAClockThatAlternates() {
        runUndisturbed();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            source("a/OST" + partition, partition, now -> now + (now / SECOND % 2 == 0 ? FAR : -FAR));
        }
        run(Duration.ofMinutes(5));
        assertGoesOnWithinAMinute();
    }

    @Test
    void shouldNotMindAClockThatRunsAwayByLeaps() {
        runUndisturbed();
        source("a/OST0", 0, now -> now + 20 * (now - NOW));
        source("b/OST1", 1, now -> now + FAR * ((now - NOW) / SECOND));
        source("a/OST2", 2, now -> now + 20 * (now - NOW));
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldGoOnWithinAMinuteWhenEachRecordHasANewName() {
        for (long off : new long[] {FAR, -FAR, -5 * SECOND, 40 * SECOND}) {
            runUndisturbed();
            for (int second = 0; second < 180; second++) {
                for (int more = 0; more < 5; more++) {
                    partitions.get(more % PARTITIONS).record("x" + off + "/" + second + "-" + more, now() + off);
                }
                tick();
            }
            assertThat(closestToNow).as("event time ahead of the site").isLessThanOrEqualTo(-MIN_LAG);
            assertThat(longestLag).as("event time behind the site").isLessThanOrEqualTo(MAX_LAG);
            run(Duration.ofMinutes(1));
            watch();
            run(Duration.ofMinutes(1));
            assertGoesOnAsUsual();
        }
    }

    @Test
    void shouldNotBeHeldByNewNamesThatReportOnce() {
        SourceTimes sources = new SourceTimes();
        byte[] real = "a/OST0".getBytes(StandardCharsets.UTF_8);
        sources.note("a/x".getBytes(StandardCharsets.UTF_8), NOW, 0, true, NOW);
        sources.note(real, NOW + 5_000, 0, true, NOW);
        assertThat(sources.advance(0, 0, NOW, SourceTimes.NONE))
                .as("nobody has reported twice")
                .isEqualTo(NOW);
        sources.note(real, NOW + 10_000, 0, true, NOW);
        assertThat(sources.advance(0, 0, NOW, SourceTimes.NONE)).isEqualTo(NOW + 10_000);
    }

    @Test
    void shouldTrackNoMoreSourcesThanItsBound() {
        SourceTimes sources = new SourceTimes();
        for (int number = 0; number < SourceTimes.MAX_SOURCES + 10_000; number++) {
            byte[] key = ("a/" + number).getBytes(StandardCharsets.UTF_8);
            sources.note(key, NOW + number % 5, 0, true, NOW);
        }
        assertThat(sources.size()).isEqualTo(SourceTimes.MAX_SOURCES);
        // Those beyond the bound are one source together, which has reported more than once.
        assertThat(sources.advance(0, 0, NOW, SourceTimes.NONE)).isEqualTo(NOW + 4);
        // Idle ones make room.
        sources.advance(SourceTimes.IDLE_AFTER, 0, NOW, NOW);
        sources.note("a/new".getBytes(StandardCharsets.UTF_8), NOW + 60_000, SourceTimes.IDLE_AFTER, true, NOW);
        assertThat(sources.size()).isEqualTo(1);
    }

    @Test
    void shouldHoldForASourceThatStopsAndTakeItBackWhenItReturns() {
        runUndisturbed();
        stop("a/OST0");
        long stopped = now();
        run(Duration.ofSeconds(40));
        assertThat(eventTime).isLessThanOrEqualTo(stopped);
        run(Duration.ofSeconds(20));
        assertThat(now() - eventTime).isLessThanOrEqualTo(USUAL_LAG);

        source("a/OST0", 0, now -> now);
        run(Duration.ofSeconds(60));
        stop("a/OST0");
        stopped = now();
        run(Duration.ofSeconds(30));
        assertThat(eventTime).isLessThanOrEqualTo(stopped);
    }

    /** The last records of a backlog are read at one moment, those of a source that stopped long before among them. */
    @Test
    void shouldComeToTheLastRecordsOfABacklogAlsoWhereNothingFollows() {
        source("b/ahead", 0, now -> now + FAR);
        Map<String, LongUnaryOperator> all = Map.copyOf(clocks);
        clocks.clear();
        long begin = now() - Duration.ofMinutes(20).toMillis();
        long end = now();
        all.forEach((key, clock) -> {
            long last = key.equals("a/OST0") ? begin + Duration.ofMinutes(5).toMillis() : end;
            for (long time = begin; time <= last; time += SECOND) {
                partitions.get(homes.get(key)).record(key, clock.applyAsLong(time));
            }
        });
        run(Duration.ofMinutes(5));
        assertThat(partitions).as("nothing more comes").allMatch(partition -> partition.isIdle);
        assertThat(eventTime).isBetween(end - USUAL_LAG, end);
    }

    @Test
    void shouldNotWaitForASourceThatReportsSeldom() {
        source("a/seldom", 0, now -> now - now % (30 * SECOND));
        run(Duration.ofMinutes(3));
        watch();
        run(Duration.ofMinutes(3));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldHoldForAllWhileTheBrokerIsAway() {
        runUndisturbed();
        long away = now();
        Map<String, LongUnaryOperator> all = Map.copyOf(clocks);
        clocks.clear();
        brokerAnswers = false;
        run(Duration.ofMinutes(10));
        assertThat(eventTime).isLessThanOrEqualTo(away);
        brokerAnswers = true;
        // One file system's collector is back first: it sends what it kept.
        all.forEach((key, clock) -> {
            if (key.startsWith("a/")) {
                for (long time = away; time < now(); time += SECOND) {
                    partitions.get(homes.get(key)).record(key, time);
                }
                clocks.put(key, clock);
            }
        });
        run(Duration.ofSeconds(40));
        assertThat(eventTime).isLessThanOrEqualTo(away);
        clocks.putAll(all);
        run(Duration.ofSeconds(20));
        watch();
        run(Duration.ofMinutes(1));
        assertGoesOnAsUsual();
    }

    @Test
    void shouldGoOnWhenTheClockOfThisMachineIsWrong() {
        wallClockAhead = -FAR;
        runUndisturbed();
        source("a/behind", 1, now -> now - FAR);
        source("a/ahead", 2, now -> now + FAR);
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
    }

    /** A site in another time: no clock of a machine shows who is right, but where the time of the site was. */
    @Test
    void shouldGoOnWhereTimeWasWhenNoClockTells() {
        wallClockAhead = 1_000 * FAR;
        runUndisturbed();
        for (int server = 0; server < 6; server++) {
            source("a/OST" + server, server % PARTITIONS, now -> now + FAR);
        }
        run(Duration.ofMinutes(5));
        assertGoesOnAsUsual();
        for (int server = 0; server < 6; server++) {
            source("a/OST" + server, server % PARTITIONS, now -> now - FAR);
        }
        run(Duration.ofMinutes(5));
        assertGoesOnWithinAMinute();
    }
}
