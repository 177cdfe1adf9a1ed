package io.barograph.jobs.analysis.slowdown;

import io.barograph.analytics.slowdown.Expectation;
import io.barograph.analytics.slowdown.Observation;
import io.barograph.analytics.slowdown.ProbeInterval;
import io.barograph.analytics.slowdown.RecentObservations;
import io.barograph.analytics.slowdown.SlowdownPolicy;
import io.barograph.analytics.slowdown.TimingHistogram;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.SortedSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Slowdown of one operation on one file system: the sliding window every few seconds, and intervals of 1 min, 10 min and
 * 4 h beside the baseline of what came before them; once a day the month so far. Keyed by file system and operation.
 *
 * <p>A minute is closed by the watermark, then counted in its 10 minutes and in the baseline; so an interval is never
 * compared with itself, and the order of arrival does not matter. A slot that comes after its minute has been closed
 * still counts in the baseline and in the longer intervals that are open, and is counted as late there.
 *
 * <p>State: the slots of the last minutes, one histogram for each open interval, host and server, and the baselines (see
 * {@link Baselines}); nothing is left when there has been no slot for longer than the baseline reaches back, except a
 * frozen baseline.
 */
final class ProbeSlowdownFunction extends KeyedProcessFunction<String, ProbeTiming, Slowdown> {
    private static final long serialVersionUID = 1L;

    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long TEN_MINUTES = Duration.ofMinutes(10).toMillis();
    private static final long FOUR_HOURS = Duration.ofHours(4).toMillis();

    private final SlowdownPolicy policy;
    private transient ValueState<RecentObservations> recent;
    private transient MapState<Long, ProbeInterval> minutes;
    private transient MapState<Long, ProbeInterval> tenMinutes;
    private transient MapState<Long, ProbeInterval> fourHours;
    private transient Baselines baselines;
    private transient SlowdownRecords records;
    private transient Counter late;
    private transient Counter duplicates;

    ProbeSlowdownFunction(SlowdownPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        recent = getRuntimeContext().getState(new ValueStateDescriptor<>("recent", SlowdownFormats.RECENT));
        minutes = intervals("minutes");
        tenMinutes = intervals("ten-minutes");
        fourHours = intervals("four-hours");
        baselines = new Baselines(policy, getRuntimeContext());
        records = new SlowdownRecords(policy);
        late = getRuntimeContext().getMetricGroup().counter("lateTimings");
        duplicates = getRuntimeContext().getMetricGroup().counter("duplicateTimings");
    }

    private MapState<Long, ProbeInterval> intervals(String name) {
        return getRuntimeContext().getMapState(new MapStateDescriptor<>(name, Types.LONG, SlowdownFormats.INTERVAL));
    }

    @Override
    public void processElement(ProbeTiming timing, Context context, Collector<Slowdown> out) throws Exception {
        Observation observation = observation(timing);
        long time = observation.millis();
        TimerService timers = context.timerService();
        timers.registerEventTimeTimer(baselines.forgetAt(Baselines.dayOf(time)));
        if (startOf(time, MINUTE) + MINUTE <= timers.currentWatermark()) {
            addLate(observation, timers);
            return;
        }
        RecentObservations known = recent.value();
        RecentObservations now = known == null ? new RecentObservations() : known;
        if (!now.add(observation)) {
            duplicates.inc();
            return;
        }
        recent.update(now);
        add(minutes, startOf(time, MINUTE), observation, false);
        timers.registerEventTimeTimer(startOf(time, step()) + step());
        timers.registerEventTimeTimer(startOf(time, MINUTE) + MINUTE);
        timers.registerEventTimeTimer((Baselines.dayOf(time) + 1) * Baselines.DAY);
    }

    private void addLate(Observation observation, TimerService timers) throws Exception {
        late.inc();
        long time = observation.millis();
        ProbeInterval alone = new ProbeInterval();
        alone.add(observation, true);
        if (startOf(time, TEN_MINUTES) + TEN_MINUTES > timers.currentWatermark()) {
            mergeInto(
                    tenMinutes, startOf(time, TEN_MINUTES), alone, alone.hosts().keySet(), time);
            timers.registerEventTimeTimer(startOf(time, TEN_MINUTES) + TEN_MINUTES);
        } else if (startOf(time, FOUR_HOURS) + FOUR_HOURS > timers.currentWatermark()) {
            mergeInto(fourHours, startOf(time, FOUR_HOURS), alone, alone.hosts().keySet(), time);
            timers.registerEventTimeTimer(startOf(time, FOUR_HOURS) + FOUR_HOURS);
        }
        baselines.fold(alone, time, time);
    }

