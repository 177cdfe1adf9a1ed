package io.barograph.runs.operators;

import io.barograph.runs.EdgeTraffic;
import io.barograph.servers.history.WindowVolume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What servers moved, as a run asks for it.
 *
 * @param active in the intervals in which it did I/O; nothing if its log does not say
 * @param first in the intervals that its start cuts
 * @param last in those that its end cuts and its start does not
 */
record RunVolumeSet(WindowVolume run, WindowVolume active, WindowVolume before, EdgeTraffic first, EdgeTraffic last) {
    static final RunVolumeSet NONE = new RunVolumeSet(
            WindowVolume.NONE, WindowVolume.NONE, WindowVolume.NONE, EdgeTraffic.NONE, EdgeTraffic.NONE);

    /** The same of other servers added. */
    RunVolumeSet plus(RunVolumeSet other) {
        return new RunVolumeSet(
                run.plus(other.run),
                active.plus(other.active),
                before.plus(other.before),
                first.plus(other.first),
                last.plus(other.last));
    }

    long edgeBytes() {
        return first.bytes() + last.bytes();
    }

    void writeTo(DataOutput out) throws IOException {
        run.writeTo(out);
        active.writeTo(out);
        before.writeTo(out);
        first.writeTo(out);
        last.writeTo(out);
    }

    static RunVolumeSet readFrom(DataInput in) throws IOException {
        return new RunVolumeSet(
                WindowVolume.readFrom(in),
                WindowVolume.readFrom(in),
                WindowVolume.readFrom(in),
                EdgeTraffic.readFrom(in),
                EdgeTraffic.readFrom(in));
    }
}
