package io.barograph.runs.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a curve answers to a run.
 *
 * @param volumes volumes of all data servers, or of one of the servers that the run names
 * @param ofFileSystem what else the file system knows; null in the answer of one server
 */
record CurveResponse(PendingRun run, DecisionRevision revision, RunVolumeSet volumes, FileSystemResponse ofFileSystem)
        implements AttributableElement {
    static final BinaryType<CurveResponse> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return run.origin();
    }

    static final class Format extends BinaryFormat<CurveResponse> {
        private static final RecordForm<RunVolumeSet> VOLUMES = RecordForm.of(RunVolumeSet.class);
        private static final RecordForm<FileSystemResponse> OF_FILE_SYSTEM = RecordForm.of(FileSystemResponse.class);

        private final PendingRun.Format runs = new PendingRun.Format();

        Format() {
            super(CurveResponse.class, 4);
        }

        @Override
        public void write(CurveResponse value, DataOutput out) throws IOException {
            runs.write(value.run, out);
            out.writeBoolean(value.revision == DecisionRevision.SECOND);
            VOLUMES.write(value.volumes, out);
            BinaryCollections.writeOptional(value.ofFileSystem, out, OF_FILE_SYSTEM);
        }

        @Override
        public CurveResponse read(DataInput in) throws IOException {
            return new CurveResponse(
                    runs.read(in),
                    in.readBoolean() ? DecisionRevision.SECOND : DecisionRevision.FIRST,
                    VOLUMES.read(in),
                    in.readBoolean() ? OF_FILE_SYSTEM.read(in) : null);
        }

        @Override
        public BinaryFormat<CurveResponse> duplicate() {
            return new Format();
        }
    }
}
