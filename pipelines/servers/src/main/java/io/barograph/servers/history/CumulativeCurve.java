package io.barograph.servers.history;

import io.barograph.servers.counters.BlockStore;
import java.util.HashMap;
import java.util.Map;

/**
 * C(t), the traffic of all intervals that closed before t, by the hour and minute. A volume is the difference of two
 * look-ups; nothing is summed over the length of a run. Adding to an old label moves the sums of the hours after it,
 * of which there is seldom more than one.
 */
final class CumulativeCurve {
    private final BlockStore<SlotBlock> hours;
    private final CurveIndex index;
    /** Those that were looked up since the last change: the windows of a run share most of them. */
    private final Map<EdgeKey, Edge> edges = new HashMap<>(0);

    /** The part of a minute before an instant, at full resolution. */
    interface Minutes {
        /** Adds it to amounts, as of {@link SampledTraffic#of}. */
        void addBefore(long minute, long instant, long[] sum);
    }

    CumulativeCurve(BlockStore<SlotBlock> hours, CurveIndex index) {
        this.hours = hours;
        this.index = index;
    }

    void add(TrafficChange change) {
        edges.clear();
        long hour = HistoryPolicy.hourOf(change.label());
        if (index.hasForgotten(hour)) {
            return;
        }
        if (change.publishedAt() != TrafficChange.IN_TIME) {
            if (!index.hasForgottenMinutesOf(hour)) {
                index.correct(change.label(), change.publishedAt(), change.change());
            }
            return;
        }
        SlotBlock block = hours.get(hour);
        if (block == null) {
            block = new SlotBlock(endOfLastBlockBefore(hour));
        }
        block.add(Math.floorMod(HistoryPolicy.minuteOf(change.label()), SlotBlock.SLOTS), change.change());
        hours.put(hour, block);
        for (long later : index.hours().tailSet(hour, false)) {
            SlotBlock moved = hours.get(later);
            moved.shift(change.change());
            hours.put(later, moved);
        }
        index.hours().add(hour);
    }

    private SampledTraffic endOfLastBlockBefore(long hour) {
        long[] sum = new long[SampledTraffic.COMPONENTS];
        addEndOfLastBlockBefore(hour, sum);
        return SampledTraffic.of(sum);
    }

    private void addEndOfLastBlockBefore(long hour, long[] sum) {
        Long earlier = index.hours().lower(hour);
        if (earlier != null) {
            hours.get(earlier).addBefore(SlotBlock.SLOTS, sum);
        }
    }

    private void addBeforeMinute(long minute, long[] sum) {
        if (index.isEmpty()) {
            return;
        }
        long hour = Math.floorDiv(minute, SlotBlock.SLOTS);
        if (hour < index.hours().first()) {
            hours.get(index.hours().first()).before().addTo(sum);
            return;
        }
        SlotBlock block = hours.get(hour);
        if (block == null) {
            addEndOfLastBlockBefore(hour, sum);
        } else {
            block.addBefore(Math.floorMod(minute, SlotBlock.SLOTS), sum);
        }
    }

    /** Volume of a window, by the resolution that the distance of its edges from the decision allows. */
    WindowVolume volume(RunWindow window, HistoryPolicy policy, Minutes minutes, long intervalMillis, int servers) {
        Edge from = edge(new EdgeKey(window.from(), window.decidedAt()), policy, minutes);
        Edge to = edge(new EdgeKey(window.to(), window.decidedAt()), policy, minutes);
        if (from == null || to == null) {
            return new WindowVolume(SampledTraffic.NONE, 0, servers, false, true);
        }
        SampledTraffic traffic = to.curve.minus(from.curve);
        if (window.publishedBy() != TrafficChange.IN_TIME) {
            long fineFrom =
                    Math.max(from.instant, window.decidedAt() - policy.fine().toMillis());
            if (fineFrom < to.instant) {
                traffic = traffic.plus(index.corrections(fineFrom, to.instant, window.publishedBy()));
            }
        }
        RunWindow answered = new RunWindow(from.instant, to.instant, window.decidedAt(), window.publishedBy());
        long expected = servers * answered.expectedSamples(intervalMillis, index.phase());
        return new WindowVolume(traffic, expected, servers, from.coarse || to.coarse, false);
    }

    private record Edge(long instant, SampledTraffic curve, boolean coarse) {}

    private record EdgeKey(long instant, long decidedAt) {}

    private Edge edge(EdgeKey key, HistoryPolicy policy, Minutes minutes) {
        Edge known = edges.get(key);
        if (known == null) {
            known = lookUp(key.instant, key.decidedAt, policy, minutes);
            edges.put(key, known);
        }
        return known;
    }

    private Edge lookUp(long instant, long decidedAt, HistoryPolicy policy, Minutes minutes) {
        long hour = HistoryPolicy.hourOf(instant);
        long minute = HistoryPolicy.minuteOf(instant);
        long[] sum = new long[SampledTraffic.COMPONENTS];
        if (instant >= decidedAt - policy.fine().toMillis() && !index.hasForgottenMinutesOf(hour)) {
            addBeforeMinute(minute, sum);
            minutes.addBefore(minute, instant, sum);
            return new Edge(instant, SampledTraffic.of(sum), false);
        }
        if (instant >= decidedAt - policy.coarse().toMillis() && !index.hasForgotten(hour)) {
            addBeforeMinute(minute, sum);
            return new Edge(minute * HistoryPolicy.MINUTE, SampledTraffic.of(sum), true);
        }
        return null;
    }

    /** Edges in an hour are known by the minute from now on. */
    void forgetMinutes(long hour) {
        edges.clear();
        index.forgetMinutesBefore(hour + 1);
    }

    /** Forgets the block of an hour; the sums of the later ones stay as they are. */
    void forgetHour(long hour) {
        edges.clear();
        hours.remove(hour);
        index.hours().remove(hour);
        index.forgetBefore(hour + 1);
    }
}
