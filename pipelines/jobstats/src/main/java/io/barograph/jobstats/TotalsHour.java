package io.barograph.jobstats;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What all servers of a file system moved in each minute of an hour. State: 2.5 kB. */
public final class TotalsHour {
    public static final int MINUTES = 60;

    private final ServerTotals[] minutes = new ServerTotals[MINUTES];
    private ServerTotals sum = ServerTotals.NONE;

    /** @param minute minute of the hour, from 0 */
    public void add(int minute, ServerTotals totals) {
        minutes[minute] = minutes[minute] == null ? totals : minutes[minute].plus(totals);
        sum = sum.plus(totals);
    }

    /**
     * @param from first minute of the hour, from 0
     * @param to minute after the last, up to 60
     */
    public ServerTotals between(int from, int to) {
        if (from == 0 && to == MINUTES) {
            return sum;
        }
        ServerTotals totals = ServerTotals.NONE;
        for (int minute = from; minute < to; minute++) {
            if (minutes[minute] != null) {
                totals = totals.plus(minutes[minute]);
            }
        }
        return totals;
    }

    public void writeTo(DataOutput out) throws IOException {
        for (ServerTotals minute : minutes) {
            BinaryCollections.writeOptional(minute, out, ServerTotals::writeTo);
        }
    }

    public static TotalsHour readFrom(DataInput in) throws IOException {
        TotalsHour read = new TotalsHour();
        for (int minute = 0; minute < MINUTES; minute++) {
            if (in.readBoolean()) {
                read.add(minute, ServerTotals.readFrom(in));
            }
        }
        return read;
    }
}
