package io.barograph.slowdown.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.slowdown.BenchmarkMonth;
import io.barograph.slowdown.HarmedDay;
import io.barograph.slowdown.OperationBaseline;
import io.barograph.slowdown.ProbeInterval;
import io.barograph.slowdown.SlidingSlowdown;
import io.barograph.slowdown.SlotResult;
import io.barograph.slowdown.SlowdownTrend;
import io.barograph.slowdown.TimingHistogram;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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
    static final class Histograms extends BinaryFormat<TimingHistogram> {
        private static final long serialVersionUID = 1L;

        Histograms() {
            super(TimingHistogram.class, 2, 2);
        }

        @Override
        public void write(TimingHistogram value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public TimingHistogram read(int writtenVersion, DataInput in) throws IOException {
            return TimingHistogram.readFrom(in);
        }

        @Override
        public TimingHistogram copy(TimingHistogram value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Intervals extends BinaryFormat<ProbeInterval> {
        private static final long serialVersionUID = 1L;

        Intervals() {
            super(ProbeInterval.class, 3, 3);
        }

        @Override
        public void write(ProbeInterval value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public ProbeInterval read(int writtenVersion, DataInput in) throws IOException {
            return ProbeInterval.readFrom(in);
        }

        @Override
        public ProbeInterval copy(ProbeInterval value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Observations extends BinaryFormat<SlotResult> {
        private static final long serialVersionUID = 1L;

        Observations() {
            super(SlotResult.class, 1);
        }

        @Override
        public void write(SlotResult value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SlotResult read(int writtenVersion, DataInput in) throws IOException {
            return SlotResult.readFrom(in);
        }
    }

    /** Binary form. */
    static final class Trends extends BinaryFormat<SlowdownTrend> {
        private static final long serialVersionUID = 1L;

        Trends() {
            super(SlowdownTrend.class, 1);
        }

        @Override
        public void write(SlowdownTrend value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SlowdownTrend read(int writtenVersion, DataInput in) throws IOException {
            return SlowdownTrend.readFrom(in);
        }

        @Override
        public SlowdownTrend copy(SlowdownTrend value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Factors extends BinaryFormat<SlidingSlowdown> {
        private static final long serialVersionUID = 1L;

        Factors() {
            super(SlidingSlowdown.class, 2, 2);
        }

        @Override
        public void write(SlidingSlowdown value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public SlidingSlowdown read(int writtenVersion, DataInput in) throws IOException {
            return SlidingSlowdown.readFrom(in);
        }
    }

    /** Binary form. */
    static final class Expectations extends BinaryFormat<OperationBaseline> {
        private static final long serialVersionUID = 1L;

        Expectations() {
            super(OperationBaseline.class, 2, 2);
        }

        @Override
        public void write(OperationBaseline value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public OperationBaseline read(int writtenVersion, DataInput in) throws IOException {
            return OperationBaseline.readFrom(in);
        }
    }

    /** Binary form. */
    static final class Months extends BinaryFormat<BenchmarkMonth> {
        private static final long serialVersionUID = 1L;

        Months() {
            super(BenchmarkMonth.class, 1);
        }

        @Override
        public void write(BenchmarkMonth value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public BenchmarkMonth read(int writtenVersion, DataInput in) throws IOException {
            return BenchmarkMonth.readFrom(in);
        }

        @Override
        public BenchmarkMonth copy(BenchmarkMonth value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class Baselines extends BinaryFormat<HostBaseline> {
        private static final long serialVersionUID = 1L;

        Baselines() {
            super(HostBaseline.class, 3, 3);
        }

        @Override
        public void write(HostBaseline value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public HostBaseline read(int writtenVersion, DataInput in) throws IOException {
            return HostBaseline.readFrom(in);
        }

        @Override
        public HostBaseline copy(HostBaseline value) {
            return value.copy();
        }
    }

    /** Binary form. */
    static final class HarmedDays extends BinaryFormat<HarmedDay> {
        private static final long serialVersionUID = 1L;

        HarmedDays() {
            super(HarmedDay.class, 1);
        }

        @Override
        public void write(HarmedDay value, DataOutput out) throws IOException {
            value.writeTo(out);
        }

        @Override
        public HarmedDay read(int writtenVersion, DataInput in) throws IOException {
            return HarmedDay.readFrom(in);
        }

        @Override
        public HarmedDay copy(HarmedDay value) {
            return value.copy();
        }
    }
}
