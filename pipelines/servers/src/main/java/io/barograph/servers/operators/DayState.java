package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.servers.character.RateSeries;
import io.barograph.servers.rates.IntervalIncrement;
import io.barograph.servers.rates.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** One day of a file system: 420 kB for intervals of 5 s. */
final class DayState {
    static final BinaryType<DayState> TYPE = new BinaryType<>(new Format());

    private final PeriodEmission issue;
    private final PeriodTraffic traffic;
    private final RateSeries read;
    private final RateSeries write;

    DayState(long from, long to, long intervalMillis, double upperEdge, long dueAt) {
        this(
                new PeriodEmission(dueAt),
                new PeriodTraffic(upperEdge),
                new RateSeries(from, to, intervalMillis),
                new RateSeries(from, to, intervalMillis));
    }

    private DayState(PeriodEmission issue, PeriodTraffic traffic, RateSeries read, RateSeries write) {
        this.issue = issue;
        this.traffic = traffic;
        this.read = read;
        this.write = write;
    }

    void add(IntervalIncrement part) {
        traffic.add(part);
        read.add(part.label(), part.moved().get(QuantityAmounts.READ_BYTES), part.sign());
        write.add(part.label(), part.moved().get(QuantityAmounts.WRITE_BYTES), part.sign());
    }

    PeriodEmission issue() {
        return issue;
    }

    PeriodTraffic traffic() {
        return traffic;
    }

    RateSeries read() {
        return read;
    }

    RateSeries write() {
        return write;
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<DayState> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(DayState.class, 1);
        }

        @Override
        public void write(DayState value, DataOutput out) throws IOException {
            value.issue.writeTo(out);
            value.traffic.writeTo(out);
            value.read.writeTo(out);
            value.write.writeTo(out);
        }

        @Override
        public DayState read(int writtenVersion, DataInput in) throws IOException {
            return new DayState(
                    PeriodEmission.readFrom(in),
                    PeriodTraffic.readFrom(in),
                    RateSeries.readFrom(in),
                    RateSeries.readFrom(in));
        }

        @Override
        public DayState copy(DayState value) {
            return new DayState(value.issue.copy(), value.traffic.copy(), value.read.copy(), value.write.copy());
        }
    }
}
