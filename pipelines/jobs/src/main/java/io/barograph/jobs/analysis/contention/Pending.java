package io.barograph.jobs.analysis.contention;

import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one instant and waits for event time.
 *
 * @param inputs in any order
 */
record Pending(List<Input> inputs) {
    static final BinaryType<Pending> TYPE = new BinaryType<>(new Format());

    Pending() {
        this(new ArrayList<>());
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<Pending> {
        private static final long serialVersionUID = 1L;

        private final Input.Format format = new Input.Format();

        Format() {
            super(Pending.class, 1);
        }

        @Override
        public Pending copy(Pending value) {
            return new Pending(new ArrayList<>(value.inputs));
        }

        @Override
        public void write(Pending value, DataOutput out) throws IOException {
            out.writeInt(value.inputs.size());
            for (Input input : value.inputs) {
                format.write(input, out);
            }
        }

        @Override
        public Pending read(int writtenVersion, DataInput in) throws IOException {
            int size = in.readInt();
            List<Input> inputs = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                inputs.add(format.read(1, in));
            }
            return new Pending(inputs);
        }
    }
}
