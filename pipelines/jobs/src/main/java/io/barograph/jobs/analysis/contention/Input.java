package io.barograph.jobs.analysis.contention;

import io.barograph.analytics.contention.LoadSample;
import io.barograph.analytics.contention.SlowdownSample;
import io.barograph.analytics.contention.SpaceSample;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Something that the contention of a file system is judged by.
 *
 * @param fileSystem file system
 * @param time event time, milliseconds since the epoch
 * @param value what it is
 */
record Input(String fileSystem, long time, Object value) {
    static final BinaryType<Input> TYPE = new BinaryType<>(new Format());

    /** Binary form: a letter for the kind, then the value. */
    static final class Format extends BinaryFormat<Input> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(Input.class, 1);
        }

        @Override
        public void write(Input input, DataOutput out) throws IOException {
            out.writeUTF(input.fileSystem);
            out.writeLong(input.time);
            if (input.value instanceof LoadSample load) {
                out.writeByte('L');
                load.writeTo(out);
            } else if (input.value instanceof SlowdownSample slowdown) {
                out.writeByte('S');
                slowdown.writeTo(out);
            } else if (input.value instanceof SpaceSample space) {
                out.writeByte('C');
                space.writeTo(out);
            } else {
                throw new IOException("no form for " + input.value.getClass());
            }
        }

        @Override
        public Input read(int writtenVersion, DataInput in) throws IOException {
            String fileSystem = in.readUTF();
            long time = in.readLong();
            byte kind = in.readByte();
            Object value =
                    switch (kind) {
                        case 'L' -> LoadSample.readFrom(in);
                        case 'S' -> SlowdownSample.readFrom(in);
                        case 'C' -> SpaceSample.readFrom(in);
                        default -> throw new IOException("unknown kind of input " + kind);
                    };
            return new Input(fileSystem, time, value);
        }
    }
}
