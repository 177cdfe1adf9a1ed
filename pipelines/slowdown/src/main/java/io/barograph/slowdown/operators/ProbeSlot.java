package io.barograph.slowdown.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Topic;
import io.barograph.slowdown.SlotResult;
import java.time.Instant;

/**
 * A slot of a probe, as far as it matters for the slowdown.
 *
 * @param arrivedAt event time that it came at, behind the watermark; or {@link LateArrivalTime#IN_TIME}
 */
record ProbeSlot(String key, SlotResult result, long arrivedAt) implements AttributableElement {
    static final BinaryType<ProbeSlot> TYPE = DelegatingFormat.recordTypeOf(ProbeSlot.class, 3);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofProbe(key, result.host(), result.directory(), result.time());
    }

    boolean isLate() {
        return arrivedAt != LateArrivalTime.IN_TIME;
    }

    static ProbeSlot of(ProbeTiming timing) {
        ProbeOutcome outcome = timing.getOutcome();
        if (outcome == ProbeOutcome.UNKNOWN) {
            throw new IllegalStateException("unknown outcomes are refused before");
        }
        boolean counts = outcome == ProbeOutcome.OK || outcome == ProbeOutcome.TIMEOUT;
        Instant time = timing.getTime();
        return new ProbeSlot(
                Topic.PROBE_TIMINGS.key().apply(timing),
                new SlotResult(
                        time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000,
                        timing.getHost(),
                        timing.getDirectory(),
                        timing.getServer() == null ? "" : timing.getServer(),
                        outcome,
                        counts ? timing.getSeconds() : Double.NaN),
                LateArrivalTime.of(timing.getArrivedAt()));
    }
}
