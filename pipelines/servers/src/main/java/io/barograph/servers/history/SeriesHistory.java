package io.barograph.servers.history;

import io.barograph.servers.counters.BlockStore;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Series of a file system, each the sum of what several servers say: bytes moved, operations, CPU use. Answers sums,
 * means and extremes over any window from blocks (intervals by the minute, minutes by the hour), so that the length of a
 * run does not matter. The extreme of a file system is the extreme of the sums of its intervals.
 *
 * <p>An interval is a stretch of the sampling interval from a multiple of it; a sample belongs to the one that its
 * instant lies in, so servers that are polled one after the other fall into the same interval. An interval belongs to a
 * window if it begins there: for servers that are polled on multiples of the interval this is the rule of
 * {@link RunWindow}.
 *
 * <p>Which resolution answers an edge is a function of the window alone, as for the curves; an interval of a late sample
 * counts for those who ask for what was published by then.
 */
public final class SeriesHistory {
    private static final int MINUTES = SlotBlock.SLOTS;

    private final HistoryPolicy policy;
    private final long interval;
    private final BlockStore<SeriesMinute> minutes;
    private final BlockStore<SeriesHour> hours;
    private final SeriesIndex index;

    public SeriesHistory(
            HistoryPolicy policy,
            long intervalMillis,
            BlockStore<SeriesMinute> minutes,
            BlockStore<SeriesHour> hours,
            SeriesIndex index) {
        this.policy = policy;
        this.interval = intervalMillis;
        this.minutes = minutes;
        this.hours = hours;
        this.index = index;
    }

    /**
     * A window as a series history answers it.
     *
     * @param series what is known, by series; a series without a sample in the window may be absent
     * @param coarse true if an edge was answered by the minute
     * @param tooOld true if the window reaches back beyond the history; nothing is known then
     */
    public record SeriesValues(Map<String, SeriesSummary> series, long intervals, boolean coarse, boolean tooOld) {
        public SeriesSummary of(String name) {
            return series.getOrDefault(name, SeriesSummary.NONE);
        }
    }

    /**
     * Adds what samples of one instant say, or takes back what another one said before they were known.
     *
     * @param label instant of the samples, milliseconds since the epoch
     * @param publishedAt {@link TrafficChange#IN_TIME}, or when the late sample was published
     * @param sum of their values, or the change of it
     * @param samples number of samples, or the change of it
     * @param largest the largest value among them; {@link Long#MIN_VALUE} if nothing is added
     * @param fineOnly true if the series is asked for at full resolution only; its minutes are not kept
     */
    public void add(
            String series, long label, long publishedAt, long sum, int samples, long largest, boolean fineOnly) {
        long begin = Math.floorDiv(label, interval) * interval;
        long hour = HistoryPolicy.hourOf(begin);
        if (index.hasForgotten(hour)) {
            return;
        }
        if (publishedAt != TrafficChange.IN_TIME) {
            if (!index.hasForgottenMinutesOf(hour)) {
                index.correct(begin, series, publishedAt, sum, samples, largest);
                index.include(hour);
            }
            return;
        }
        long minute = HistoryPolicy.minuteOf(begin);
        int slot = (int) Math.floorMod(minute, (long) MINUTES);
        index.include(hour);
        if (index.hasForgottenMinutesOf(hour)) {
            if (!fineOnly) {
                SeriesHour block = hourOrNew(hour);
                SeriesSummary known = block.minute(series, slot);
                block.set(
                        series,
                        slot,
                        new SeriesSummary(
                                known.sum() + sum,
                                known.samples() + samples,
                                known.largestSample(),
                                known.smallestInterval(),
                                known.largestInterval()));
                hours.put(hour, block);
            }
            return;
        }
        SeriesMinute block = minutes.get(minute);
        if (block == null) {
            block = new SeriesMinute((int) ((HistoryPolicy.MINUTE - 1) / interval) + 1);
        }
        block.add(series, place(begin), sum, samples, largest);
        minutes.put(minute, block);
        if (!fineOnly) {
            SeriesHour hourBlock = hourOrNew(hour);
            hourBlock.set(series, slot, block.minute(series));
            hours.put(hour, hourBlock);
        }
    }

    private SeriesHour hourOrNew(long hour) {
        SeriesHour block = hours.get(hour);
        return block == null ? new SeriesHour() : block;
    }

    private int place(long begin) {
        return (int) (Math.floorMod(begin, HistoryPolicy.MINUTE) / interval);
    }

