package io.barograph.runs.operators;

import io.barograph.flink.quarantine.Attributable;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.ServerNames;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A run's question to one of the servers that its log names.
 *
 * @param server the server
 * @param run the run
 */
record ServerQuestion(String server, Run run) implements Attributable {
    static final BinaryType<ServerQuestion> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return run.origin();
    }

    String key() {
        return ServerNames.key(run.fileSystem(), server);
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<ServerQuestion> {
        private static final long serialVersionUID = 1L;
        private final Run.Format runs = new Run.Format();

        Format() {
            super(ServerQuestion.class, 2, 2);
        }

        @Override
        public void write(ServerQuestion value, DataOutput out) throws IOException {
            out.writeUTF(value.server);
            runs.write(value.run, out);
        }

        @Override
        public ServerQuestion read(int writtenVersion, DataInput in) throws IOException {
            return new ServerQuestion(in.readUTF(), runs.read(writtenVersion, in));
        }

        @Override
        public BinaryFormat<ServerQuestion> duplicate() {
            return new Format();
        }
    }
}
