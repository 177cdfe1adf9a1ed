package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.Traffic;
import io.barograph.analytics.volume.TrafficChange;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A change of the curve of one data server, on its way to the curve of its file system.
 *
 * @param fileSystem file system
 * @param server the server, once in every hour in which it reports, so that servers are counted; else empty
 * @param change the change
 */
record CurveChange(String fileSystem, String server, TrafficChange change) {
    static final BinaryType<CurveChange> TYPE = new BinaryType<>(new Format());

    /** Binary form. */
    static final class Format extends BinaryFormat<CurveChange> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(CurveChange.class, 1);
        }

        @Override
        public void write(CurveChange value, DataOutput out) throws IOException {
            out.writeUTF(value.fileSystem);
            out.writeUTF(value.server);
            out.writeLong(value.change.label());
            out.writeLong(value.change.publishedAt());
            value.change.change().writeTo(out);
        }

        @Override
        public CurveChange read(int writtenVersion, DataInput in) throws IOException {
            return new CurveChange(
                    in.readUTF(), in.readUTF(), new TrafficChange(in.readLong(), in.readLong(), Traffic.readFrom(in)));
        }
    }
}
