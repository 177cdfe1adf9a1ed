package io.barograph.verdicts.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.verdicts.explanation.LossModel;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary form of {@link LossModel}. */
final class LossModelFormat extends BinaryFormat<LossModel> {
    private static final long serialVersionUID = 1L;

    static final BinaryType<LossModel> TYPE = new BinaryType<>(new LossModelFormat());

    private LossModelFormat() {
        super(LossModel.class, 1);
    }

    @Override
    public LossModel copy(LossModel value) {
        return value.copy();
    }

    @Override
    public void write(LossModel value, DataOutput out) throws IOException {
        value.writeTo(out);
    }

    @Override
    public LossModel read(int writtenVersion, DataInput in) throws IOException {
        return LossModel.readFrom(in);
    }
}
