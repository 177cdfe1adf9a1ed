package io.barograph.runs.operators;

import io.barograph.servers.history.WindowVolume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What servers moved, as a run asks for it.
 *
 * @param active in the intervals in which it did I/O; nothing if its log does not say
 * @param edges in the first and the last interval of its window, which its start and end cut
 */
record RunVolumeSet(WindowVolume run, WindowVolume active, WindowVolume before, WindowVolume edges) {
    static final RunVolumeSet NONE =
            new RunVolumeSet(WindowVolume.NONE, WindowVolume.NONE, WindowVolume.NONE, WindowVolume.NONE);

    /** The same of other servers added. */
    RunVolumeSet plus(RunVolumeSet other) {
        return new RunVolumeSet(
                run.plus(other.run), active.plus(other.active), before.plus(other.before), edges.plus(other.edges));
    }

    void writeTo(DataOutput out) throws IOException {
        run.writeTo(out);
        active.writeTo(out);
        before.writeTo(out);
        edges.writeTo(out);
    }

    static RunVolumeSet readFrom(DataInput in) throws IOException {
        return new RunVolumeSet(
                WindowVolume.readFrom(in),
                WindowVolume.readFrom(in),
                WindowVolume.readFrom(in),
                WindowVolume.readFrom(in));
    }
}
