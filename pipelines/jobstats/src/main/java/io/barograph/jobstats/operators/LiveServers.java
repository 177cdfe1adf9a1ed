package io.barograph.jobstats.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.jobstats.MinuteBoundaryTraffic;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.TreeSet;

/** How far the servers of a file system have reported of jobs, and how far its minutes have been emitted. */
final class LiveServers {
    static final BinaryType<LiveServers> TYPE =
            DelegatingFormat.mutableTypeOf(LiveServers.class, 4, LiveServers::write, LiveServers::read);
    static final long NEVER = Long.MIN_VALUE;

    private int intervalMillis;
    private long polledUntil = NEVER;
    private final TreeSet<Long> openMinutes = new TreeSet<>();
    private long emittedTo = NEVER;
    private MinuteBoundaryTraffic open = MinuteBoundaryTraffic.NONE;
    private boolean knowsJobs;
    private boolean saidThatOff;
    private long askAt = NEVER;
    private long askAbout = NEVER;

    void note(ServerMinuteUpdate update) {
        intervalMillis = Math.max(intervalMillis, update.intervalMillis());
        polledUntil = Math.max(polledUntil, update.polledUntil());
        if (update.sums().hasJobs()) {
            knowsJobs = true;
            saidThatOff = false;
        }
    }

    /** The minutes of which something is known and that were not emitted, by number. */
    NavigableSet<Long> openMinutes() {
        return openMinutes;
    }

    int intervalMillis() {
        return intervalMillis;
    }

    /** Instant of the latest poll, or {@link #NEVER}. */
    long polledUntil() {
        return polledUntil;
    }

    /** The last minute that was emitted, or {@link #NEVER}. */
    long emittedTo() {
        return emittedTo;
    }

    void emit(long minute, MinuteBoundaryTraffic openAtEnd) {
        openMinutes.remove(minute);
        emittedTo = minute;
        open = openAtEnd;
    }

    /** What was moved between polls that lie across the end of a minute, if that was the last one emitted. */
    MinuteBoundaryTraffic openAtEndOf(long minute) {
        return minute == emittedTo ? open : MinuteBoundaryTraffic.NONE;
    }

    boolean knowsJobs() {
        return knowsJobs;
    }

    /**
     * Whether job statistics are off is asked once after a decision, and again after jobs were seen.
     *
     * @return false if it is to be asked already, or was
     */
    boolean askWhetherOff(long start, long at) {
        if (saidThatOff || askAt != NEVER) {
            return false;
        }
        askAt = at;
        askAbout = start;
        return true;
    }

    /** @return true if it is to be asked now; once */
    boolean isAskedAt(long time) {
        if (time != askAt) {
            return false;
        }
        askAt = NEVER;
        return true;
    }

    /** True if a poll came after the start of the run that it is asked about. */
    boolean isPolled() {
        return polledUntil != NEVER && polledUntil >= askAbout;
    }

    void sayThatOff() {
        saidThatOff = true;
    }

    /** No server has reported anything for long. */
    void forgetJobs() {
        knowsJobs = false;
    }

    private static void write(LiveServers value, DataOutput out) throws IOException {
        out.writeInt(value.intervalMillis);
        out.writeLong(value.polledUntil);
        BinaryCollections.write(value.openMinutes, out, BinaryCollections.LONG);
        out.writeLong(value.emittedTo);
        value.open.writeTo(out);
        out.writeBoolean(value.knowsJobs);
        out.writeBoolean(value.saidThatOff);
        out.writeLong(value.askAt);
        out.writeLong(value.askAbout);
    }

    private static LiveServers read(DataInput in) throws IOException {
        LiveServers read = new LiveServers();
        read.intervalMillis = in.readInt();
        read.polledUntil = in.readLong();
        BinaryCollections.read(in, DataInput::readLong, read.openMinutes::add);
        read.emittedTo = in.readLong();
        read.open = MinuteBoundaryTraffic.readFrom(in);
        read.knowsJobs = in.readBoolean();
        read.saidThatOff = in.readBoolean();
        read.askAt = in.readLong();
        read.askAbout = in.readLong();
        return read;
    }
}
