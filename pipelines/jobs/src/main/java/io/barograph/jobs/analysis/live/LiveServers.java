package io.barograph.jobs.analysis.live;

import io.barograph.analytics.live.Crossing;
import io.barograph.analytics.live.TargetRole;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which servers of a file system tell of jobs, and how far its minutes have been given out. */
final class LiveServers {
    static final BinaryType<LiveServers> TYPE = new BinaryType<>(new Format());
    static final long NEVER = Long.MIN_VALUE;

    /** A server that told something within so many minutes is expected to tell more. */
    private static final long EXPECTED_MINUTES = 60;

    /** By role and name the last minute of which a server told something. */
    private final EnumMap<TargetRole, TreeMap<String, Long>> lastMinutes = new EnumMap<>(TargetRole.class);

    private int intervalMillis;
    private long polledUntil = NEVER;
    private long givenOut = NEVER;
    private Crossing open = Crossing.NONE;
    private boolean knowsJobs;
    private boolean saidThatOff;
    private long askAt = NEVER;
    private long askAbout = NEVER;

    LiveServers() {
        for (TargetRole role : TargetRole.values()) {
            lastMinutes.put(role, new TreeMap<>());
        }
    }

    void note(ServerMinuteUpdate update) {
        lastMinutes.get(update.role()).merge(update.server(), update.minute(), Math::max);
        intervalMillis = Math.max(intervalMillis, update.intervalMillis());
        polledUntil = Math.max(polledUntil, update.polledUntil());
        if (!update.sums().jobs().isEmpty()) {
            knowsJobs = true;
            saidThatOff = false;
        }
    }

    /** The servers that should tell something of a minute. */
    SortedSet<String> expected(TargetRole role, long minute) {
        SortedSet<String> expected = new TreeSet<>();
        lastMinutes.get(role).forEach((server, last) -> {
            if (last >= minute - EXPECTED_MINUTES) {
                expected.add(server);
            }
        });
        return expected;
    }

    int intervalMillis() {
        return intervalMillis;
    }

    /** Instant of the latest poll, or {@link #NEVER}. */
    long polledUntil() {
        return polledUntil;
    }

    /** The last minute that was given out, or {@link #NEVER}. */
    long givenOut() {
        return givenOut;
    }

    void giveOut(long minute, Crossing openAtEnd) {
        givenOut = minute;
        open = openAtEnd;
    }

    /** What was moved between polls that lie across the end of a minute, if that was the last one given out. */
    Crossing openAtEndOf(long minute) {
        return minute == givenOut ? open : Crossing.NONE;
    }

    boolean knowsJobs() {
        return knowsJobs;
    }

    /**
     * Whether job statistics are off is asked once after a decision, and again after jobs were seen.
     *
     * @param start start of the run that was decided
     * @param at when it is asked
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

    void forgetBefore(long minute) {
        lastMinutes.values().forEach(ofRole -> ofRole.values().removeIf(last -> last < minute));
        if (lastMinutes.values().stream().allMatch(Map::isEmpty)) {
            knowsJobs = false;
        }
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<LiveServers> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(LiveServers.class, 3, 3);
        }

        @Override
        public void write(LiveServers value, DataOutput out) throws IOException {
            for (TargetRole role : TargetRole.values()) {
                Map<String, Long> ofRole = value.lastMinutes.get(role);
                out.writeInt(ofRole.size());
                for (Map.Entry<String, Long> entry : ofRole.entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeLong(entry.getValue());
                }
            }
            out.writeInt(value.intervalMillis);
            out.writeLong(value.polledUntil);
            out.writeLong(value.givenOut);
            value.open.writeTo(out);
            out.writeBoolean(value.knowsJobs);
            out.writeBoolean(value.saidThatOff);
            out.writeLong(value.askAt);
            out.writeLong(value.askAbout);
        }

        @Override
        public LiveServers read(int writtenVersion, DataInput in) throws IOException {
            LiveServers read = new LiveServers();
            for (TargetRole role : TargetRole.values()) {
                int count = in.readInt();
                for (int i = 0; i < count; i++) {
                    read.lastMinutes.get(role).put(in.readUTF(), in.readLong());
                }
            }
            read.intervalMillis = in.readInt();
            read.polledUntil = in.readLong();
            read.givenOut = in.readLong();
            read.open = Crossing.readFrom(in);
            read.knowsJobs = in.readBoolean();
            read.saidThatOff = in.readBoolean();
            read.askAt = in.readLong();
            read.askAbout = in.readLong();
            return read;
        }

        @Override
        public LiveServers copy(LiveServers value) {
            LiveServers copy = new LiveServers();
            value.lastMinutes.forEach(
                    (role, servers) -> copy.lastMinutes.get(role).putAll(servers));
            copy.intervalMillis = value.intervalMillis;
            copy.polledUntil = value.polledUntil;
            copy.givenOut = value.givenOut;
            copy.open = value.open;
            copy.knowsJobs = value.knowsJobs;
            copy.saidThatOff = value.saidThatOff;
            copy.askAt = value.askAt;
            copy.askAbout = value.askAbout;
            return copy;
        }
    }
}
