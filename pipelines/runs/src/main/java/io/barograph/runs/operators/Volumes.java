package io.barograph.runs.operators;

import io.barograph.servers.history.Volume;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What servers moved, as a run asks for it.
 *
 * @param run from its start to its end
 * @param active in the intervals in which it did I/O; nothing if its log does not say
 * @param before in the seconds before its start
 * @param edges in the first and the last interval of its window, which its start and end cut
 */
record Volumes(Volume run, Volume active, Volume before, Volume edges) {
    static final Volumes NONE = new Volumes(Volume.NONE, Volume.NONE, Volume.NONE, Volume.NONE);

    /** The same of other servers added. */
    Volumes plus(Volumes other) {
        return new Volumes(
                run.plus(other.run), active.plus(other.active), before.plus(other.before), edges.plus(other.edges));
    }

    void writeTo(DataOutput out) throws IOException {
        run.writeTo(out);
        active.writeTo(out);
        before.writeTo(out);
        edges.writeTo(out);
    }

    static Volumes readFrom(DataInput in) throws IOException {
        return new Volumes(Volume.readFrom(in), Volume.readFrom(in), Volume.readFrom(in), Volume.readFrom(in));
    }
}
