package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.Volume;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a curve answers to a run.
 *
 * @param run the run
 * @param revision for which of its decisions
 * @param ofFileSystem true if the volume is that of all data servers, false for one of the servers that the run names
 * @param volume the volume
 */
record Answer(Run run, Revision revision, boolean ofFileSystem, Volume volume) {
    static final BinaryType<Answer> TYPE = new BinaryType<>(new Format());

    /** Binary form. */
    static final class Format extends BinaryFormat<Answer> {
        private static final long serialVersionUID = 1L;
        private final Run.Format runs = new Run.Format();

        Format() {
            super(Answer.class, 1);
        }

        @Override
        public void write(Answer value, DataOutput out) throws IOException {
            runs.write(value.run, out);
            out.writeBoolean(value.revision == Revision.SECOND);
            out.writeBoolean(value.ofFileSystem);
            value.volume.writeTo(out);
        }

        @Override
        public Answer read(int writtenVersion, DataInput in) throws IOException {
            return new Answer(
                    runs.read(writtenVersion, in),
                    in.readBoolean() ? Revision.SECOND : Revision.FIRST,
                    in.readBoolean(),
                    Volume.readFrom(in));
        }
    }
}
