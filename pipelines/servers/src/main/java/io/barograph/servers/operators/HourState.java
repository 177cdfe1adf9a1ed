package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.rates.IntervalIncrement;
import io.barograph.servers.rates.PeriodVolume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

final class HourState {
    static final BinaryType<HourState> TYPE =
            DelegatingFormat.mutableTypeOf(HourState.class, 1, HourState::write, HourState::read);

    private final PeriodEmission issue;
    private final PeriodVolume volume;
    private long observedTo = Long.MIN_VALUE;

    HourState(long dueAt) {
        this(new PeriodEmission(dueAt), new PeriodVolume());
    }

    private HourState(PeriodEmission issue, PeriodVolume volume) {
        this.issue = issue;
        this.volume = volume;
    }

    void add(IntervalIncrement part) {
        volume.add(part);
        observedTo = Math.max(observedTo, part.label());
    }

    PeriodEmission issue() {
        return issue;
    }

    PeriodVolume volume() {
        return volume;
    }

    long observedTo() {
        return observedTo;
    }

    private static void write(HourState value, DataOutput out) throws IOException {
        value.issue.writeTo(out);
        value.volume.writeTo(out);
        out.writeLong(value.observedTo);
    }

    private static HourState read(DataInput in) throws IOException {
        HourState hour = new HourState(PeriodEmission.readFrom(in), PeriodVolume.readFrom(in));
        hour.observedTo = in.readLong();
        return hour;
    }
}
