package io.barograph.servers.history;

import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The samples of one data server and its cumulative curve (docs/coverage.md).
 *
 * <p>What a counter cannot have moved is unknown ({@link CounterRule}): its sample counts as one at fault, and moves
 * nothing. Samples that came in time decide about it, whatever the order of their arrival.
 *
 * <p>Samples may arrive in any order. Each one changes the curve at its own label and at the label after it; the
 * changes are handed out so that the file system's curve can follow. A sample that was published later than the
 * lateness changes the curve only for those who ask for what was published by some later time, so that a decision is
 * the same whenever the sample arrived.
 */
public final class ServerHistory {
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

    /** Samples farther apart say nothing of each other ({@link CounterRule#beginsAnew}); no search goes farther. */
    private static final long MINUTES_OF_GAP = CounterRule.MAX_GAP_MILLIS / HistoryPolicy.MINUTE + 1;

    private final HistoryPolicy policy;
    private final CounterBounds bounds;
    private final BlockStore<SampleBlock> minutes;
    private final ServerIndex index;
    private final CumulativeCurve curve;

    /**
     * @param minutes blocks of samples, by minute
     * @param hours blocks of the curve, by hour
     */
    public ServerHistory(
            HistoryPolicy policy,
            CounterBounds bounds,
            BlockStore<SampleBlock> minutes,
            BlockStore<SlotBlock> hours,
            ServerIndex index) {
        this.policy = policy;
        this.bounds = bounds;
        this.minutes = minutes;
        this.index = index;
        this.curve = new CumulativeCurve(hours, index.curve());
    }

