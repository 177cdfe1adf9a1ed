package io.barograph.servers.operators;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** When the record of a period is due and how often it has been emitted. */
final class PeriodEmission {
    private static final long NOT_DUE = Long.MAX_VALUE;

    private long dueAt;
    private int revision;

    PeriodEmission(long dueAt) {
        this.dueAt = dueAt;
    }

    /** The period has changed: if it was emitted already, it is due again. Returns whether that is news. */
    boolean changed(long correctedAt) {
        if (revision == 0 || dueAt != NOT_DUE) {
            return false;
        }
        dueAt = correctedAt;
        return true;
    }

    boolean isDue(long time) {
        return dueAt <= time;
    }

    /** Notes that it is emitted now, and returns the revision. */
    int emit() {
        dueAt = NOT_DUE;
        return ++revision;
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(dueAt);
        out.writeInt(revision);
    }

    static PeriodEmission readFrom(DataInput in) throws IOException {
        PeriodEmission issue = new PeriodEmission(in.readLong());
        issue.revision = in.readInt();
        return issue;
    }
}
