package io.barograph.flink.topics;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.kafka.common.TopicPartition;

/**
 * Event time of one partition that is read live: the time of its slowest active source ({@link SourceTimes}). A partition
 * becomes idle only when it has no unread records.
 *
 * <ul>
 *   <li>While the end offset is unknown, or records remain before it, the partition holds event time back at its own
 *       watermark, however long that takes.
 *   <li>When all records are read, it is idle, at once or after some time without a record. While one of its sources is
 *       active, or ahead of the site, it is not: it has records for what the site has still to come to.
 *   <li>If the end offset does not move and no record arrives for a minute, no records remain (transaction markers, or
 *       expired records), and the partition counts as read.
 * </ul>
 *
 * <p>After an outage of the broker, after a start, and when collectors send what they had spooled, partitions catch up at
 * different speeds, and newly published records may lie behind the last end offsets seen. Until a partition has kept up for
 * some time, its watermark therefore lags two polls of the end offsets behind: by then every other partition has seen its own
 * backlog, and holds. Event time that advances faster than the wall clock is the sign of such a time.
 *
 * <p>It emits with Flink's periodic call only.
 */
final class PartitionWatermarkGenerator implements WatermarkGenerator<RawRecord> {
    /** No look at the ends for so long: they are not known. */
    static final Duration FRESH_FOR = Duration.ofSeconds(4);

    /** An end that is not reached and does not move is no backlog after this time. */
    static final Duration SETTLED_AFTER = Duration.ofSeconds(60);

    /** The same where it is not known where reading begins, and so not whether anything will come. */
    static final Duration UNSURE_FOR = Duration.ofSeconds(5);

    /** So long after a backlog watermarks are held back by two looks. */
    static final Duration CAUTIOUS_FOR = Duration.ofSeconds(10);

    /** By how much the records may gain on the clock on the wall and still keep pace with it: polls are not punctual. */
    private static final Duration PACE_TOLERANCE = Duration.ofSeconds(2);

    private static final Duration VOTE_INTERVAL = Duration.ofSeconds(1);

    private static final long NEVER = SourceTimes.NONE;

    private final PartitionWatermarkStrategy strategy;
    private final AssignedPartitions assigned;
    private final Supplier<EndOffsetsSnapshot> logEnds;
    private final SiteReferenceTime reference;
    private final SourceClockMetrics offTime;
    private final LongSupplier millis;
    private final SourceTimes sources = new SourceTimes();

    private TopicPartition partition;
    private long position;
    private long newest = NEVER;
    private long time = NEVER;
    private long emitted = NEVER;
    private long emittedAt;
    private boolean isSettled;
    private long settledSince;
    private long votedAt = NEVER;
    private boolean heard;
    private long heardAt;

    private long lead;
    private long leadNewest = NEVER;
    private long leadAt;

    private long paceNewest;
    private long paceAt;

    private long snapshot;
    private long unreached = -1;
    private long unreachedSince;
    private long behindAt;
    private final long[] earlierEnds = {Long.MAX_VALUE, Long.MAX_VALUE};
    private final long[] earlierTimes = {NEVER, NEVER, NEVER};

    /** @param strategy how late records may be, and after which time without a record the partition is idle */
    PartitionWatermarkGenerator(
            PartitionWatermarkStrategy strategy,
            AssignedPartitions assigned,
            Supplier<EndOffsetsSnapshot> logEnds,
            SiteReferenceTime reference,
            SourceClockMetrics offTime,
            LongSupplier millis) {
        this.strategy = strategy;
        this.assigned = assigned;
        this.logEnds = logEnds;
        this.reference = reference;
        this.offTime = offTime;
        this.millis = millis;
        this.heardAt = millis.getAsLong();
        this.settledSince = heardAt;
        this.emittedAt = heardAt;
        this.behindAt = heardAt;
        this.unreachedSince = heardAt;
    }

    @Override
    public void onEvent(RawRecord event, long eventTimestamp, WatermarkOutput output) {
        if (partition == null) {
            partition = new TopicPartition(event.topic(), event.partition());
            assigned.heard(partition);
        }
        position = event.offset() + 1;
        boolean tracksSources = tracksSources();
        sources.note(
                tracksSources ? event.key() : null,
                eventTimestamp,
                emittedAt,
                tracksSources && isSettled,
                reference.time());
        heard = true;
    }

