package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.runs.EvidenceByDay;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A piece of the evidence of a file system.
 *
 * @param fileSystem file system
 * @param knownAt event time from which it counts, milliseconds since the epoch
 * @param evidence what it adds
 * @param trafficUntil traffic of the servers is known until then, milliseconds since the epoch, or {@link #NO_TRAFFIC}
 */
record EvidencePart(String fileSystem, long knownAt, EvidenceByDay evidence, long trafficUntil) {
    static final BinaryType<EvidencePart> TYPE = new BinaryType<>(new Format());

    /** It is no traffic. */
    static final long NO_TRAFFIC = Long.MIN_VALUE;

    /** Binary form. */
    static final class Format extends BinaryFormat<EvidencePart> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(EvidencePart.class, 1);
        }

        @Override
        public void write(EvidencePart value, DataOutput out) throws IOException {
            out.writeUTF(value.fileSystem);
            out.writeLong(value.knownAt);
            value.evidence.writeTo(out);
            out.writeLong(value.trafficUntil);
        }

        @Override
        public EvidencePart read(int writtenVersion, DataInput in) throws IOException {
            return new EvidencePart(in.readUTF(), in.readLong(), EvidenceByDay.readFrom(in), in.readLong());
        }
    }
}
