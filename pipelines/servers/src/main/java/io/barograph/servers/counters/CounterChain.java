package io.barograph.servers.counters;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The samples of one server, and what it moved between them. All that is made of its counters, rates, curves and series, is
 * made of these increments.
 *
 * <p>What a counter cannot have moved is unknown ({@link CounterRule}). Samples that came in time decide about it, whatever
 * the order of their arrival.
 *
 * <p>Samples may arrive in any order. One that comes between two others takes back what these two said and says it anew, in
 * two steps. A sample that was published later than the lateness changes nothing of what those in time say: its increments
 * come with its publication time, so that who asks for what was published by some time gets the same answer whenever it
 * arrived; and all of them together are what the samples would say had they all come in time.
 */
public final class CounterChain {
    public enum Outcome {
        /** Came in time. */
        IN_TIME,
        /** Published later than the lateness: its increments are corrections. */
        LATE,
        /** Same instant as a sample that was there before: counted once. */
        DUPLICATE,
        /** Older than what is kept: changes nothing, as what its counters say is in the difference after it. */
        TOO_OLD
    }

    /** Samples farther apart say nothing of each other ({@link CounterRule#beginsAnew}); no search goes farther. */
    private static final long MINUTES_OF_GAP = CounterRule.MAX_GAP_MILLIS / SampleBlock.MINUTE + 1;

    private static final long MINUTES_OF_HOUR = 60;

    private static final Comparator<CounterSample> PUBLISHED =
            Comparator.comparingLong(CounterSample::publishedAt).thenComparingLong(CounterSample::time);

    private static final Comparator<Step> IN_ORDER = Comparator.comparingLong((Step step) -> step.after.time())
            .thenComparingLong(Step::publishedAt)
            .thenComparingLong(step -> step.before.time());

    private final long maxDelay;
    private final long lateness;
    private final CounterBounds bounds;
    private final BlockStore<SampleBlock> minutes;
    private final ChainIndex index;

    /** Two samples that follow each other for those who know what was published by then. */
    private record Step(CounterSample before, CounterSample after, long publishedAt) {}

    /**
     * @param kept a sample that was published later than this is too old
     * @param lateness a sample came in time if it was published at most this long after its instant
     * @param bounds what the server cannot exceed; the same for all samples
     * @param minutes blocks of samples, by minute
     */
    public CounterChain(
            Duration kept, Duration lateness, CounterBounds bounds, BlockStore<SampleBlock> minutes, ChainIndex index) {
        this.maxDelay = kept.toMillis();
        this.lateness = lateness.toMillis();
        this.bounds = bounds;
        this.minutes = minutes;
        this.index = index;
    }

