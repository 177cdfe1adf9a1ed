package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.servers.rates.RecentCounterSamples;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary form of the readings of a server. */
final class RecentCounterSamplesFormat extends BinaryFormat<RecentCounterSamples> {
    static final BinaryType<RecentCounterSamples> TYPE = new BinaryType<>(new RecentCounterSamplesFormat());

    private static final long serialVersionUID = 1L;

    RecentCounterSamplesFormat() {
        super(RecentCounterSamples.class, 1);
    }

    @Override
    public void write(RecentCounterSamples value, DataOutput out) throws IOException {
        value.writeTo(out);
    }

    @Override
    public RecentCounterSamples read(int writtenVersion, DataInput in) throws IOException {
        return RecentCounterSamples.readFrom(in);
    }

    @Override
    public RecentCounterSamples copy(RecentCounterSamples value) {
        return value.copy();
    }
}
