package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.runs.Evidence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One day of one file system.
 *
 * @param evidence what is known of it
 * @param revision number of records that were made of it
 * @param provisional false once a record said that it is no longer provisional
 */
record DayOfEvidence(Evidence evidence, int revision, boolean provisional) {
    static final BinaryType<DayOfEvidence> TYPE = new BinaryType<>(new Format());

    static final DayOfEvidence EMPTY = new DayOfEvidence(Evidence.NONE, 0, true);

    DayOfEvidence with(Evidence more) {
        return new DayOfEvidence(evidence.plus(more), revision, provisional);
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<DayOfEvidence> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(DayOfEvidence.class, 1);
        }

        @Override
        public void write(DayOfEvidence value, DataOutput out) throws IOException {
            value.evidence.writeTo(out);
            out.writeInt(value.revision);
            out.writeBoolean(value.provisional);
        }

        @Override
        public DayOfEvidence read(int writtenVersion, DataInput in) throws IOException {
            return new DayOfEvidence(Evidence.readFrom(in), in.readInt(), in.readBoolean());
        }
    }
}