    /** @param changes takes what the sample changes in the curve */
    public Outcome insert(CounterSample sample, Consumer<TrafficChange> changes) {
        long minute = HistoryPolicy.minuteOf(sample.time());
        // By when it could be known, not only by what is kept still: that depends on how far event time is.
        if (sample.publishedAt() - sample.time() > policy.fine().toMillis()
                || index.curve().hasForgottenMinutesOf(HistoryPolicy.hourOf(sample.time()))) {
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
        List<CounterSample> late = lateBetween(sample.time(), previous, next);
        boolean inTime = policy.inTime(sample);
        if (inTime) {
            noteIrregular(previous, sample);
            noteIrregular(sample, next);
        }
        FaultSearch faults = inTime && sample.time() <= index.irregularUntil()
                ? new FaultSearch(before(block, minute, at), sample, after(block, minute, at), bounds)
                : null;
        block.insert(at, sample);
        minutes.put(minute, block);
        index.include(minute);
        return inTime
                ? insertInTime(sample, minute, previous, next, late, faults, changes)
                : insertLate(sample, previous, next, late, changes);
    }

    private Outcome insertInTime(
            CounterSample sample,
            long minute,
            CounterSample previous,
            CounterSample next,
            List<CounterSample> late,
            FaultSearch faults,
            Consumer<TrafficChange> changes) {
        index.curve().noteLabel(sample.time());
        int found = faults == null ? 0 : faults.of(0);
        setFaults(sample, found);
        apply(
                new TrafficChange(
                        sample.time(), TrafficChange.IN_TIME, SampledTraffic.between(previous, sample, bounds, found)),
                changes);
        if (next != null) {
            changeAfter(sample, previous, next, faults == null ? 0 : faults.of(1), changes);
            for (int i = 1; faults != null && i < faults.after(); i++) {
                CounterSample before = faults.sample(i);
                changeAfter(before, before, faults.sample(i + 1), faults.of(i + 1), changes);
            }
        }
        if (index.latest() == null || sample.time() > index.latest().time()) {
            index.setLatest(sample);
        }
        long lastToEmit = next == null ? index.lastMinute() : HistoryPolicy.minuteOf(next.time());
        for (long later = minute + 1; later <= Math.min(lastToEmit, minute + MINUTES_OF_GAP); later++) {
            SampleBlock block = minutes.get(later);
            if (block != null) {
                block.setPredecessor(sample);
                minutes.put(later, block);
            }
        }
        if (!late.isEmpty()) {
            Map<CurveIndex.Correction, SampledTraffic> now = new TreeMap<>(CurveIndex.Correction.ORDER);
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

    private void changeAfter(
            CounterSample begin,
            CounterSample beginBefore,
            CounterSample closing,
            int found,
            Consumer<TrafficChange> changes) {
        SampledTraffic change = SampledTraffic.between(begin, closing, bounds, found)
                .minus(SampledTraffic.between(beginBefore, closing, bounds, setFaults(closing, found)));
        if (!change.isNone()) {
            apply(new TrafficChange(closing.time(), TrafficChange.IN_TIME, change), changes);
        }
    }

    /** What was found at fault before. */
    private int setFaults(CounterSample sample, int found) {
        long minute = HistoryPolicy.minuteOf(sample.time());
        SampleBlock block = minutes.get(minute);
        int at = block.find(sample.time());
        int before = block.faults(at);
        if (found != before) {
            block.setFaults(at, found);
            minutes.put(minute, block);
        }
        return before;
    }

    private void noteIrregular(CounterSample previous, CounterSample sample) {
        if (previous != null && sample != null && FaultSearch.isIrregular(previous, sample, bounds)) {
            index.noteIrregular(sample.time());
        }
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

    private Map<CurveIndex.Correction, SampledTraffic> corrections(
            CounterSample previous, List<CounterSample> late, CounterSample next) {
        Map<CurveIndex.Correction, SampledTraffic> corrections = new TreeMap<>(CurveIndex.Correction.ORDER);
        correct(previous, late, next, corrections);
        return corrections;
    }

    /** What the late samples between two in-time ones change, in the order in which they were published. */
    private void correct(
            CounterSample previous,
            List<CounterSample> late,
            CounterSample next,
            Map<CurveIndex.Correction, SampledTraffic> corrections) {
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
                    SampledTraffic.between(before, sample, bounds),
                    SampledTraffic::plus);
            if (higher != null) {
                CounterSample after = higher.getValue();
                corrections.merge(
                        new CurveIndex.Correction(after.time(), sample.publishedAt()),
                        SampledTraffic.between(sample, after, bounds)
                                .minus(SampledTraffic.between(before, after, bounds)),
                        SampledTraffic::plus);
            }
            known.put(sample.time(), sample);
        }
    }

    private void applyDifference(
            Map<CurveIndex.Correction, SampledTraffic> before,
            Map<CurveIndex.Correction, SampledTraffic> now,
            Consumer<TrafficChange> changes) {
        before.forEach((key, traffic) -> {
            if (!now.containsKey(key)) {
                apply(new TrafficChange(key.label(), key.publishedAt(), SampledTraffic.NONE.minus(traffic)), changes);
            }
        });
        now.forEach((key, traffic) -> {
            SampledTraffic change = traffic.minus(before.getOrDefault(key, SampledTraffic.NONE));
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
        for (long earlier = minute - 1; earlier >= firstMinuteToSearch(minute); earlier--) {
            SampleBlock block = minutes.get(earlier);
            if (block != null) {
                return previousInTime(block, earlier, block.size());
            }
        }
        return null;
    }

    private long firstMinuteToSearch(long minute) {
        return Math.max(index.firstMinute(), minute - MINUTES_OF_GAP);
    }

    private long lastMinuteToSearch(long minute) {
        return Math.min(index.lastMinute(), minute + MINUTES_OF_GAP);
    }

    /** The samples before a place that came in time, latest first, as far as the rule looks back. */
    private List<CounterSample> before(SampleBlock block, long minute, int at) {
        List<CounterSample> found = new ArrayList<>(FaultSearch.SAMPLES);
        SampleBlock earliest = block;
        for (long earlier = minute; earlier >= firstMinuteToSearch(minute); earlier--) {
            SampleBlock candidate = earlier == minute ? block : minutes.get(earlier);
            if (candidate == null) {
                continue;
            }
            earliest = candidate;
            for (int i = (earlier == minute ? at : candidate.size()) - 1; i >= 0; i--) {
                if (inTime(candidate, i)) {
                    found.add(candidate.sample(earlier, i));
                    if (found.size() == FaultSearch.SAMPLES) {
                        return found;
                    }
                }
            }
        }
        if (earliest.predecessor() != null) {
            found.add(earliest.predecessor());
        }
        return found;
    }

    /** The samples from a place on that came in time, as far as the rule looks back from them. */
    private List<CounterSample> after(SampleBlock block, long minute, int at) {
        List<CounterSample> found = new ArrayList<>();
        for (long later = minute; later <= lastMinuteToSearch(minute); later++) {
            SampleBlock candidate = later == minute ? block : minutes.get(later);
            for (int i = later == minute ? at : 0; candidate != null && i < candidate.size(); i++) {
                if (inTime(candidate, i)) {
                    found.add(candidate.sample(later, i));
                    if (found.size() == FaultSearch.SAMPLES) {
                        return found;
                    }
                }
            }
        }
        return found;
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
        long last = Math.min(HistoryPolicy.minuteOf(latest.time()), lastMinuteToSearch(minute));
        for (long later = minute + 1; later <= last; later++) {
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

    private List<CounterSample> lateBetween(long time, CounterSample previous, CounterSample next) {
        List<CounterSample> late = new ArrayList<>(0);
        if (index.latestLate() <= (previous == null ? Long.MIN_VALUE : previous.time())) {
            return late;
        }
        long at = HistoryPolicy.minuteOf(time);
        long from = previous == null ? Long.MIN_VALUE : HistoryPolicy.minuteOf(previous.time());
        long to = next == null ? Long.MAX_VALUE : HistoryPolicy.minuteOf(next.time());
        for (long minute = Math.max(from, firstMinuteToSearch(at));
                minute <= Math.min(to, lastMinuteToSearch(at));
                minute++) {
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

    public WindowVolume volume(RunWindow window, long intervalMillis) {
        return curve.volume(window, policy, this::addBeforeInMinute, intervalMillis, 1);
    }

    private void addBeforeInMinute(long minute, long instant, long[] sum) {
        SampleBlock block = minutes.get(minute);
        if (block != null) {
            block.addBefore(minute, instant, policy, bounds, sum);
        }
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
