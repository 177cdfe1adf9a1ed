package io.barograph.slowdown.operators;

import io.barograph.slowdown.CalmMinutes;
import io.barograph.slowdown.HarmedDay;
import io.barograph.slowdown.OperationBaseline;
import io.barograph.slowdown.ProbeInterval;
import io.barograph.slowdown.SlowdownPolicy;
import io.barograph.slowdown.TimingHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;

/**
 * The baselines of one operation on one file system, in Flink's state: of the file system and of each host a histogram
 * for each day, those of the trailing days merged, and what they say. All days are UTC.
 *
 * <p>They learn from calm minutes, and of the file system from hosts that agree with each other. The first minutes are kept
 * and weighed anew with each one that comes, until enough of them are calm ({@link CalmMinutes}). From then on a minute in
 * harm teaches nothing, unless there has been hardly anything else for {@value HarmedDay#LASTING_DAYS} days: then the
 * baselines begin anew with these days.
 *
 * <p>State: at most 17 kB a day and host, 1 kB as a rule, for as many days as the policy says; until they are trained,
 * at most {@value CalmMinutes#MAX_FIRST_MINUTES} minutes; of the last week what was measured in harm, by day.
 */
final class BaselineState {
    static final long DAY = Duration.ofDays(1).toMillis();
    private static final int MAX_MONTH = 31;

    private final SlowdownPolicy policy;
    private final MapState<String, TimingHistogram> days;
    private final MapState<String, HostBaseline> current;
    private final MapState<String, TimingHistogram> frozen;
    private final MapState<String, OperationBaseline> expectations;
    private final MapState<Long, ProbeInterval> first;
    private final MapState<Long, HarmedDay> harmed;
    private final Counter lastingChanges;

    BaselineState(SlowdownPolicy policy, RuntimeContext context) {
        this.policy = policy;
        this.days =
                context.getMapState(new MapStateDescriptor<>("baseline-days", Types.STRING, SlowdownFormats.HISTOGRAM));
        this.current =
                context.getMapState(new MapStateDescriptor<>("baselines", Types.STRING, SlowdownFormats.BASELINE));
        this.frozen = context.getMapState(new MapStateDescriptor<>("frozen", Types.STRING, SlowdownFormats.HISTOGRAM));
        this.expectations = context.getMapState(
                new MapStateDescriptor<>("expectations", Types.STRING, SlowdownFormats.EXPECTATION));
        this.first =
                context.getMapState(new MapStateDescriptor<>("first-minutes", Types.LONG, SlowdownFormats.INTERVAL));
        this.harmed =
                context.getMapState(new MapStateDescriptor<>("harmed-days", Types.LONG, SlowdownFormats.HARMED_DAY));
        this.lastingChanges = context.getMetricGroup().counter("lastingChangesOfSlowdown");
    }

    static long dayOf(long millis) {
        return Math.floorDiv(millis, DAY);
    }

    /** When the timings of a day are forgotten. */
    long forgetAt(long day) {
        return (day + 1 + Math.max(policy.baselineDays(), MAX_MONTH)) * DAY;
    }

    /** What is expected of a host, or of the file system, at an instant, after the intervals folded in so far. */
    OperationBaseline expected(String host, long at) throws Exception {
        OperationBaseline expectation = expectations.get(host);
        if (expectation == null) {
            return OperationBaseline.NONE;
        }
        if (dayOf(at) <= dayOf(expectation.until())) {
            return expectation.at(at);
        }
        HostBaseline rolled = roll(host, current.get(host), dayOf(at));
        current.put(host, rolled);
        OperationBaseline renewed = expectation(host, rolled, at);
        expectations.put(host, renewed);
        return renewed;
    }

