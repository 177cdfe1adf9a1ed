package io.barograph.runs.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.operators.ServerQuestion;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A run's question to one of the servers that its log names.
 *
 * @param revisedAt event time of the second decision, milliseconds since the epoch
 */
record ServerVolumeRequest(String server, PendingRun run, long revisedAt)
        implements AttributableElement, ServerQuestion<CurveResponse> {
    static final BinaryType<ServerVolumeRequest> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return run.origin();
    }

    @Override
    public String key() {
        return ServerNames.key(run.fileSystem(), server);
    }

    @Override
    public long[] askedAt() {
        return new long[] {run.decidedAt(), revisedAt};
    }

    @Override
    public CurveResponse answer(long time, Volumes volumes) {
        DecisionRevision revision = time == run.decidedAt() ? DecisionRevision.FIRST : DecisionRevision.SECOND;
        RunVolumeSet ofRun =
                RunVolumeSet.of(run, run.window(revision, time), window -> volumes.of(window, run.intervalMillis()));
        return new CurveResponse(run, revision, ofRun, null);
    }

    static final class Format extends BinaryFormat<ServerVolumeRequest> {
        private final PendingRun.Format runs = new PendingRun.Format();

        Format() {
            super(ServerVolumeRequest.class, 4);
        }

        @Override
        public void write(ServerVolumeRequest value, DataOutput out) throws IOException {
            out.writeUTF(value.server);
            runs.write(value.run, out);
            out.writeLong(value.revisedAt);
        }

        @Override
        public ServerVolumeRequest read(DataInput in) throws IOException {
            return new ServerVolumeRequest(in.readUTF(), runs.read(in), in.readLong());
        }

        @Override
        public BinaryFormat<ServerVolumeRequest> duplicate() {
            return new Format();
        }
    }
}
