package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The latest space that a target reported in an hour that has not ended yet.
 *
 * @param time instant of the sample, milliseconds since the epoch
 */
record ServerHourSpace(long time, ServerGauges gauges) {
    static final BinaryType<ServerHourSpace> TYPE = new BinaryType<>(new Format());

    /** The latest that says something of space counts, in whatever order samples arrive. */
    boolean isBetterThan(ServerHourSpace other) {
        return gauges.knowsSpace() == other.gauges.knowsSpace() ? time > other.time : gauges.knowsSpace();
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<ServerHourSpace> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(ServerHourSpace.class, 1);
        }

        @Override
        public void write(ServerHourSpace value, DataOutput out) throws IOException {
            out.writeLong(value.time);
            value.gauges.writeTo(out);
        }

        @Override
        public ServerHourSpace read(int writtenVersion, DataInput in) throws IOException {
            return new ServerHourSpace(in.readLong(), ServerGauges.readFrom(in));
        }
    }
}
