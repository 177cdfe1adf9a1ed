package io.barograph.analytics.volume;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The samples of one data server and its cumulative curve (DESIGN, section 3, "Cumulative curve" and "History").
 *
 * <p>Samples may arrive in any order. Each one changes the curve at its own label and at the label after it; the
 * changes are handed out so that the file system's curve can follow. A sample that was published later than the
 * lateness changes the curve only for those who ask for what was published by some later time, so that a decision is
 * the same whenever the sample arrived.
 *
 * <pre>{@code
 * ServerHistory history = new ServerHistory(HistoryPolicy.DEFAULT, minutes, hours, new ServerIndex());
 * history.insert(sample, change -> fileSystem.add(change));
 * Volume volume = history.volume(Window.ofRun(start, end, 5_000, decidedAt), 5_000);
 * }</pre>
 */
public final class ServerHistory {
    /** What became of a sample. */
    public enum Outcome {
        /** Came in time. */
        IN_TIME,
        /** Published later than the lateness: changes revisions only. */
        LATE,
        /** Same instant as a sample that was there before: counted once. */
        DUPLICATE,
        /** Older than the full-resolution history: changes nothing. */
        TOO_OLD
    }

    private final HistoryPolicy policy;
    private final BlockStore<SampleBlock> minutes;
    private final ServerIndex index;
    private final CumulativeCurve curve;

    /**
     * @param policy what is kept
     * @param minutes blocks of samples, by minute
     * @param hours blocks of the curve, by hour
     * @param index index of both; changed in place
     */
    public ServerHistory(
            HistoryPolicy policy, BlockStore<SampleBlock> minutes, BlockStore<SlotBlock> hours, ServerIndex index) {
        this.policy = policy;
        this.minutes = minutes;
        this.index = index;
        this.curve = new CumulativeCurve(hours, index.curve());
    }

    /**
     * @param sample a sample of this server
     * @param changes takes what the sample changes in the curve
     * @return what became of the sample
     */
    public Outcome insert(CounterSample sample, Consumer<TrafficChange> changes) {
        long minute = HistoryPolicy.minuteOf(sample.time());
        if (index.curve().hasForgottenMinutesOf(HistoryPolicy.hourOf(sample.time()))) {
            return Outcome.TOO_OLD;
        }
        SampleBlock block = minutes.get(minute);
        if (block == null) {
            block = new SampleBlock(lastInTimeBefore(minute));
        }
        int position = block.find(sample.time());
        if (position >= 0) {
            return Outcome.DUPLICATE;
        }
        int at = -position - 1;
        CounterSample previous = previousInTime(block, minute, at);
        CounterSample next = nextInTime(block, minute, at);
        List<CounterSample> late = lateBetween(previous, next);
        block.insert(at, sample);
        minutes.put(minute, block);
        index.include(minute);
        return policy.inTime(sample)
                ? insertInTime(sample, minute, previous, next, late, changes)
                : insertLate(sample, previous, next, late, changes);
    }

    private Outcome insertInTime(
            CounterSample sample,
            long minute,
            CounterSample previous,
            CounterSample next,
            List<CounterSample> late,
            Consumer<TrafficChange> changes) {
        index.curve().noteLabel(sample.time());
        apply(new TrafficChange(sample.time(), TrafficChange.IN_TIME, Traffic.between(previous, sample)), changes);
        if (next != null) {
            Traffic change = Traffic.between(sample, next).minus(Traffic.between(previous, next));
            apply(new TrafficChange(next.time(), TrafficChange.IN_TIME, change), changes);
        } else {
            index.setLatest(sample);
        }
        long lastToTell = next == null ? index.lastMinute() : HistoryPolicy.minuteOf(next.time());
        for (long later = minute + 1; later <= lastToTell; later++) {
            SampleBlock block = minutes.get(later);
            if (block != null) {
                block.setPredecessor(sample);
                minutes.put(later, block);
            }
        }
        if (!late.isEmpty()) {
            Map<CurveIndex.Correction, Traffic> now = new TreeMap<>(CurveIndex.Correction.ORDER);
            correct(
                    previous,
                    late.stream().filter(s -> s.time() < sample.time()).toList(),
                    sample,
                    now);
            correct(sample, late.stream().filter(s -> s.time() > sample.time()).toList(), next, now);
            applyDifference(corrections(previous, late, next), now, changes);
        }
        return Outcome.IN_TIME;
    }

    private Outcome insertLate(
            CounterSample sample,
            CounterSample previous,
            CounterSample next,
            List<CounterSample> late,
            Consumer<TrafficChange> changes) {
        index.noteLate(sample.time());
        List<CounterSample> all = new ArrayList<>(late);
        all.add(sample);
        applyDifference(corrections(previous, late, next), corrections(previous, all, next), changes);
        return Outcome.LATE;
    }

    private static Map<CurveIndex.Correction, Traffic> corrections(
            CounterSample previous, List<CounterSample> late, CounterSample next) {
        Map<CurveIndex.Correction, Traffic> corrections = new TreeMap<>(CurveIndex.Correction.ORDER);
        correct(previous, late, next, corrections);
        return corrections;
    }