    /**
     * Learns from a minute that is over.
     *
     * @param minute what was measured in it, with what was expected when it began
     * @param start its begin, milliseconds since the epoch
     * @return true if it was calm, as far as is known now
     */
    boolean learn(ProbeInterval minute, long start, long end) throws Exception {
        if (minute.all().timings().count() == 0) {
            return false;
        }
        if (!isTrained()) {
            first.put(start, minute);
            return train(end - start).contains(start);
        }
        HarmedDay known = harmed.get(dayOf(start));
        HarmedDay day = known == null ? new HarmedDay() : known;
        boolean isCalm = !isHarm(agreeing(minute).median(), minute.expected(ProbeInterval.FILE_SYSTEM));
        if (isCalm) {
            day.calm();
            fold(minute, start, end, 1);
            freeze(minute, start);
        } else {
            day.harmed(minute);
        }
        harmed.put(dayOf(start), day);
        return isCalm;
    }

    /**
     * Learns from slots that came after their minute was closed.
     *
     * @param time when they were, milliseconds since the epoch
     */
    void learnLate(ProbeInterval slots, long time, long start, boolean wasCalm) throws Exception {
        ProbeInterval minute = first.get(start);
        if (minute != null) {
            minute.merge(slots);
            first.put(start, minute);
        } else if (wasCalm) {
            fold(slots, time, time, 0);
            freeze(slots, time);
        }
    }

    private boolean isTrained() throws Exception {
        OperationBaseline ofFileSystem = expectations.get(ProbeInterval.FILE_SYSTEM);
        return ofFileSystem != null && ofFileSystem.timings() > 0 && ofFileSystem.calmMinutes() >= CalmMinutes.TRAINED;
    }

    private SortedSet<Long> train(long length) throws Exception {
        TreeMap<Long, ProbeInterval> minutes = new TreeMap<>();
        for (Map.Entry<Long, ProbeInterval> minute : first.entries()) {
            minutes.put(minute.getKey(), minute.getValue());
        }
        Map<Long, Double> medians = new HashMap<>();
        minutes.forEach((start, minute) -> medians.put(start, agreeing(minute).median()));
        SortedSet<Long> calm = CalmMinutes.of(medians, policy.harm());
        restart();
        for (long start : calm) {
            fold(minutes.get(start), start, start + length, 1);
        }
        if (isTrained()) {
            for (long start : calm) {
                freeze(minutes.get(start), start);
            }
            first.clear();
        }
        return calm;
    }

    private void restart() throws Exception {
        days.clear();
        current.clear();
        expectations.clear();
    }

    private void freeze(ProbeInterval interval, long time) throws Exception {
        if (policy.isFrozen(time)) {
            freeze(ProbeInterval.FILE_SYSTEM, agreeing(interval));
            for (var host : interval.hosts().entrySet()) {
                freeze(host.getKey(), host.getValue().timings());
            }
        }
    }

    private void freeze(String host, TimingHistogram timings) throws Exception {
        TimingHistogram known = frozen.get(host);
        TimingHistogram merged = known == null ? new TimingHistogram() : known;
        merged.merge(timings);
        frozen.put(host, merged);
    }

    private static TimingHistogram agreeing(ProbeInterval minute) {
        return minute.timingsWithout(minute.departingHosts());
    }

    private boolean isHarm(double median, OperationBaseline expected) {
        return CalmMinutes.isHarm(median, expected.median(), policy.harm());
    }

    /** If there has been hardly a calm minute for days on end, begins anew with them. */
    void closeDay(long day) throws Exception {
        List<Long> old = new ArrayList<>();
        boolean isLasting = true;
        for (long each : harmed.keys()) {
            if (each <= day - HarmedDay.LASTING_DAYS) {
                old.add(each);
            }
        }
        for (long each : old) {
            harmed.remove(each);
        }
        for (long each = day - HarmedDay.LASTING_DAYS + 1; each <= day; each++) {
            HarmedDay known = harmed.get(each);
            isLasting &= known != null && known.isHarmed();
        }
        if (!isLasting) {
            return;
        }
        lastingChanges.inc();
        restart();
        for (long each = day - HarmedDay.LASTING_DAYS + 1; each <= day; each++) {
            HarmedDay known = harmed.get(each);
            fold(known.timings(), each * DAY, (each + 1) * DAY, known.harmedMinutes());
        }
        harmed.clear();
    }

