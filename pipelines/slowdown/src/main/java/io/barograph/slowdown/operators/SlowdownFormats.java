package io.barograph.slowdown.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
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
    static final BinaryType<TimingHistogram> HISTOGRAM = new BinaryType<>(new Histograms());
    static final BinaryType<ProbeInterval> INTERVAL = new BinaryType<>(new Intervals());
    static final BinaryType<SlotResult> OBSERVATION = new BinaryType<>(new Observations());
    static final BinaryType<SlowdownTrend> TREND = new BinaryType<>(new Trends());
    static final BinaryType<SlidingSlowdown> LIVE_FACTORS = new BinaryType<>(new Factors());
    static final BinaryType<OperationBaseline> EXPECTATION = new BinaryType<>(new Expectations());
    static final BinaryType<BenchmarkMonth> MONTH = new BinaryType<>(new Months());
    static final BinaryType<HostBaseline> BASELINE = new BinaryType<>(new Baselines());
    static final BinaryType<HarmedDay> HARMED_DAY = new BinaryType<>(new HarmedDays());

    private SlowdownFormats() {}

    /** Binary form. */
    static final class Histograms extends DelegatingFormat<TimingHistogram> {
        private static final long serialVersionUID = 1L;

        Histograms() {
            super(TimingHistogram.class, 2, TimingHistogram::writeTo, TimingHistogram::readFrom, TimingHistogram::copy);
        }
    }

    /** Binary form. */
    static final class Intervals extends DelegatingFormat<ProbeInterval> {
        private static final long serialVersionUID = 1L;

        Intervals() {
            super(ProbeInterval.class, 3, ProbeInterval::writeTo, ProbeInterval::readFrom, ProbeInterval::copy);
        }
    }

    /** Binary form. */
    static final class Observations extends DelegatingFormat<SlotResult> {
        private static final long serialVersionUID = 1L;

        Observations() {
            super(SlotResult.class, 1, SlotResult::writeTo, SlotResult::readFrom);
        }
    }

    /** Binary form. */
    static final class Trends extends DelegatingFormat<SlowdownTrend> {
        private static final long serialVersionUID = 1L;

        Trends() {
            super(SlowdownTrend.class, 1, SlowdownTrend::writeTo, SlowdownTrend::readFrom, SlowdownTrend::copy);
        }
    }

    /** Binary form. */
    static final class Factors extends DelegatingFormat<SlidingSlowdown> {
        private static final long serialVersionUID = 1L;

        Factors() {
            super(SlidingSlowdown.class, 2, SlidingSlowdown::writeTo, SlidingSlowdown::readFrom);
        }
    }

    /** Binary form. */
    static final class Expectations extends DelegatingFormat<OperationBaseline> {
        private static final long serialVersionUID = 1L;

        Expectations() {
            super(OperationBaseline.class, 2, OperationBaseline::writeTo, OperationBaseline::readFrom);
        }
    }

    /** Binary form. */
    static final class Months extends DelegatingFormat<BenchmarkMonth> {
        private static final long serialVersionUID = 1L;

        Months() {
            super(BenchmarkMonth.class, 1, BenchmarkMonth::writeTo, BenchmarkMonth::readFrom, BenchmarkMonth::copy);
        }
    }

    /** Binary form. */
    static final class Baselines extends DelegatingFormat<HostBaseline> {
        private static final long serialVersionUID = 1L;

        Baselines() {
            super(HostBaseline.class, 3, HostBaseline::writeTo, HostBaseline::readFrom, HostBaseline::copy);
        }
    }

    /** Binary form. */
    static final class HarmedDays extends DelegatingFormat<HarmedDay> {
        private static final long serialVersionUID = 1L;

        HarmedDays() {
            super(HarmedDay.class, 1, HarmedDay::writeTo, HarmedDay::readFrom, HarmedDay::copy);
        }
    }
}
