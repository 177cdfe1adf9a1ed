package io.barograph.verdicts.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.verdicts.climate.MotifMoments;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary form of a motif's moments. */
final class MotifMomentsFormat extends BinaryFormat<MotifMoments> {
    private static final long serialVersionUID = 1L;

    MotifMomentsFormat() {
        super(MotifMoments.class, 1);
    }

    @Override
    public MotifMoments copy(MotifMoments value) {
        return value.copy();
    }

    @Override
    public void write(MotifMoments value, DataOutput out) throws IOException {
        value.writeTo(out);
    }

    @Override
    public MotifMoments read(int writtenVersion, DataInput in) throws IOException {
        return MotifMoments.readFrom(in);
    }
}
