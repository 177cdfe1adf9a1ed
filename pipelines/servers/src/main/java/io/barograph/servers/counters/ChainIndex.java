package io.barograph.servers.counters;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a {@link CounterChain} keeps beside its blocks. */
public final class ChainIndex {
    private CounterSample latest;
    private long latestLate = Long.MIN_VALUE;
    private long irregularUntil = Long.MIN_VALUE;
    private long firstMinute = Long.MAX_VALUE;
    private long lastMinute = Long.MIN_VALUE;
    private long forgottenBefore = Long.MIN_VALUE;

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

    boolean hasForgotten(long minute) {
        return minute < forgottenBefore;
    }

    void forgetBefore(long minute) {
        forgottenBefore = Math.max(forgottenBefore, minute);
        if (minute > lastMinute) {
            firstMinute = Long.MAX_VALUE;
            lastMinute = Long.MIN_VALUE;
        } else {
            firstMinute = Math.max(firstMinute, minute);
        }
    }

    /** @return true if no sample is kept */
    public boolean isEmpty() {
        return firstMinute > lastMinute;
    }

    public void writeTo(DataOutput out) throws IOException {
        SampleBlock block = new SampleBlock(latest);
        block.writeTo(out);
        out.writeLong(latestLate);
        out.writeLong(irregularUntil);
        out.writeLong(firstMinute);
        out.writeLong(lastMinute);
        out.writeLong(forgottenBefore);
    }

    public static ChainIndex readFrom(DataInput in) throws IOException {
        ChainIndex index = new ChainIndex();
        index.latest = SampleBlock.readFrom(in).predecessor();
        index.latestLate = in.readLong();
        index.irregularUntil = in.readLong();
        index.firstMinute = in.readLong();
        index.lastMinute = in.readLong();
        index.forgottenBefore = in.readLong();
        return index;
    }
}
