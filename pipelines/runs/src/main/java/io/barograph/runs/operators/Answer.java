package io.barograph.runs.operators;

import io.barograph.flink.quarantine.Attributable;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a curve answers to a run.
 *
 * @param run the run
 * @param revision for which of its decisions
 * @param volumes volumes of all data servers, or of one of the servers that the run names
 * @param ofFileSystem what else the file system knows; null in the answer of one server
 */
record Answer(Run run, Revision revision, Volumes volumes, FileSystemAnswer ofFileSystem) implements Attributable {
    static final BinaryType<Answer> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return run.origin();
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<Answer> {
        private static final long serialVersionUID = 1L;
        private final Run.Format runs = new Run.Format();

        Format() {
            super(Answer.class, 2, 2);
        }

        @Override
        public void write(Answer value, DataOutput out) throws IOException {
            runs.write(value.run, out);
            out.writeBoolean(value.revision == Revision.SECOND);
            value.volumes.writeTo(out);
            out.writeBoolean(value.ofFileSystem != null);
            if (value.ofFileSystem != null) {
                value.ofFileSystem.writeTo(out);
            }
        }

        @Override
        public Answer read(int writtenVersion, DataInput in) throws IOException {
            return new Answer(
                    runs.read(writtenVersion, in),
                    in.readBoolean() ? Revision.SECOND : Revision.FIRST,
                    Volumes.readFrom(in),
                    in.readBoolean() ? FileSystemAnswer.readFrom(in) : null);
        }

        @Override
        public BinaryFormat<Answer> duplicate() {
            return new Format();
        }
    }
}