    private static Observation observation(ProbeTiming timing) {
        Observation.Outcome outcome =
                switch (timing.getOutcome()) {
                    case OK -> Observation.Outcome.DONE;
                    case TIMEOUT -> Observation.Outcome.TIMEOUT;
                    case PROBE_BROKEN -> Observation.Outcome.BROKEN;
                    case BLOCKED -> Observation.Outcome.BLOCKED;
                    case UNKNOWN -> throw new IllegalStateException("unknown outcomes are refused before");
                };
        boolean counts = outcome == Observation.Outcome.DONE || outcome == Observation.Outcome.TIMEOUT;
        return new Observation(
                ChronoUnit.MICROS.between(Instant.EPOCH, timing.getTime()),
                timing.getHost() + ":" + timing.getDirectory(),
                timing.getHost(),
                timing.getServer() == null ? "" : timing.getServer(),
                outcome,
                counts ? timing.getSeconds() : Double.NaN);
    }

    private static void add(MapState<Long, ProbeInterval> intervals, long start, Observation observation, boolean late)
            throws Exception {
        ProbeInterval known = intervals.get(start);
        ProbeInterval interval = known == null ? new ProbeInterval() : known;
        interval.add(observation, late);
        intervals.put(start, interval);
    }

    /** What is expected in the longer interval is what was expected when its first minute began. */
    private void mergeInto(
            MapState<Long, ProbeInterval> intervals, long start, ProbeInterval shorter, Set<String> hosts, long at)
            throws Exception {
        ProbeInterval known = intervals.get(start);
        ProbeInterval interval = known == null ? new ProbeInterval() : known;
        interval.merge(shorter);
        interval.expect(ProbeInterval.FILE_SYSTEM, baselines.expected(ProbeInterval.FILE_SYSTEM, at));
        for (String host : hosts) {
            interval.expect(host, baselines.expected(host, at));
        }
        intervals.put(start, interval);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Slowdown> out) throws Exception {
        String key = context.getCurrentKey();
        String fileSystem = key.substring(0, key.lastIndexOf('/'));
        String operation = key.substring(key.lastIndexOf('/') + 1);
        if (Math.floorMod(time, step()) == 0) {
            live(fileSystem, operation, time, context.timerService(), out);
        }
        if (Math.floorMod(time, MINUTE) == 0) {
            closeMinute(fileSystem, operation, time - MINUTE, context.timerService(), out);
        }
        if (Math.floorMod(time, TEN_MINUTES) == 0) {
            closeTenMinutes(fileSystem, operation, time - TEN_MINUTES, context.timerService(), out);
        }
        if (Math.floorMod(time, FOUR_HOURS) == 0) {
            close(fourHours, fileSystem, operation, time - FOUR_HOURS, FOUR_HOURS, out);
        }
        if (Math.floorMod(time, Baselines.DAY) == 0) {
            closeDay(fileSystem, operation, Baselines.dayOf(time) - 1, time, out);
            baselines.forget(Baselines.dayOf(time) - 1 - Baselines.dayOf(baselines.forgetAt(-1)));
        }
    }

    private void live(String fileSystem, String operation, long time, TimerService timers, Collector<Slowdown> out)
            throws Exception {
        RecentObservations now = recent.value();
        if (now == null) {
            return;
        }
        long window = policy.window().toMillis();
        ProbeInterval interval = now.between(time - window, time);
        if (!interval.hosts().isEmpty()) {
            emitLive(fileSystem, operation, time, now, interval, out);
        }
        now.forget(time + step() - window);
        boolean ended = timers.currentWatermark() == Long.MAX_VALUE;
        if (now.isEmpty() || (ended && now.newest() < time)) {
            // Absence is not inferred from the end of the input: no window beyond the last slot.
            recent.clear();
        } else {
            recent.update(now);
            timers.registerEventTimeTimer(time + step());
        }
    }

