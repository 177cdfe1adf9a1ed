package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The answers to one decision of one run that have arrived.
 *
 * @param ofFileSystem answer of the file system, or null while it is not there
 */
record PendingDecision(CurveResponse ofFileSystem, RunVolumeSet ofNamedServers) {
    static final BinaryType<PendingDecision> TYPE = new BinaryType<>(new Format());

    static final PendingDecision NOTHING = new PendingDecision(null, RunVolumeSet.NONE);

    PendingDecision with(CurveResponse answer) {
        return answer.ofFileSystem() == null
                ? new PendingDecision(ofFileSystem, ofNamedServers.plus(answer.volumes()))
                : new PendingDecision(answer, ofNamedServers);
    }

    boolean isComplete() {
        return ofFileSystem != null
                && ofNamedServers.run().servers() == run().servers().size();
    }

    PendingRun run() {
        return ofFileSystem.run();
    }

    RunVolumeSet ofAllServers() {
        return ofFileSystem.volumes();
    }

    RunVolumeSet ofUsedServers() {
        return run().namesServers() ? ofNamedServers : ofAllServers();
    }

    boolean missesSamples() {
        return ofAllServers().run().missingSamples() > 0
                || ofUsedServers().run().missingSamples() > 0;
    }

    static final class Format extends BinaryFormat<PendingDecision> {
        private static final RecordForm<RunVolumeSet> VOLUMES = RecordForm.of(RunVolumeSet.class);

        private final CurveResponse.Format answers = new CurveResponse.Format();

        Format() {
            super(PendingDecision.class, 3);
        }

        @Override
        public void write(PendingDecision value, DataOutput out) throws IOException {
            BinaryCollections.writeOptional(value.ofFileSystem, out, answers::write);
            VOLUMES.write(value.ofNamedServers, out);
        }

        @Override
        public PendingDecision read(DataInput in) throws IOException {
            CurveResponse ofFileSystem = in.readBoolean() ? answers.read(in) : null;
            return new PendingDecision(ofFileSystem, VOLUMES.read(in));
        }

        @Override
        public BinaryFormat<PendingDecision> duplicate() {
            return new Format();
        }
    }
}
