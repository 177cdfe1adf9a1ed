package io.barograph.servers.history;

import io.barograph.servers.counters.BlockStore;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterSample;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The cumulative curve of one data server (docs/coverage.md), made of what its samples add and take back.
 *
 * <p>Each sample changes the curve at its own label and at the label after it; the changes are handed out so that the file
 * system's curve can follow. A sample that was published later than the lateness changes the curve only for those who ask
 * for what was published by some later time, so that a decision is the same whenever the sample arrived.
 */
public final class ServerHistory {
    private final HistoryPolicy policy;
    private final CounterChain samples;
    private final CurveIndex index;
    private final CumulativeCurve curve;

    /**
     * @param samples the server's samples
     * @param hours blocks of the curve, by hour
     */
    public ServerHistory(HistoryPolicy policy, CounterChain samples, BlockStore<SlotBlock> hours, CurveIndex index) {
        this.policy = policy;
        this.samples = samples;
        this.index = index;
        this.curve = new CumulativeCurve(hours, index);
    }

    /**
     * @param sample a sample that was inserted in the chain, neither a duplicate nor too old
     * @param increments what it added and took back there
     * @param changes takes what it changes in the curve: of a sample in time also if that is nothing
     */
    public void add(
            CounterSample sample, boolean inTime, List<CounterIncrement> increments, Consumer<TrafficChange> changes) {
        if (inTime) {
            index.noteLabel(sample.time());
        }
        if (increments.size() == 1 && isOf(sample, increments.get(0))) { // nearly all
            apply(
                    new TrafficChange(sample.time(), TrafficChange.IN_TIME, SampledTraffic.of(increments.get(0))),
                    changes);
            return;
        }
        Map<CurveIndex.Correction, SampledTraffic> sums = new TreeMap<>(CurveIndex.Correction.ORDER);
        if (inTime) {
            sums.put(new CurveIndex.Correction(sample.time(), TrafficChange.IN_TIME), SampledTraffic.NONE);
        }
        for (CounterIncrement increment : increments) {
            sums.merge(
                    new CurveIndex.Correction(increment.to(), increment.publishedAt()),
                    SampledTraffic.of(increment),
                    SampledTraffic::plus);
        }
        sums.forEach((at, traffic) -> {
            boolean ofSample = at.label() == sample.time() && at.publishedAt() == TrafficChange.IN_TIME;
            if (ofSample || !traffic.isNone()) {
                apply(new TrafficChange(at.label(), at.publishedAt(), traffic), changes);
            }
        });
    }

    private static boolean isOf(CounterSample sample, CounterIncrement increment) {
        return increment.to() == sample.time() && increment.publishedAt() == CounterIncrement.IN_TIME;
    }

    private void apply(TrafficChange change, Consumer<TrafficChange> changes) {
        curve.add(change);
        changes.accept(change);
    }

    public WindowVolume volume(RunWindow window, long intervalMillis) {
        return curve.volume(window, policy, this::addMinute, intervalMillis, 1);
    }

    private void addMinute(MinuteCurve curve, long minute) {
        samples.ofMinute(minute, SampledTraffic.addingTo(curve));
    }

    /**
     * Forgets the samples of an hour; its minutes stay.
     *
     * @param hour number of the hour since the epoch
     */
    public void forgetMinutes(long hour) {
        samples.forgetHourBefore((hour + 1) * HistoryPolicy.HOUR);
        curve.forgetMinutes(hour);
    }

    /**
     * Forgets an hour of the curve.
     *
     * @param hour number of the hour since the epoch
     * @return true if nothing is left of the curve
     */
    public boolean forgetHour(long hour) {
        curve.forgetHour(hour);
        return index.isEmpty();
    }
}