    public SeriesValues answer(RunWindow window) {
        Edge from = edge(window.from(), window.decidedAt());
        Edge to = edge(window.to(), window.decidedAt());
        if (from == null || to == null) {
            return new SeriesValues(Map.of(), 0, false, true);
        }
        Map<String, SeriesSummary> summaries = new HashMap<>();
        BiConsumer<String, SeriesSummary> add = (series, summary) -> {
            if (summary.isKnown()) {
                summaries.merge(series, summary, SeriesSummary::and);
            }
        };
        Map<Long, Map<String, long[]>> corrections = window.publishedBy() == TrafficChange.IN_TIME
                ? Map.of()
                : index.corrections(
                        Math.max(
                                from.instant, window.decidedAt() - policy.fine().toMillis()),
                        to.instant,
                        window.publishedBy());
        NavigableMap<Long, Map<Long, Map<String, long[]>>> byMinute = new TreeMap<>();
        corrections.forEach(
                (begin, changes) -> byMinute.computeIfAbsent(HistoryPolicy.minuteOf(begin), minute -> new TreeMap<>())
                        .put(begin, changes));
        long firstWhole = -Math.floorDiv(-from.instant, HistoryPolicy.MINUTE);
        long endOfWhole = Math.floorDiv(to.instant, HistoryPolicy.MINUTE);
        if (firstWhole > endOfWhole) {
            addIntervals(endOfWhole, from.instant, to.instant, byMinute, add);
        } else {
            addIntervals(firstWhole - 1, from.instant, firstWhole * HistoryPolicy.MINUTE, byMinute, add);
            addMinutes(firstWhole, endOfWhole, byMinute, add);
            addIntervals(endOfWhole, endOfWhole * HistoryPolicy.MINUTE, to.instant, byMinute, add);
        }
        long intervals =
                Math.max(0, Math.floorDiv(to.instant - 1, interval) - Math.floorDiv(from.instant - 1, interval));
        return new SeriesValues(summaries, intervals, from.coarse || to.coarse, false);
    }

    private void addMinutes(
            long from,
            long to,
            NavigableMap<Long, Map<Long, Map<String, long[]>>> corrections,
            BiConsumer<String, SeriesSummary> add) {
        long begin = from;
        for (long corrected : corrections.subMap(from, Math.max(from, to)).keySet()) {
            addUncorrected(begin, corrected, add);
            addIntervals(
                    corrected,
                    corrected * HistoryPolicy.MINUTE,
                    (corrected + 1) * HistoryPolicy.MINUTE,
                    corrections,
                    add);
            begin = corrected + 1;
        }
        addUncorrected(begin, to, add);
    }

    private void addUncorrected(long from, long to, BiConsumer<String, SeriesSummary> add) {
        long end = from;
        for (long begin = from; begin < to; begin = end) {
            long hour = Math.floorDiv(begin, MINUTES);
            end = Math.min(to, (hour + 1) * MINUTES);
            SeriesHour block = hours.get(hour);
            if (block != null) {
                int first = (int) (begin - hour * MINUTES);
                int last = (int) (end - hour * MINUTES);
                for (String series : block.series()) {
                    add.accept(series, block.minutes(series, first, last));
                }
            }
        }
    }

    /** The intervals of one minute that begin in [from, to). */
    private void addIntervals(
            long minute,
            long from,
            long to,
            NavigableMap<Long, Map<Long, Map<String, long[]>>> corrections,
            BiConsumer<String, SeriesSummary> add) {
        if (from >= to) {
            return;
        }
        SeriesMinute block = minutes.get(minute);
        Map<Long, Map<String, long[]>> changes = corrections.get(minute);
        long first = -Math.floorDiv(-from, interval) * interval;
        if (changes == null) {
            if (block != null && first < to) {
                int place = place(first);
                int end = place + (int) ((to - 1 - first) / interval) + 1;
                for (String series : block.series()) {
                    add.accept(series, block.intervals(series, place, end));
                }
            }
            return;
        }
        for (long begin = first; begin < to; begin += interval) {
            Map<String, long[]> change = changes.getOrDefault(begin, Map.of());
            if (block != null) {
                for (String series : block.series()) {
                    SeriesSummary known = block.interval(series, place(begin));
                    add.accept(series, corrected(known, change.get(series)));
                }
            }
            for (Map.Entry<String, long[]> entry : change.entrySet()) {
                if (block == null || !block.series().contains(entry.getKey())) {
                    add.accept(entry.getKey(), corrected(SeriesSummary.NONE, entry.getValue()));
                }
            }
        }
    }

    private static SeriesSummary corrected(SeriesSummary known, long[] change) {
        return change == null
                ? known
                : SeriesSummary.ofInterval(
                        known.sum() + change[0],
                        known.samples() + change[1],
                        Math.max(known.largestSample(), change[2]));
    }

    private record Edge(long instant, boolean coarse) {}

    private Edge edge(long instant, long decidedAt) {
        long hour = HistoryPolicy.hourOf(instant);
        if (instant >= decidedAt - policy.fine().toMillis() && !index.hasForgottenMinutesOf(hour)) {
            return new Edge(instant, false);
        }
        if (instant >= decidedAt - policy.coarse().toMillis() && !index.hasForgotten(hour)) {
            return new Edge(HistoryPolicy.minuteOf(instant) * HistoryPolicy.MINUTE, true);
        }
        return null;
    }

    /**
     * Forgets the intervals of an hour; its minutes stay.
     *
     * @param hour number of the hour since the epoch
     */
    public void forgetMinutes(long hour) {
        for (long minute = hour * MINUTES; minute < (hour + 1) * MINUTES; minute++) {
            minutes.remove(minute);
        }
        index.forgetMinutesBefore(hour + 1);
    }

    /**
     * Forgets an hour.
     *
     * @param hour number of the hour since the epoch
     * @return true if nothing is left
     */
    public boolean forgetHour(long hour) {
        hours.remove(hour);
        index.forgetBefore(hour + 1);
        return index.isEmpty();
    }
}
