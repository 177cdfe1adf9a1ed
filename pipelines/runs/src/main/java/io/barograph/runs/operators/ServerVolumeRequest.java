package io.barograph.runs.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.ServerNames;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A run's question to one of the servers that its log names. */
record ServerVolumeRequest(String server, PendingRun run) implements AttributableElement {
    static final BinaryType<ServerVolumeRequest> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return run.origin();
    }

    String key() {
        return ServerNames.key(run.fileSystem(), server);
    }

    static final class Format extends BinaryFormat<ServerVolumeRequest> {
        private final PendingRun.Format runs = new PendingRun.Format();

        Format() {
            super(ServerVolumeRequest.class, 2, 2);
        }

        @Override
        public void write(ServerVolumeRequest value, DataOutput out) throws IOException {
            out.writeUTF(value.server);
            runs.write(value.run, out);
        }

        @Override
        public ServerVolumeRequest read(int writtenVersion, DataInput in) throws IOException {
            return new ServerVolumeRequest(in.readUTF(), runs.read(writtenVersion, in));
        }

        @Override
        public BinaryFormat<ServerVolumeRequest> duplicate() {
            return new Format();
        }
    }
}