    private void emitLive(
            String fileSystem,
            String operation,
            long time,
            RecentObservations now,
            ProbeInterval interval,
            Collector<Slowdown> out)
            throws Exception {
        SortedSet<String> departing = interval.departingHosts();
        Expectation expected = baselines.expected(ProbeInterval.FILE_SYSTEM, time);
        Slowdown.Builder identity = SlowdownRecords.identity(
                fileSystem, operation, SlowdownKind.LIVE, time - policy.window().toMillis(), time, time);
        Slowdown.Builder ofFileSystem = records.ofFileSystem(identity, interval, expected, departing);
        if (ofFileSystem.getSlowdown() != null) {
            ofFileSystem.setTrendPerMinute(SlowdownRecords.known(now.trend(
                    time, ofFileSystem.getSlowdown(), policy.trendOver().toMillis())));
        }
        out.collect(ofFileSystem.build());
        records.ofMembers(
                identity, interval, host -> baselines.expected(host, time), expected, departing, out::collect);
    }

    private void closeMinute(
            String fileSystem, String operation, long start, TimerService timers, Collector<Slowdown> out)
            throws Exception {
        ProbeInterval minute = minutes.get(start);
        if (minute == null) {
            return;
        }
        minute.expect(ProbeInterval.FILE_SYSTEM, baselines.expected(ProbeInterval.FILE_SYSTEM, start));
        for (String host : minute.hosts().keySet()) {
            minute.expect(host, baselines.expected(host, start));
        }
        emit(minute, fileSystem, operation, start, MINUTE, out);
        mergeInto(
                tenMinutes, startOf(start, TEN_MINUTES), minute, minute.hosts().keySet(), start);
        wakeAt(startOf(start, TEN_MINUTES) + TEN_MINUTES, start + MINUTE, timers);
        // Expectations of the four hours are those of their first minute, so they are noted before the baseline moves.
        mergeInto(
                fourHours,
                startOf(start, FOUR_HOURS),
                new ProbeInterval(),
                minute.hosts().keySet(),
                start);
        wakeAt(startOf(start, FOUR_HOURS) + FOUR_HOURS, start + MINUTE, timers);
        baselines.fold(minute, start, start + MINUTE);
        minutes.remove(start);
    }

    private void closeTenMinutes(
            String fileSystem, String operation, long start, TimerService timers, Collector<Slowdown> out)
            throws Exception {
        ProbeInterval interval = close(tenMinutes, fileSystem, operation, start, TEN_MINUTES, out);
        if (interval != null) {
            mergeInto(
                    fourHours,
                    startOf(start, FOUR_HOURS),
                    interval,
                    interval.hosts().keySet(),
                    start);
            wakeAt(startOf(start, FOUR_HOURS) + FOUR_HOURS, start + TEN_MINUTES, timers);
        }
    }

    private ProbeInterval close(
            MapState<Long, ProbeInterval> intervals,
            String fileSystem,
            String operation,
            long start,
            long length,
            Collector<Slowdown> out)
            throws Exception {
        ProbeInterval interval = intervals.get(start);
        if (interval != null) {
            emit(interval, fileSystem, operation, start, length, out);
            intervals.remove(start);
        }
        return interval;
    }

    private void emit(
            ProbeInterval interval,
            String fileSystem,
            String operation,
            long start,
            long length,
            Collector<Slowdown> out)
            throws Exception {
        SortedSet<String> departing = interval.departingHosts();
        Expectation expected = interval.expected(ProbeInterval.FILE_SYSTEM);
        Slowdown.Builder identity = SlowdownRecords.identity(
                fileSystem, operation, SlowdownKind.INTERVAL, start, start + length, start + length);
        out.collect(
                records.ofFileSystem(identity, interval, expected, departing).build());
        records.ofMembers(identity, interval, interval::expected, expected, departing, out::collect);
    }

    private void closeDay(String fileSystem, String operation, long day, long time, Collector<Slowdown> out)
            throws Exception {
        if (baselines.timings(day, day).count() == 0) {
            return;
        }
        LocalDate first = LocalDate.ofEpochDay(day).withDayOfMonth(1);
        TimingHistogram month = baselines.timings(first.toEpochDay(), day);
        Slowdown.Builder identity = SlowdownRecords.identity(
                fileSystem,
                operation,
                SlowdownKind.MONTH,
                first.toEpochDay() * Baselines.DAY,
                first.plusMonths(1).toEpochDay() * Baselines.DAY,
                time);
        out.collect(
                SlowdownRecords.ofMonth(identity, month, month.quantile(0.05)).build());
    }

    /** What ends now is closed now: a timer for this very instant would fire once more. */
    private static void wakeAt(long time, long now, TimerService timers) {
        if (time > now) {
            timers.registerEventTimeTimer(time);
        }
    }

    private long step() {
        return policy.step().toMillis();
    }

    private static long startOf(long time, long length) {
        return Math.floorDiv(time, length) * length;
    }
}
