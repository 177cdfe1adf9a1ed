package io.barograph.slowdown.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.slowdown.BenchmarkMonth;
import io.barograph.slowdown.HarmedDay;
import io.barograph.slowdown.OperationBaseline;
import io.barograph.slowdown.ProbeInterval;
import io.barograph.slowdown.SlidingSlowdown;
import io.barograph.slowdown.SlotResult;
import io.barograph.slowdown.SlowdownTrend;
import io.barograph.slowdown.TimingHistogram;

/** Binary forms of what the operators keep. */
final class SlowdownFormats {
    private static final FormatHolder HOLDER = new FormatHolder(SlowdownFormats.class);

    static final BinaryType<TimingHistogram> HISTOGRAM =
            HOLDER.mutableTypeOf(TimingHistogram.class, 2, TimingHistogram::writeTo, TimingHistogram::readFrom);
    static final BinaryType<ProbeInterval> INTERVAL =
            HOLDER.mutableTypeOf(ProbeInterval.class, 3, ProbeInterval::writeTo, ProbeInterval::readFrom);
    static final BinaryType<SlotResult> SLOT_RESULT = HOLDER.recordTypeOf(SlotResult.class, 2);
    static final BinaryType<SlowdownTrend> TREND =
            HOLDER.mutableTypeOf(SlowdownTrend.class, 1, SlowdownTrend::writeTo, SlowdownTrend::readFrom);
    static final BinaryType<SlidingSlowdown> LIVE_FACTORS = HOLDER.recordTypeOf(SlidingSlowdown.class, 3);
    static final BinaryType<OperationBaseline> EXPECTATION = HOLDER.recordTypeOf(OperationBaseline.class, 2);
    static final BinaryType<BenchmarkMonth> MONTH =
            HOLDER.mutableTypeOf(BenchmarkMonth.class, 1, BenchmarkMonth::writeTo, BenchmarkMonth::readFrom);
    static final BinaryType<HostBaseline> BASELINE = HOLDER.recordTypeOf(HostBaseline.class, 4);
    static final BinaryType<HarmedDay> HARMED_DAY =
            HOLDER.mutableTypeOf(HarmedDay.class, 1, HarmedDay::writeTo, HarmedDay::readFrom);

    private SlowdownFormats() {}
}
