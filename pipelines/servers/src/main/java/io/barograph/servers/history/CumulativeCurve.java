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
    /** Those that were looked up since the last change: the edges of a run's windows lie in few of them. */
    private final Map<Long, MinuteCurve> minutes = new HashMap<>(0);

    /** Minutes at full resolution. */
    interface Minutes {
        /** Adds to the curve what the minute has. */
        void addTo(MinuteCurve curve, long minute);
    }

    CumulativeCurve(BlockStore<SlotBlock> hours, CurveIndex index) {
        this.hours = hours;
        this.index = index;
    }

    void add(TrafficChange change) {
        minutes.clear();
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
            block = new SlotBlock(SampledTraffic.of(endOfLastBlockBefore(hour)));
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

    private long[] endOfLastBlockBefore(long hour) {
        Long earlier = index.hours().lower(hour);
        return earlier == null
                ? new long[SampledTraffic.COMPONENTS]
                : hours.get(earlier).before(SlotBlock.SLOTS);
    }

    private long[] beforeMinute(long minute) {
        if (index.isEmpty()) {
            return new long[SampledTraffic.COMPONENTS];
        }
        long hour = Math.floorDiv(minute, SlotBlock.SLOTS);
        if (hour < index.hours().first()) {
            return hours.get(index.hours().first()).before(0);
        }
        SlotBlock block = hours.get(hour);
        return block == null ? endOfLastBlockBefore(hour) : block.before(Math.floorMod(minute, SlotBlock.SLOTS));
    }

    /** Volume of a window, by the resolution that the distance of its edges from the decision allows. */
    WindowVolume volume(RunWindow window, HistoryPolicy policy, Minutes fine, long intervalMillis, int servers) {
        Edge from = lookUp(window.from(), window.decidedAt(), policy, fine);
        Edge to = lookUp(window.to(), window.decidedAt(), policy, fine);
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

    private Edge lookUp(long instant, long decidedAt, HistoryPolicy policy, Minutes fine) {
        long hour = HistoryPolicy.hourOf(instant);
        long minute = HistoryPolicy.minuteOf(instant);
        if (instant >= decidedAt - policy.fine().toMillis() && !index.hasForgottenMinutesOf(hour)) {
            MinuteCurve curve = minutes.get(minute);
            if (curve == null) {
                curve = new MinuteCurve(beforeMinute(minute));
                fine.addTo(curve, minute);
                minutes.put(minute, curve);
            }
            return new Edge(instant, curve.before(instant), false);
        }
        if (instant >= decidedAt - policy.coarse().toMillis() && !index.hasForgotten(hour)) {
            return new Edge(minute * HistoryPolicy.MINUTE, SampledTraffic.of(beforeMinute(minute)), true);
        }
        return null;
    }

    /** Edges in an hour are known by the minute from now on. */
    void forgetMinutes(long hour) {
        minutes.clear();
        index.forgetMinutesBefore(hour + 1);
    }

    /** Forgets the block of an hour; the sums of the later ones stay as they are. */
    void forgetHour(long hour) {
        minutes.clear();
        hours.remove(hour);
        index.hours().remove(hour);
        index.forgetBefore(hour + 1);
    }
}