    /** What the late samples between two in-time ones change, in the order in which they were published. */
    private static void correct(
            CounterSample previous,
            List<CounterSample> late,
            CounterSample next,
            Map<CurveIndex.Correction, Traffic> corrections) {
        TreeMap<Long, CounterSample> known = new TreeMap<>();
        if (previous != null) {
            known.put(previous.time(), previous);
        }
        if (next != null) {
            known.put(next.time(), next);
        }
        List<CounterSample> published = new ArrayList<>(late);
        published.sort(Comparator.comparingLong(CounterSample::publishedAt).thenComparingLong(CounterSample::time));
        for (CounterSample sample : published) {
            Map.Entry<Long, CounterSample> lower = known.lowerEntry(sample.time());
            Map.Entry<Long, CounterSample> higher = known.higherEntry(sample.time());
            CounterSample before = lower == null ? null : lower.getValue();
            corrections.merge(
                    new CurveIndex.Correction(sample.time(), sample.publishedAt()),
                    Traffic.between(before, sample),
                    Traffic::plus);
            if (higher != null) {
                CounterSample after = higher.getValue();
                corrections.merge(
                        new CurveIndex.Correction(after.time(), sample.publishedAt()),
                        Traffic.between(sample, after).minus(Traffic.between(before, after)),
                        Traffic::plus);
            }
            known.put(sample.time(), sample);
        }
    }

    private void applyDifference(
            Map<CurveIndex.Correction, Traffic> before,
            Map<CurveIndex.Correction, Traffic> now,
            Consumer<TrafficChange> changes) {
        before.forEach((key, traffic) -> {
            if (!now.containsKey(key)) {
                apply(new TrafficChange(key.label(), key.publishedAt(), Traffic.NONE.minus(traffic)), changes);
            }
        });
        now.forEach((key, traffic) -> {
            Traffic change = traffic.minus(before.getOrDefault(key, Traffic.NONE));
            if (!change.isNone()) {
                apply(new TrafficChange(key.label(), key.publishedAt(), change), changes);
            }
        });
    }

    private void apply(TrafficChange change, Consumer<TrafficChange> changes) {
        curve.add(change);
        changes.accept(change);
    }

    private CounterSample previousInTime(SampleBlock block, long minute, int at) {
        for (int i = at - 1; i >= 0; i--) {
            if (inTime(block, i)) {
                return block.sample(minute, i);
            }
        }
        return block.predecessor();
    }

    private CounterSample lastInTimeBefore(long minute) {
        CounterSample latest = index.latest();
        if (latest == null || HistoryPolicy.minuteOf(latest.time()) < minute) {
            return latest;
        }
        for (long earlier = minute - 1; earlier >= index.firstMinute(); earlier--) {
            SampleBlock block = minutes.get(earlier);
            if (block != null) {
                return previousInTime(block, earlier, block.size());
            }
        }
        return null;
    }

    private CounterSample nextInTime(SampleBlock block, long minute, int at) {
        for (int i = at; i < block.size(); i++) {
            if (inTime(block, i)) {
                return block.sample(minute, i);
            }
        }
        CounterSample latest = index.latest();
        if (latest == null) {
            return null;
        }
        for (long later = minute + 1; later <= HistoryPolicy.minuteOf(latest.time()); later++) {
            SampleBlock candidate = minutes.get(later);
            if (candidate != null) {
                for (int i = 0; i < candidate.size(); i++) {
                    if (inTime(candidate, i)) {
                        return candidate.sample(later, i);
                    }
                }
            }
        }
        return null;
    }

    private List<CounterSample> lateBetween(CounterSample previous, CounterSample next) {
        List<CounterSample> late = new ArrayList<>(0);
        if (index.latestLate() <= (previous == null ? Long.MIN_VALUE : previous.time())) {
            return late;
        }
        long from = previous == null ? index.firstMinute() : HistoryPolicy.minuteOf(previous.time());
        long to = next == null ? index.lastMinute() : HistoryPolicy.minuteOf(next.time());
        for (long minute = Math.max(from, index.firstMinute()); minute <= to; minute++) {
            SampleBlock block = minutes.get(minute);
            for (int i = 0; block != null && i < block.size(); i++) {
                CounterSample sample = block.sample(minute, i);
                if (!policy.inTime(sample)
                        && (previous == null || sample.time() > previous.time())
                        && (next == null || sample.time() < next.time())) {
                    late.add(sample);
                }
            }
        }
        return late;
    }

    private boolean inTime(SampleBlock block, int i) {
        return block.delay(i) <= policy.lateness().toMillis();
    }

    /**
     * @param window window of a run
     * @param intervalMillis sampling interval
     * @return what this server moved in it
     */
    public Volume volume(Window window, long intervalMillis) {
        return curve.volume(window, policy, this::beforeInMinute, intervalMillis, 1);
    }

    private Traffic beforeInMinute(long minute, long instant) {
        SampleBlock block = minutes.get(minute);
        if (block == null) {
            return Traffic.NONE;
        }
        Traffic sum = Traffic.NONE;
        CounterSample previous = block.predecessor();
        for (int i = 0; i < block.size() && block.time(minute, i) < instant; i++) {
            if (inTime(block, i)) {
                CounterSample sample = block.sample(minute, i);
                sum = sum.plus(Traffic.between(previous, sample));
                previous = sample;
            }
        }
        return sum;
    }

    /**
     * Forgets the samples of an hour; its minutes stay.
     *
     * @param hour number of the hour since the epoch
     */
    public void forgetMinutes(long hour) {
        long firstToKeep = (hour + 1) * SlotBlock.SLOTS;
        for (long minute = Math.max(index.firstMinute(), firstToKeep - SlotBlock.SLOTS);
                minute < firstToKeep;
                minute++) {
            minutes.remove(minute);
        }
        index.startAt(firstToKeep);
        index.curve().forgetMinutesBefore(hour + 1);
    }

    /**
     * Forgets an hour of the curve.
     *
     * @param hour number of the hour since the epoch
     * @return true if nothing is left of this server
     */
    public boolean forgetHour(long hour) {
        curve.forgetHour(hour);
        return index.curve().isEmpty();
    }
}