    /** Adds timings of the file system and its hosts that lie in one day. */
    private void fold(ProbeInterval interval, long start, long until, int minutes) throws Exception {
        fold(ProbeInterval.FILE_SYSTEM, agreeing(interval), start, until, minutes);
        for (var host : interval.hosts().entrySet()) {
            fold(host.getKey(), host.getValue().timings(), start, until, minutes);
        }
    }

    private void fold(String host, TimingHistogram timings, long start, long until, int minutes) throws Exception {
        if (timings.count() == 0) {
            return;
        }
        long day = dayOf(start);
        HostBaseline known = current.get(host);
        HostBaseline now = known == null
                ? new HostBaseline(start, day, 0, new TimingHistogram(), new TimingHistogram())
                : roll(host, known, day);
        if (day == now.day()) {
            now.today().merge(timings);
        } else if (day >= now.day() - policy.baselineDays()) {
            addToEarlierDay(host, day, timings);
            now.earlier().merge(timings);
        }
        HostBaseline updated = new HostBaseline(
                Math.min(now.first(), start),
                now.day(),
                Math.min(CalmMinutes.TRAINED, now.calmMinutes() + minutes),
                now.earlier(),
                now.today());
        current.put(host, updated);
        OperationBaseline before = expectations.get(host);
        long newest = before == null ? until : Math.max(until, before.until());
        expectations.put(host, expectation(host, updated, newest));
    }

    private HostBaseline roll(String host, HostBaseline known, long day) throws Exception {
        if (day <= known.day()) {
            return known;
        }
        addToEarlierDay(host, known.day(), known.today());
        TimingHistogram earlier = new TimingHistogram();
        for (long before = day - policy.baselineDays(); before < day; before++) {
            TimingHistogram timings = days.get(key(before, host));
            if (timings != null) {
                earlier.merge(timings);
            }
        }
        return new HostBaseline(known.first(), day, known.calmMinutes(), earlier, new TimingHistogram());
    }

    private void addToEarlierDay(String host, long day, TimingHistogram timings) throws Exception {
        TimingHistogram kept = days.get(key(day, host));
        TimingHistogram merged = kept == null ? new TimingHistogram() : kept;
        merged.merge(timings);
        days.put(key(day, host), merged);
    }

    private OperationBaseline expectation(String host, HostBaseline baseline, long until) throws Exception {
        TimingHistogram all = new TimingHistogram();
        all.merge(baseline.earlier());
        all.merge(baseline.today());
        TimingHistogram kept = frozen.get(host);
        long since = Math.max(baseline.first(), (baseline.day() - policy.baselineDays()) * DAY);
        return OperationBaseline.of(
                all, kept == null ? new TimingHistogram() : kept, since, until, baseline.calmMinutes());
    }

    /** Forgets a day; and a host that has had no timing since. Returns true if nothing is left but what is frozen. */
    boolean forget(long day) throws Exception {
        // Removing by the iterator would leave an empty map on the heap.
        List<String> old = new ArrayList<>();
        for (String key : days.keys()) {
            if (Long.parseLong(key.substring(0, key.indexOf('/'))) <= day) {
                old.add(key);
            }
        }
        for (String key : old) {
            days.remove(key);
        }
        List<String> silent = new ArrayList<>();
        for (Map.Entry<String, HostBaseline> entry : current.entries()) {
            if (entry.getValue().day() <= day) {
                silent.add(entry.getKey());
            }
        }
        for (String host : silent) {
            current.remove(host);
            expectations.remove(host);
        }
        if (current.isEmpty()) {
            first.clear();
            harmed.clear();
        }
        return current.isEmpty();
    }

    private static String key(long day, String host) {
        return day + "/" + host;
    }
}