    /** @param increments takes what the sample adds and takes back */
    public Outcome insert(CounterSample sample, Consumer<CounterIncrement> increments) {
        long minute = SampleBlock.minuteOf(sample.time());
        // By when it could be known, not only by what is kept still: that depends on how far event time is.
        if (sample.publishedAt() - sample.time() > maxDelay || index.hasForgotten(minute)) {
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
        CounterSample latest = index.latest();
        boolean isLast = latest == null || latest.time() < sample.time(); // nearly all
        CounterSample previous = isLast ? latest : previousInTime(block, minute, at);
        CounterSample next =
                isLast ? null : after(block, minute, at, 1).stream().findFirst().orElse(null);
        List<CounterSample> late = lateBetween(sample.time(), previous, next);
        boolean inTime = sample.publishedAt() - sample.time() <= lateness;
        if (inTime) {
            noteIrregular(previous, sample);
            noteIrregular(sample, next);
        }
        FaultSearch faults = inTime && sample.time() <= index.irregularUntil()
                ? new FaultSearch(
                        before(block, minute, at), sample, after(block, minute, at, FaultSearch.SAMPLES), bounds)
                : null;
        block.insert(at, sample);
        minutes.put(minute, block);
        index.include(minute);
        if (inTime) {
            insertInTime(sample, minute, previous, next, faults, increments);
        } else {
            index.noteLate(sample.time());
        }
        if (inTime && late.isEmpty()) {
            return Outcome.IN_TIME;
        }
        Map<Step, Integer> corrections = new TreeMap<>(IN_ORDER);
        List<CounterSample> before =
                late.stream().filter(s -> s.time() < sample.time()).toList();
        List<CounterSample> after =
                late.stream().filter(s -> s.time() > sample.time()).toList();
        if (inTime) {
            correct(previous, late, next, -1, corrections);
            correct(previous, before, sample, 1, corrections);
            correct(sample, after, next, 1, corrections);
        } else if (late.stream().allMatch(other -> PUBLISHED.compare(other, sample) < 0)) {
            // what a collector kept during an outage comes in this order
            CounterSample last = before.isEmpty() ? previous : before.get(before.size() - 1);
            correct(last, List.of(sample), after.isEmpty() ? next : after.get(0), 1, corrections);
        } else {
            correct(previous, late, next, -1, corrections);
            late.add(sample);
            correct(previous, late, next, 1, corrections);
        }
        corrections.forEach((step, count) -> {
            if (count != 0) {
                increments.accept(increment(step.before, step.after, Set.of(), count, step.publishedAt));
            }
        });
        return inTime ? Outcome.IN_TIME : Outcome.LATE;
    }

    private void insertInTime(
            CounterSample sample,
            long minute,
            CounterSample previous,
            CounterSample next,
            FaultSearch faults,
            Consumer<CounterIncrement> increments) {
        Set<String> found = faults == null ? Set.of() : faults.of(0);
        setFaults(sample, found);
        if (previous != null) {
            increments.accept(inTime(previous, sample, found, 1));
        }
        if (next != null) {
            Set<String> foundAfter = faults == null ? Set.of() : faults.of(1);
            Set<String> foundBefore = setFaults(next, foundAfter);
            if (previous != null) {
                increments.accept(inTime(previous, next, foundBefore, -1));
            }
            increments.accept(inTime(sample, next, foundAfter, 1));
            for (int i = 1; faults != null && i < faults.after(); i++) {
                judgeAnew(faults.sample(i), faults.sample(i + 1), faults.of(i + 1), increments);
            }
        }
        if (index.latest() == null || sample.time() > index.latest().time()) {
            index.setLatest(sample);
        }
        long lastToChange = next == null ? index.lastMinute() : SampleBlock.minuteOf(next.time());
        for (long later = minute + 1; later <= Math.min(lastToChange, minute + MINUTES_OF_GAP); later++) {
            SampleBlock block = minutes.get(later);
            if (block != null) {
                block.setPredecessor(sample);
                minutes.put(later, block);
            }
        }
    }

    private void judgeAnew(
            CounterSample before, CounterSample sample, Set<String> found, Consumer<CounterIncrement> increments) {
        Set<String> foundBefore = setFaults(sample, found);
        if (!found.equals(foundBefore)) {
            increments.accept(inTime(before, sample, foundBefore, -1));
            increments.accept(inTime(before, sample, found, 1));
        }
    }

    private CounterIncrement inTime(CounterSample before, CounterSample after, Set<String> atFault, int sign) {
        return increment(before, after, atFault, sign, CounterIncrement.IN_TIME);
    }

    private CounterIncrement increment(
            CounterSample before, CounterSample after, Set<String> atFault, int sign, long publishedAt) {
        return CounterIncrement.between(before, after, atFault, bounds, sign, publishedAt);
    }

    /** What was found at fault before. */
    private Set<String> setFaults(CounterSample sample, Set<String> found) {
        long minute = SampleBlock.minuteOf(sample.time());
        SampleBlock block = minutes.get(minute);
        int at = block.find(sample.time());
        Set<String> before = block.faults(at);
        if (!found.equals(before)) {
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

    /** What the late samples between two in-time ones change, in the order in which they were published. */
    private static void correct(
            CounterSample previous,
            List<CounterSample> late,
            CounterSample next,
            int sign,
            Map<Step, Integer> corrections) {
        TreeMap<Long, CounterSample> known = new TreeMap<>();
        if (previous != null) {
            known.put(previous.time(), previous);
        }
        if (next != null) {
            known.put(next.time(), next);
        }
        List<CounterSample> published = new ArrayList<>(late);
        published.sort(PUBLISHED);
        for (CounterSample sample : published) {
            Map.Entry<Long, CounterSample> lower = known.lowerEntry(sample.time());
            Map.Entry<Long, CounterSample> higher = known.higherEntry(sample.time());
            CounterSample before = lower == null ? null : lower.getValue();
            CounterSample after = higher == null ? null : higher.getValue();
            add(before, sample, sample.publishedAt(), sign, corrections);
            add(sample, after, sample.publishedAt(), sign, corrections);
            add(before, after, sample.publishedAt(), -sign, corrections);
            known.put(sample.time(), sample);
        }
    }

    private static void add(
            CounterSample before, CounterSample after, long publishedAt, int sign, Map<Step, Integer> corrections) {
        if (before != null && after != null) {
            corrections.merge(new Step(before, after, publishedAt), sign, Integer::sum);
        }
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
        if (latest == null || SampleBlock.minuteOf(latest.time()) < minute) {
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

    /** The first samples from a place on that came in time. */
    private List<CounterSample> after(SampleBlock block, long minute, int at, int most) {
        List<CounterSample> found = new ArrayList<>();
        for (long later = minute; later <= lastMinuteToSearch(minute); later++) {
            SampleBlock candidate = later == minute ? block : minutes.get(later);
            for (int i = later == minute ? at : 0; candidate != null && i < candidate.size(); i++) {
                if (inTime(candidate, i)) {
                    found.add(candidate.sample(later, i));
                    if (found.size() == most) {
                        return found;
                    }
                }
            }
        }
        return found;
    }

    private List<CounterSample> lateBetween(long time, CounterSample previous, CounterSample next) {
        List<CounterSample> late = new ArrayList<>(0);
        if (index.latestLate() <= (previous == null ? Long.MIN_VALUE : previous.time())) {
            return late;
        }
        long at = SampleBlock.minuteOf(time);
        long from = previous == null ? Long.MIN_VALUE : SampleBlock.minuteOf(previous.time());
        long to = next == null ? Long.MAX_VALUE : SampleBlock.minuteOf(next.time());
        for (long minute = Math.max(from, firstMinuteToSearch(at));
                minute <= Math.min(to, lastMinuteToSearch(at));
                minute++) {
            SampleBlock block = minutes.get(minute);
            for (int i = 0; block != null && i < block.size(); i++) {
                CounterSample sample = block.sample(minute, i);
                if (!inTime(block, i)
                        && (previous == null || sample.time() > previous.time())
                        && (next == null || sample.time() < next.time())) {
                    late.add(sample);
                }
            }
        }
        return late;
    }

    private boolean inTime(SampleBlock block, int i) {
        return block.delay(i) <= lateness;
    }

    /** Takes what a data server moved between two samples that follow each other. */
    public interface TrafficIncrements {
        /**
         * No counter fell or is at fault.
         *
         * @param label instant of the later sample, milliseconds since the epoch
         * @param was bytes read and written, read and write operations at the earlier sample
         * @param is the same at the later one; both arrays are the caller's
         * @param hasOperations true if operations are known at both
         */
        void add(long label, long[] was, long[] is, boolean hasOperations);

        void add(CounterIncrement increment);
    }

    /**
     * Unwraps the samples in time of a minute. Nearly all counters grow, and each run asks for several instants of each of its
     * servers: what grew is given without the objects of an increment.
     *
     * @param minute number of the minute since the epoch
     * @param increments takes what they say, in the order of time
     */
    public void ofMinute(long minute, TrafficIncrements increments) {
        SampleBlock block = minutes.get(minute);
        if (block == null) {
            return;
        }
        long[] was = new long[SampleBlock.COUNTERS_OF_DATA];
        long[] is = new long[SampleBlock.COUNTERS_OF_DATA];
        CounterSample previous = block.predecessor();
        boolean hasPrevious = block.countersOfDataBefore(was);
        long from = hasPrevious ? previous.time() : 0;
        int last = -1;
        for (int i = 0; i < block.size(); i++) {
            if (!inTime(block, i)) {
                continue;
            }
            block.countersOfData(i, is);
            long to = block.time(minute, i);
            if (hasPrevious && block.faults(i).isEmpty() && haveGrown(was, is, from, to)) {
                increments.add(to, was, is, knowOperations(was, is));
            } else if (hasPrevious) {
                increments.add(inTime(
                        last < 0 ? previous : block.sample(minute, last), block.sample(minute, i), block.faults(i), 1));
            }
            long[] earlier = was;
            was = is;
            is = earlier;
            hasPrevious = true;
            from = to;
            last = i;
        }
    }

    private boolean haveGrown(long[] was, long[] is, long from, long to) {
        if (CounterRule.beginsAnew(from, to)) {
            return false;
        }
        int counters = knowOperations(was, is) ? was.length : 2;
        for (int i = 0; i < counters; i++) {
            long most = i < 2 ? bounds.bytesPerSecond() : bounds.operationsPerSecond();
            if (was[i] < 0 || CounterRule.isIrregular(was[i], is[i], to - from, most)) {
                return false;
            }
        }
        return true;
    }

    private static boolean knowOperations(long[] was, long[] is) {
        return was[2] != SampleBlock.NOT_REPORTED
                && was[3] != SampleBlock.NOT_REPORTED
                && is[2] != SampleBlock.NOT_REPORTED
                && is[3] != SampleBlock.NOT_REPORTED;
    }

    /**
     * Forgets the samples of an hour; those of earlier hours have been forgotten.
     *
     * @param end end of the hour, milliseconds since the epoch
     */
    public void forgetHourBefore(long end) {
        long firstToKeep = SampleBlock.minuteOf(end);
        for (long minute = Math.max(index.firstMinute(), firstToKeep - MINUTES_OF_HOUR);
                minute < firstToKeep;
                minute++) {
            minutes.remove(minute);
        }
        index.forgetBefore(firstToKeep);
    }
}
