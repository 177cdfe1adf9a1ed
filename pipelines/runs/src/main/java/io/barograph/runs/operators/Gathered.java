package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The answers to one decision of one run that have arrived.
 *
 * @param ofFileSystem answer of the file system, or null while it is not there
 * @param ofNamedServers volumes of the named servers that have answered
 */
record Gathered(Answer ofFileSystem, Volumes ofNamedServers) {
    static final BinaryType<Gathered> TYPE = new BinaryType<>(new Format());

    static final Gathered NOTHING = new Gathered(null, Volumes.NONE);

    Gathered with(Answer answer) {
        return answer.ofFileSystem() == null
                ? new Gathered(ofFileSystem, ofNamedServers.plus(answer.volumes()))
                : new Gathered(answer, ofNamedServers);
    }

    boolean isComplete() {
        return ofFileSystem != null
                && ofNamedServers.run().servers() == run().servers().size();
    }

    Run run() {
        return ofFileSystem.run();
    }

    Volumes ofAllServers() {
        return ofFileSystem.volumes();
    }

    Volumes ofUsedServers() {
        return run().namesServers() ? ofNamedServers : ofAllServers();
    }

    boolean missesSamples() {
        return ofAllServers().run().missingSamples() > 0
                || ofUsedServers().run().missingSamples() > 0;
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<Gathered> {
        private static final long serialVersionUID = 1L;
        private final Answer.Format answers = new Answer.Format();

        Format() {
            super(Gathered.class, 2, 2);
        }

        @Override
        public void write(Gathered value, DataOutput out) throws IOException {
            out.writeBoolean(value.ofFileSystem != null);
            if (value.ofFileSystem != null) {
                answers.write(value.ofFileSystem, out);
            }
            value.ofNamedServers.writeTo(out);
        }

        @Override
        public Gathered read(int writtenVersion, DataInput in) throws IOException {
            Answer ofFileSystem = in.readBoolean() ? answers.read(writtenVersion, in) : null;
            return new Gathered(ofFileSystem, Volumes.readFrom(in));
        }

        @Override
        public BinaryFormat<Gathered> duplicate() {
            return new Format();
        }
    }
}
