package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.character.RateSeries;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.IntervalIncrement;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** One day of a file system: 420 kB for intervals of 5 s. */
final class DayState {
    static final BinaryType<DayState> TYPE =
            DelegatingFormat.mutableTypeOf(DayState.class, 1, DayState::writeTo, DayState::readFrom);

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

    private void writeTo(DataOutput out) throws IOException {
        issue.writeTo(out);
        traffic.writeTo(out);
        read.writeTo(out);
        write.writeTo(out);
    }

    private static DayState readFrom(DataInput in) throws IOException {
        return new DayState(
                PeriodEmission.readFrom(in),
                PeriodTraffic.readFrom(in),
                RateSeries.readFrom(in),
                RateSeries.readFrom(in));
    }
}
