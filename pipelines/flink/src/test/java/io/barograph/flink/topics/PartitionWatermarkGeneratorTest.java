package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A partition's event time over a fake clock and fake log ends; one step is one look at the ends. */
class PartitionWatermarkGeneratorTest {
    private static final TopicPartition PARTITION = new TopicPartition("samples", 0);
    private static final TopicPartition OTHER = new TopicPartition("samples", 1);
    private static final PartitionWatermarkStrategy SAMPLES =
            PartitionWatermarkStrategy.ofSources(Duration.ofSeconds(10));
    private static final PartitionWatermarkStrategy EVENTS = PartitionWatermarkStrategy.ofEvents(Duration.ZERO);
    private static final long POLL_INTERVAL_MILLIS = 1_000;

    private final AssignedPartitions assigned = new AssignedPartitions();
    private final Output output = new Output();
    private long now = 1_000_000;
    private EndOffsetsSnapshot ends = EndOffsetsSnapshot.NONE;
    private PartitionWatermarkGenerator generator;

    private static final class Output implements WatermarkOutput {
        private long watermark = Long.MIN_VALUE;
        private boolean idle;

        @Override
        public void emitWatermark(Watermark emitted) {
            watermark = emitted.getTimestamp();
            idle = false;
        }

        @Override
        public void markIdle() {
            idle = true;
        }

        @Override
        public void markActive() {
            idle = false;
        }
    }

    private final SiteReferenceTime reference = new SiteReferenceTime(() -> Long.MIN_VALUE / 2);

    private void start(PartitionWatermarkStrategy strategy, KafkaPartitionSplit... splits) {
        assigned.add(List.of(splits));
        generator = new PartitionWatermarkGenerator(
                strategy, assigned, () -> ends, reference, new SourceClockMetrics(), () -> now);
    }

    private static KafkaPartitionSplit split(TopicPartition partition, long start) {
        return new KafkaPartitionSplit(partition, start);
    }

    private void record(long offset, long timestamp) {
        generator.onEvent(
                new RawRecord(PARTITION.topic(), PARTITION.partition(), offset, timestamp, null, new byte[0]),
                timestamp,
                output);
    }

    private void look(long end) {
        look(Map.of(PARTITION, end));
    }

    private void look(Map<TopicPartition, Long> newEnds) {
        now += POLL_INTERVAL_MILLIS;
        ends = new EndOffsetsSnapshot(ends.number() + 1, now, newEnds);
        generator.onPeriodicEmit(output);
    }

    private void lookFor(Duration time, long end) {
        for (long passed = 0; passed < time.toMillis(); passed += POLL_INTERVAL_MILLIS) {
            look(end);
        }
    }

    /** Time in which the broker does not answer. */
    private void silence(Duration time) {
        now += time.toMillis();
        generator.onPeriodicEmit(output);
    }

    @Test
    void shouldHoldEventsWhileTheirEndIsUnknown() {
        start(EVENTS, split(PARTITION, 5));
        silence(Duration.ofMinutes(10));
        assertThat(output.idle).isFalse();
        assertThat(output.watermark).isEqualTo(Long.MIN_VALUE);

        look(5);
        assertThat(output.idle).isTrue();
    }

    /** One event of the year after would let the samples go on beside a backlog of events, for as long as the job runs. */
    @Test
    void shouldHoldEventsBehindOneOfTheFuture() {
        start(EVENTS, split(PARTITION, 0));
        record(0, 40_000_000);
        siteIsAt(10_000);
        look(9);
        siteIsAt(100_000);
        record(1, 100_000);
        look(9);
        siteIsAt(300_000);
        lookFor(Duration.ofSeconds(5), 9);
        assertThat(output.idle).isFalse();
        assertThat(output.watermark).isLessThan(300_000 - SourceTimes.TOLERANCE);
    }

    private void siteIsAt(long time) {
        reference.vote(OTHER, Map.of(1L, new SourceTimes.Vote(time, 1)), true, now);
    }

