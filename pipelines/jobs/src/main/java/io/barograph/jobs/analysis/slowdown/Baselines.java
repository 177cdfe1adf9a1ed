package io.barograph.jobs.analysis.slowdown;

import io.barograph.analytics.slowdown.Expectation;
import io.barograph.analytics.slowdown.ProbeInterval;
import io.barograph.analytics.slowdown.SlowdownPolicy;
import io.barograph.analytics.slowdown.TimingHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The baselines of one operation on one file system, in Flink's state: of the file system and of each host a histogram
 * for each day, those of the trailing days merged, and what they say. All days are UTC.
 *
 * <p>State: at most 17 kB a day and host, 1 kB as a rule, for as many days as the policy says, at least 31.
 */
final class Baselines {
    static final long DAY = Duration.ofDays(1).toMillis();
    private static final int LONGEST_MONTH = 31;

    private final SlowdownPolicy policy;
    private final MapState<String, TimingHistogram> days;
    private final MapState<String, HostBaseline> current;
    private final MapState<String, TimingHistogram> frozen;
    private final MapState<String, Expectation> expectations;

    Baselines(SlowdownPolicy policy, RuntimeContext context) {
        this.policy = policy;
        this.days =
                context.getMapState(new MapStateDescriptor<>("baseline-days", Types.STRING, SlowdownFormats.HISTOGRAM));
        this.current =
                context.getMapState(new MapStateDescriptor<>("baselines", Types.STRING, SlowdownFormats.BASELINE));
        this.frozen = context.getMapState(new MapStateDescriptor<>("frozen", Types.STRING, SlowdownFormats.HISTOGRAM));
        this.expectations = context.getMapState(
                new MapStateDescriptor<>("expectations", Types.STRING, SlowdownFormats.EXPECTATION));
    }

    static long dayOf(long millis) {
        return Math.floorDiv(millis, DAY);
    }

    /** When the timings of a day are forgotten. */
    long forgetAt(long day) {
        return (day + 1 + Math.max(policy.baselineDays(), LONGEST_MONTH)) * DAY;
    }

    /** What is expected of a host, or of the file system, at an instant, after the intervals folded in so far. */
    Expectation expected(String host, long at) throws Exception {
        Expectation expectation = expectations.get(host);
        if (expectation == null) {
            return Expectation.NONE;
        }
        if (dayOf(at) <= dayOf(expectation.until())) {
            return expectation.at(at);
        }
        HostBaseline rolled = roll(host, current.get(host), dayOf(at));
        current.put(host, rolled);
        Expectation renewed = expectation(host, rolled, at);
        expectations.put(host, renewed);
        return renewed;
    }

    /** Adds timings of the file system and its hosts that lie in one day. */
    void fold(ProbeInterval interval, long start, long until) throws Exception {
        fold(ProbeInterval.FILE_SYSTEM, interval.all().timings(), start, until);
        for (var host : interval.hosts().entrySet()) {
            fold(host.getKey(), host.getValue().timings(), start, until);
        }
    }

    private void fold(String host, TimingHistogram timings, long start, long until) throws Exception {
        if (timings.count() == 0) {
            return;
        }
        long day = dayOf(start);
        HostBaseline known = current.get(host);
        HostBaseline now = known == null
                ? new HostBaseline(start, day, new TimingHistogram(), new TimingHistogram())
                : roll(host, known, day);
        if (day == now.day()) {
            now.today().merge(timings);
        } else if (day >= now.day() - policy.baselineDays()) {
            addToEarlierDay(host, day, timings);
            now.earlier().merge(timings);
        }
        HostBaseline updated = new HostBaseline(Math.min(now.first(), start), now.day(), now.earlier(), now.today());
        current.put(host, updated);
        if (policy.isFrozen(start)) {
            TimingHistogram kept = frozen.get(host);
            TimingHistogram merged = kept == null ? new TimingHistogram() : kept;
            merged.merge(timings);
            frozen.put(host, merged);
        }
        Expectation before = expectations.get(host);
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
        return new HostBaseline(known.first(), day, earlier, new TimingHistogram());
    }

    private void addToEarlierDay(String host, long day, TimingHistogram timings) throws Exception {
        TimingHistogram kept = days.get(key(day, host));
        TimingHistogram merged = kept == null ? new TimingHistogram() : kept;
        merged.merge(timings);
        days.put(key(day, host), merged);
    }

    private Expectation expectation(String host, HostBaseline baseline, long until) throws Exception {
        TimingHistogram all = baseline.earlier().copy();
        all.merge(baseline.today());
        TimingHistogram kept = frozen.get(host);
        long since = Math.max(baseline.first(), (baseline.day() - policy.baselineDays()) * DAY);
        return Expectation.of(all, kept == null ? new TimingHistogram() : kept, since, until);
    }

    /** All timings of the file system on some days. */
    TimingHistogram timings(long firstDay, long lastDay) throws Exception {
        TimingHistogram timings = new TimingHistogram();
        for (long day = firstDay; day <= lastDay; day++) {
            TimingHistogram kept = days.get(key(day, ProbeInterval.FILE_SYSTEM));
            if (kept != null) {
                timings.merge(kept);
            }
        }
        HostBaseline now = current.get(ProbeInterval.FILE_SYSTEM);
        if (now != null && now.day() >= firstDay && now.day() <= lastDay) {
            timings.merge(now.today());
        }
        return timings;
    }

    /** Forgets a day; and a host that has had no timing since. */
    void forget(long day) throws Exception {
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
    }

    private static String key(long day, String host) {
        return day + "/" + host;
    }
}