    /** Events have no clock of their own, and their keys are jobs. */
    private boolean tracksSources() {
        return strategy.isClock();
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        long now = millis.getAsLong();
        emittedAt = now;
        advance(now);
        if (heard) {
            heard = false;
            if (newest != NEVER) {
                noteLead(now);
            }
            heardAt = now;
            unreachedSince = now;
        }
        EndOffsetsSnapshot ends = logEnds.get();
        boolean known = ends.number() > 0 && now - ends.takenAt() < FRESH_FOR.toMillis();
        boolean read = known ? isRead(ends, now) : isUnknown(now);
        noteSnapshot(ends, read, known, now);
        boolean cautious = now - behindAt < CAUTIOUS_FOR.toMillis();
        isSettled = !cautious;
        if (cautious) {
            settledSince = now;
        }
        // In a partition of sources they decide; before they are known, and of events, silence does.
        boolean isIdle = (tracksSources() && partition != null && isSettled)
                ? sources.active() == 0
                : read && now - heardAt >= strategy.idleAfter().toMillis();
        if (isIdle) {
            output.markIdle();
            return;
        }
        output.markActive();
        long timestamp = cautious ? earlierTimes[2] : time;
        if (timestamp != NEVER) {
            emitted = Math.max(emitted, timestamp - strategy.outOfOrderness().toMillis() - 1);
            output.emitWatermark(new Watermark(emitted));
        }
    }

    private void advance(long now) {
        if (partition == null) {
            return;
        }
        if (tracksSources() && (votedAt == NEVER || now - votedAt >= VOTE_INTERVAL.toMillis())) {
            votedAt = now;
            reference.vote(partition, sources.votes(partition.topic()), isSettled, now);
        }
        if (!tracksSources()) {
            sources.disbelieveNameless(reference.time());
        }
        // Idle partitions of events are distinguished by their ends alone.
        long advanced = sources.advance(now, tracksSources() ? settledSince : now, reference.time(), emitted);
        if (advanced != NEVER) {
            time = Math.max(time, advanced);
            newest = Math.max(newest, sources.front());
        }
        if (tracksSources()) {
            boolean isOff = reference.report(partition, sources, now);
            offTime.note(partition, isOff ? sources.ahead() : 0, isOff ? sources.behind() : 0);
        }
    }

    /**
     * How far the records have lately run ahead of the wall clock, less what passed since; more than that is no more. Once
     * they have kept pace with it for some time, they have caught up: nothing of it is left.
     */
    private void noteLead(long now) {
        long tolerated = strategy.outOfOrderness().toMillis();
        if (leadNewest == NEVER || newest - paceNewest > now - paceAt + PACE_TOLERANCE.toMillis()) {
            paceNewest = newest;
            paceAt = now;
        } else if (now - paceAt >= CAUTIOUS_FOR.toMillis()) {
            lead = 0;
            paceNewest = newest;
            paceAt = now;
        }
        if (leadNewest != NEVER) {
            lead = Math.max(0, Math.min(2 * tolerated, lead + (newest - leadNewest) - (now - leadAt)));
        }
        if (lead > tolerated || leadNewest == NEVER) { // the first records may be many
            behindAt = now;
        }
        leadNewest = newest;
        leadAt = now;
    }

    private boolean isUnknown(long now) {
        unreached = -1;
        unreachedSince = now;
        return false;
    }

    private boolean isRead(EndOffsetsSnapshot ends, long now) {
        if (partition == null) {
            return switch (assigned.reading(ends)) {
                case DONE -> true;
                case UNKNOWN -> isUnknown(now);
                case UNSURE -> now - unreachedSince >= UNSURE_FOR.toMillis();
                case BEHIND -> now - unreachedSince >= SETTLED_AFTER.toMillis();
            };
        }
        OptionalLong end = ends.of(partition);
        if (end.isEmpty()) {
            return isUnknown(now);
        }
        if (position >= end.getAsLong()) {
            unreached = -1;
            unreachedSince = now;
            return true;
        }
        if (end.getAsLong() != unreached) {
            unreached = end.getAsLong();
            unreachedSince = now;
        }
        return now - unreachedSince >= SETTLED_AFTER.toMillis();
    }

    /** A partition is behind when it has not reached where it ended two looks ago: the newest end moves all the time. */
    private void noteSnapshot(EndOffsetsSnapshot ends, boolean read, boolean known, long now) {
        if (!known) {
            behindAt = now;
        }
        if (ends.number() == snapshot) {
            return;
        }
        snapshot = ends.number();
        if (!read && partition != null && position < earlierEnds[1]) {
            behindAt = now;
        }
        earlierEnds[1] = earlierEnds[0];
        earlierEnds[0] = partition == null ? Long.MAX_VALUE : ends.of(partition).orElse(Long.MAX_VALUE);
        earlierTimes[2] = earlierTimes[1];
        earlierTimes[1] = earlierTimes[0];
        earlierTimes[0] = time;
    }
}