    @Test
    void shouldHoldEventsAtTheirOwnTimeUntilTheBacklogIsRead() {
        start(EVENTS, split(PARTITION, 5));
        record(5, 10_000);
        record(6, 20_000);
        look(9);
        look(9);
        look(9);
        assertThat(output.idle).isFalse();
        assertThat(output.watermark).isEqualTo(19_999);

        record(7, 30_000);
        record(8, 40_000);
        look(9);
        assertThat(output.idle).isTrue();
    }

    @Test
    void shouldHoldAgainWhenTheBrokerComesBackWithMore() {
        start(EVENTS, split(PARTITION, 5));
        record(5, 10_000);
        look(6);
        assertThat(output.idle).isTrue();

        silence(PartitionWatermarkGenerator.FRESH_FOR);
        assertThat(output.idle).isFalse();
        look(8);
        assertThat(output.idle).isFalse();
        record(6, 20_000);
        record(7, 30_000);
        look(8);
        assertThat(output.idle).isTrue();
    }

    @Test
    void shouldHoldBeforeTheFirstRecordWhileAnyPartitionOfTheSubtaskHasSome() {
        start(EVENTS, split(PARTITION, 5), split(OTHER, 3));
        look(Map.of(PARTITION, 5L, OTHER, 4L));
        assertThat(output.idle).isFalse();
        look(Map.of(PARTITION, 5L));
        assertThat(output.idle).isFalse();
        look(Map.of(PARTITION, 5L, OTHER, 3L));
        assertThat(output.idle).isTrue();
    }

    @Test
    void shouldBeIdleAtOnceWhereNothingWasEverWritten() {
        start(EVENTS, split(PARTITION, KafkaPartitionSplit.COMMITTED_OFFSET));
        look(0);
        assertThat(output.idle).isTrue();
    }

    /** What collectors had kept comes to an empty topic at different speeds: none of it is to be late. */
    @Test
    void shouldWaitForSamplesWhereNothingWasEverWritten() {
        start(SAMPLES, split(PARTITION, KafkaPartitionSplit.COMMITTED_OFFSET));
        lookFor(SAMPLES.idleAfter().minusSeconds(1), 0);
        assertThat(output.idle).isFalse();
        look(0);
        assertThat(output.idle).isTrue();
    }

    @Test
    void shouldWaitForTheFirstRecordWithoutKnowingWhereReadingBegins() {
        start(EVENTS, split(PARTITION, KafkaPartitionSplit.COMMITTED_OFFSET));
        lookFor(PartitionWatermarkGenerator.UNSURE_FOR.minusSeconds(1), 7);
        assertThat(output.idle).isFalse();
        look(7);
        assertThat(output.idle).isTrue();
    }

    @Test
    void shouldTakeAnEndThatNoRecordReachesAsReadAfterAMinute() {
        start(EVENTS, split(PARTITION, 5));
        record(5, 10_000);
        lookFor(PartitionWatermarkGenerator.SETTLED_AFTER, 7);
        assertThat(output.idle).isFalse();
        look(7);
        assertThat(output.idle).isTrue();
        look(8);
        assertThat(output.idle).isFalse();
    }

    @Test
    void shouldCallSamplesIdleOnlyWhenReadToTheEndAndAMinuteWithoutARecord() {
        start(SAMPLES, split(PARTITION, 5));
        record(5, 100_000);
        lookFor(SAMPLES.idleAfter(), 6);
        assertThat(output.idle).isFalse();
        lookFor(PartitionWatermarkGenerator.CAUTIOUS_FOR, 6);
        assertThat(output.idle).isTrue();

        silence(Duration.ofMinutes(5));
        assertThat(output.idle).isFalse();
    }

    @Test
    void shouldKeepUpWithoutDelayOnceItHasForSomeTime() {
        start(SAMPLES, split(PARTITION, 0));
        for (int offset = 0; offset < 20; offset++) {
            record(offset, 100_000L + offset);
            look(offset + 1);
        }
        assertThat(output.watermark).isEqualTo(100_019 - 10_001);
        // A look may come just before the record: that is no backlog.
        look(21);
        record(20, 100_020);
        generator.onPeriodicEmit(output);
        assertThat(output.watermark).isEqualTo(100_020 - 10_001);
    }

