package io.barograph.servers.history;

import io.barograph.servers.counters.CounterRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a {@link ServerHistory} keeps beside its blocks. */
public final class ServerIndex {
    private final CurveIndex curve;
    private CounterSample latest;
    private long latestLate = Long.MIN_VALUE;
    private long irregularUntil = Long.MIN_VALUE;
    private long firstMinute = Long.MAX_VALUE;
    private long lastMinute = Long.MIN_VALUE;

    public ServerIndex() {
        this(new CurveIndex());
    }

    private ServerIndex(CurveIndex curve) {
        this.curve = curve;
    }

    CurveIndex curve() {
        return curve;
    }

    /** @return the latest sample that came in time; null if there is none */
    public CounterSample latest() {
        return latest;
    }

    void setLatest(CounterSample sample) {
        latest = sample;
    }

    /** Instant of the latest sample that came late. */
    long latestLate() {
        return latestLate;
    }

    void noteLate(long time) {
        latestLate = Math.max(latestLate, time);
    }

    /** Until when samples are judged by those before them, too: an hour after a counter fell or jumped. */
    long irregularUntil() {
        return irregularUntil;
    }

    void noteIrregular(long time) {
        irregularUntil = Math.max(irregularUntil, time + CounterRule.LOOK_BACK_MILLIS);
    }

    long firstMinute() {
        return firstMinute;
    }

    long lastMinute() {
        return lastMinute;
    }

    void include(long minute) {
        firstMinute = Math.min(firstMinute, minute);
        lastMinute = Math.max(lastMinute, minute);
    }

    void startAt(long minute) {
        if (minute > lastMinute) {
            firstMinute = Long.MAX_VALUE;
            lastMinute = Long.MIN_VALUE;
        } else {
            firstMinute = Math.max(firstMinute, minute);
        }
    }

    /** @return a copy that shares nothing mutable with this index */
    public ServerIndex copy() {
        ServerIndex copy = new ServerIndex(curve.copy());
        copy.latest = latest;
        copy.latestLate = latestLate;
        copy.irregularUntil = irregularUntil;
        copy.firstMinute = firstMinute;
        copy.lastMinute = lastMinute;
        return copy;
    }

    public void writeTo(DataOutput out) throws IOException {
        curve.writeTo(out);
        SampleBlock.writeSample(latest, out);
        out.writeLong(latestLate);
        out.writeLong(irregularUntil);
        out.writeLong(firstMinute);
        out.writeLong(lastMinute);
    }

    public static ServerIndex readFrom(DataInput in) throws IOException {
        ServerIndex index = new ServerIndex(CurveIndex.readFrom(in));
        index.latest = SampleBlock.readSample(in);
        index.latestLate = in.readLong();
        index.irregularUntil = in.readLong();
        index.firstMinute = in.readLong();
        index.lastMinute = in.readLong();
        return index;
    }
}