    @Test
    void shouldWaitForTwoLooksWhileItCatchesUp() {
        start(SAMPLES, split(PARTITION, 0));
        record(0, 100_000);
        look(1_000);
        assertThat(output.watermark).isEqualTo(Long.MIN_VALUE);
        record(1, 200_000);
        look(1_000);
        assertThat(output.watermark).isEqualTo(Long.MIN_VALUE);
        look(1_000);
        assertThat(output.watermark).isEqualTo(100_000 - 10_001);
        look(1_000);
        assertThat(output.watermark).isEqualTo(200_000 - 10_001);
    }

    @Test
    void shouldWaitForTwoLooksWhenCollectorsSendWhatTheyHadKept() {
        start(SAMPLES, split(PARTITION, 0));
        for (int offset = 0; offset < 20; offset++) {
            record(offset, 100_000L + 1_000L * offset);
            look(offset + 1);
        }
        record(20, 500_000);
        look(21);
        assertThat(output.watermark).isLessThan(500_000 - 10_001);
        look(21);
        look(21);
        assertThat(output.watermark).isEqualTo(500_000 - 10_001);
    }

    @Test
    void shouldKeepUpWithoutDelayAgainWhenItHasGoneWithTheClockForSomeTime() {
        start(SAMPLES, split(PARTITION, 0));
        record(0, 100_000);
        look(1);
        record(1, 500_000);
        look(2);
        for (long offset = 2; offset < 30; offset++) {
            record(offset, 500_000 + POLL_INTERVAL_MILLIS * (offset - 1));
            look(offset + 1);
        }
        assertThat(output.watermark).isEqualTo(500_000 + 28 * POLL_INTERVAL_MILLIS - 10_001);
    }

    @Test
    void shouldWaitForTwoLooksForAsLongAsItRunsAheadOfTheClock() {
        start(SAMPLES, split(PARTITION, 0));
        for (long offset = 0; offset < 60; offset++) {
            record(offset, 100_000 + 3 * POLL_INTERVAL_MILLIS * offset);
            look(offset + 1);
        }
        assertThat(output.watermark).isEqualTo(100_000 + 3 * POLL_INTERVAL_MILLIS * 57 - 10_001);
    }

    @Test
    void shouldWaitForTwoLooksWithItsFirstRecordsHoweverLateTheyCome() {
        start(SAMPLES, split(PARTITION, 0));
        lookFor(SAMPLES.idleAfter().plusSeconds(10), 0);
        assertThat(output.idle).isTrue();
        record(0, 100_000);
        record(1, 500_000);
        look(2);
        assertThat(output.idle).isFalse();
        assertThat(output.watermark).isEqualTo(Long.MIN_VALUE);
        look(2);
        look(2);
        assertThat(output.watermark).isEqualTo(500_000 - 10_001);
    }

    @Test
    void shouldStandStillWhileTheEndsAreUnknownAndRecordsCome() {
        start(SAMPLES, split(PARTITION, 0));
        for (int offset = 0; offset < 20; offset++) {
            record(offset, 100_000L + offset);
            look(offset + 1);
        }
        silence(PartitionWatermarkGenerator.FRESH_FOR);
        record(20, 900_000);
        silence(Duration.ofSeconds(1));
        assertThat(output.watermark).isLessThan(100_020 - 10_000);
        assertThat(output.idle).isFalse();
        look(21);
        look(21);
        look(21);
        assertThat(output.watermark).isEqualTo(900_000 - 10_001);
    }

    /** Probes are read faster than samples of servers: minutes of them lie ahead of the site, and no newer record comes. */
    @Test
    void shouldGoOnWithTheSiteThroughWhatIsReadAlready() {
        start(SAMPLES, split(PARTITION, 0));
        long records = 100;
        for (long offset = 0; offset < records; offset++) {
            siteIsAt(100_000);
            record(offset, 100_000 + 5_000 * offset);
        }
        for (long site = 100_000; site < 595_000; site += 2_000) {
            siteIsAt(site);
            look(records);
            assertThat(output.idle).as("site at %d", site).isFalse();
        }
        assertThat(output.watermark).isEqualTo(595_000 - 10_001);

        for (int second = 0; second < 70; second++) {
            siteIsAt(600_000 + 1_000 * second);
            look(records);
        }
        assertThat(output.idle).as("nothing more comes").isTrue();
    }
}
