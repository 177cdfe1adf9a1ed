package io.barograph.slowdown.operators;

import io.barograph.flink.batches.LateElements;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.slowdown.OperationBaseline;
import io.barograph.slowdown.ProbeInterval;
import io.barograph.slowdown.RecentSlotResults;
import io.barograph.slowdown.SlidingSlowdown;
import io.barograph.slowdown.SlotResult;
import io.barograph.slowdown.SlowdownPolicy;
import io.barograph.slowdown.SlowdownTrend;
import io.barograph.slowdown.TimingHistogram;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Slowdown of one operation on one file system: the sliding window every few seconds, and intervals of 1 min, 10 min and
 * 4 h beside the baseline of what came before them; once a day the month so far. Keyed by file system and operation.
 *
 * <p>A minute is closed by the watermark, then counted in its 10 minutes and, if it was calm, in the baseline; so an
 * interval is never compared with itself, and the order of arrival does not matter. One that came behind the watermark counts at the event
 * time that it came at. A slot that comes within an hour after its minute has
 * been closed still counts in the baseline and in the longer intervals that are open, once, and is counted as late there;
 * of a later one nobody knows whether it is sent again, so it is left out and counted.
 *
 * <p>A slot is appended to state and to nothing else; histograms are made when a step or a minute is over. Live is the file
 * system as a whole on the main output, and with its servers, for contention, on {@link SlowdownWorkflow#LIVE}.
 *
 * <p>State: the slots of the last minutes, late ones that wait for no longer than an hour, 4 bytes for each slot of the last
 * hour, a histogram of this month and of the last one, one histogram for each open interval, host and server, and the baselines (see {@link BaselineState}); nothing is left when there has been no slot for longer than the baseline reaches back, except a
 * frozen baseline.
 */
final class ProbeSlowdownFunction extends KeyedProcessFunction<String, ProbeSlot, Slowdown> {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long TEN_MINUTES = Duration.ofMinutes(10).toMillis();
    /** Collectors send again what they do not know to be stored, after an outage much of it. */
    private static final long MAX_LATENESS = Duration.ofHours(1).toMillis();

    private static final long FOUR_HOURS = Duration.ofHours(4).toMillis();

    private final SlowdownPolicy policy;
    private transient RecentSlots recent;
    private transient ValueState<SlowdownTrend> trend;
    private transient MapState<Long, ProbeInterval> tenMinutes;
    private transient MapState<Long, ProbeInterval> fourHours;
    private transient MapState<Long, ProbeInterval> fourHoursExpected;
    private transient MapState<Long, int[]> counted;
    private transient MapState<Long, Boolean> calm;
    private transient MapState<Long, TimingHistogram> months;
    private transient ValueState<Long> newestDay;
    private transient LateElements<ProbeSlot> waiting;
    private transient ValueState<Long> closedUntil;
    private transient BaselineState baselines;
    private transient SlowdownRecords records;
    private transient Counter late;
    private transient Counter tooLate;
    private transient Counter duplicates;

    ProbeSlowdownFunction(SlowdownPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        recent = new RecentSlots(getRuntimeContext());
        trend = getRuntimeContext().getState(new ValueStateDescriptor<>("trend", SlowdownFormats.TREND));
        tenMinutes = intervals("ten-minutes");
        fourHours = intervals("four-hours");
        fourHoursExpected = intervals("four-hours-expected");
        counted = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>(
                        "counted", Types.LONG, PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO));
        calm = getRuntimeContext().getMapState(new MapStateDescriptor<>("calm-minutes", Types.LONG, Types.BOOLEAN));
        months = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("months", Types.LONG, SlowdownFormats.HISTOGRAM));
        newestDay = getRuntimeContext().getState(new ValueStateDescriptor<>("newest-day", Types.LONG));
        closedUntil = getRuntimeContext().getState(new ValueStateDescriptor<>("closed-until", Types.LONG));
        baselines = new BaselineState(policy, getRuntimeContext());
        records = new SlowdownRecords(policy);
        late = getRuntimeContext().getMetricGroup().counter("lateTimings");
        tooLate = getRuntimeContext().getMetricGroup().counter("timingsLaterThanAnHour");
        waiting = new LateElements<>(
                getRuntimeContext(),
                ProbeSlot.TYPE,
                ProbeSlot::arrivedAt,
                slot -> isTooLate(slot.result().millis(), slot.arrivedAt()),
                tooLate);
        duplicates = getRuntimeContext().getMetricGroup().counter("duplicateTimings");
    }

    private MapState<Long, ProbeInterval> intervals(String name) {
        return getRuntimeContext().getMapState(new MapStateDescriptor<>(name, Types.LONG, SlowdownFormats.INTERVAL));
    }

    @Override
    public void processElement(ProbeSlot slot, Context context, Collector<Slowdown> out) throws Exception {
        TimerService timers = context.timerService();
        if (slot.isLate()) {
            waiting.hold(List.of(slot), timers);
        } else {
            take(slot, timers.currentWatermark(), timers);
        }
    }

    private static boolean isTooLate(long time, long arrivedAt) {
        return startOf(time, MINUTE) + MINUTE + MAX_LATENESS <= arrivedAt;
    }

    private void takeArrived(long time, TimerService timers) throws Exception {
        for (ProbeSlot slot : waiting.arrivedAt(time)) {
            take(slot, time, timers);
        }
    }

    private void take(ProbeSlot slot, long now, TimerService timers) throws Exception {
        SlotResult result = slot.result();
        long time = result.millis();
        if (startOf(time, MINUTE) + MINUTE <= reached(now)) {
            addLate(result, reached(now), timers);
            return;
        }
        if (!recent.add(slot.key(), result)) {
            duplicates.inc();
            return;
        }
        // Windows that have ended are not emitted again.
        long due = startOf(slot.isLate() ? Math.max(time, now) : time, step()) + step();
        if (recent.isNewlyDue(slot.key(), due, now)) {
            timers.registerEventTimeTimer(due);
            timers.registerEventTimeTimer(startOf(time, MINUTE) + MINUTE);
            timers.registerEventTimeTimer((BaselineState.dayOf(time) + 1) * BaselineState.DAY);
            timers.registerEventTimeTimer(baselines.forgetAt(BaselineState.dayOf(time)));
        }
    }

    /** After a restart there is no watermark yet, just when much is sent again. */
    private long reached(long now) throws Exception {
        Long closed = closedUntil.value();
        return closed == null ? now : Math.max(closed, now);
    }

    private void addLate(SlotResult result, long reached, TimerService timers) throws Exception {
        long time = result.millis();
        long minute = startOf(time, MINUTE);
        if (isTooLate(time, reached)) {
            tooLate.inc();
            return;
        }
        if (!isFirst(minute, result.slotHash(), timers)) {
            duplicates.inc();
            return;
        }
        late.inc();
        timers.registerEventTimeTimer(baselines.forgetAt(BaselineState.dayOf(time)));
        ProbeInterval alone = new ProbeInterval();
        alone.add(result, true);
        if (startOf(time, TEN_MINUTES) + TEN_MINUTES > reached) {
            mergeIntoTenMinutes(alone, time);
            timers.registerEventTimeTimer(startOf(time, TEN_MINUTES) + TEN_MINUTES);
        } else if (startOf(time, FOUR_HOURS) + FOUR_HOURS > reached) {
            mergeIntoFourHours(alone, time);
            timers.registerEventTimeTimer(startOf(time, FOUR_HOURS) + FOUR_HOURS);
        }
        boolean wasCalm = Boolean.TRUE.equals(calm.get(minute));
        baselines.learnLate(alone, time, minute, wasCalm);
        addToMonth(alone, time);
    }

    /** Two slots of a minute have the same hash once in ten million times: then a late one is left out. */
    private boolean isFirst(long minute, int slot, TimerService timers) throws Exception {
        int[] known = counted.get(minute);
        if (known != null && Arrays.stream(known).anyMatch(other -> other == slot)) {
            return false;
        }
        int[] slots = known == null ? new int[1] : Arrays.copyOf(known, known.length + 1);
        slots[slots.length - 1] = slot;
        remember(minute, slots, timers);
        return true;
    }

    private void remember(long minute, int[] slots, TimerService timers) throws Exception {
        counted.put(minute, slots);
        timers.registerEventTimeTimer(minute + MINUTE + MAX_LATENESS);
    }

    private void mergeIntoTenMinutes(ProbeInterval shorter, long at) throws Exception {
        merge(shorter, at, tenMinutes, startOf(at, TEN_MINUTES), null);
    }

    private void mergeIntoFourHours(ProbeInterval shorter, long at) throws Exception {
        long start = startOf(at, FOUR_HOURS);
        merge(shorter, at, fourHours, start, fourHoursExpected.get(start));
    }

    /** @param noted what was expected before; null if that was not noted */
    private void merge(
            ProbeInterval shorter, long at, MapState<Long, ProbeInterval> intervals, long start, ProbeInterval noted)
            throws Exception {
        ProbeInterval known = intervals.get(start);
        ProbeInterval interval = known == null ? new ProbeInterval() : known;
        interval.merge(shorter);
        if (noted != null) {
            interval.expectAs(noted);
        }
        expect(interval, shorter, at);
        intervals.put(start, interval);
    }

    /** What is expected in a longer interval is what was expected when its first minute began. */
    private void expect(ProbeInterval interval, ProbeInterval shorter, long at) throws Exception {
        expect(interval, ProbeInterval.FILE_SYSTEM, at);
        for (String host : shorter.hosts().keySet()) {
            expect(interval, host, at);
        }
    }

    private void expect(ProbeInterval interval, String host, long at) throws Exception {
        if (!interval.isExpected(host)) {
            interval.expect(host, baselines.expected(host, at));
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Slowdown> out) throws Exception {
        String key = context.getCurrentKey();
        if (Math.floorMod(time, step()) == 0) {
            live(time, context, out);
        }
        if (Math.floorMod(time, MINUTE) == 0) {
            closeMinute(time - MINUTE, context, out);
            counted.remove(time - MINUTE - MAX_LATENESS);
            calm.remove(time - MINUTE - MAX_LATENESS);
            if (counted.isEmpty()) {
                closedUntil.clear();
            }
        }
        if (Math.floorMod(time, step()) == 0) {
            forgetSlots(key, time, context.timerService());
        }
        if (Math.floorMod(time, TEN_MINUTES) == 0) {
            closeTenMinutes(time - TEN_MINUTES, context, out);
        }
        if (Math.floorMod(time, FOUR_HOURS) == 0) {
            close(fourHours, key, time - FOUR_HOURS, FOUR_HOURS, out);
            fourHoursExpected.remove(time - FOUR_HOURS);
        }
        if (Math.floorMod(time, BaselineState.DAY) == 0) {
            closeMonth(key, BaselineState.dayOf(time) - 1, time, out);
            baselines.closeDay(BaselineState.dayOf(time) - 1);
            if (baselines.forget(BaselineState.dayOf(time) - 1 - BaselineState.dayOf(baselines.forgetAt(-1)))) {
                months.clear();
                newestDay.clear();
            }
        }
        takeArrived(time, context.timerService());
    }

    private static RecordSpan span(String key, SlowdownKind kind, long start, long end, long decidedAt) {
        int slash = key.lastIndexOf('/');
        return new RecordSpan(key.substring(0, slash), key.substring(slash + 1), kind, start, end, decidedAt);
    }

    private void live(long time, OnTimerContext context, Collector<Slowdown> out) throws Exception {
        RecentSlotResults slots = recent.of(context.getCurrentKey());
        TimerService timers = context.timerService();
        // Absence is not inferred from the end of the input: no window beyond the last slot.
        boolean beyondEnd = timers.currentWatermark() == Long.MAX_VALUE && slots.newest() < time - step();
        if (!beyondEnd) {
            ProbeInterval interval = slots.between(time - policy.window().toMillis(), time);
            if (!interval.hosts().isEmpty()) {
                emitLive(time, interval, context, out);
            }
        }
        if (isFollowed(slots, time, timers)) {
            timers.registerEventTimeTimer(time + step());
        } else {
            trend.clear();
        }
    }

    /** True if there are slots for the window that ends a step later. */
    private boolean isFollowed(RecentSlotResults slots, long time, TimerService timers) {
        long newest = slots.newest();
        boolean ended = timers.currentWatermark() == Long.MAX_VALUE;
        return newest >= time + step() - policy.window().toMillis() && !(ended && newest < time);
    }

    /** The next window and the minutes that are not over need theirs. */
    private void forgetSlots(String key, long time, TimerService timers) throws Exception {
        long minute = startOf(time, MINUTE);
        if (!isFollowed(recent.of(key), time, timers)) {
            recent.forget(key, minute);
        } else if (minute == time) {
            recent.forget(key, Math.min(time, time + step() - policy.window().toMillis()));
        }
    }

    private void emitLive(long time, ProbeInterval interval, OnTimerContext context, Collector<Slowdown> out)
            throws Exception {
        OperationBaseline expected = baselines.expected(ProbeInterval.FILE_SYSTEM, time);
        long start = time - policy.window().toMillis();
        Slowdown record = records.ofFileSystem(
                span(context.getCurrentKey(), SlowdownKind.LIVE, start, time, time),
                interval,
                expected,
                interval.departingHosts());
        if (record.getSlowdown() != null) {
            SlowdownTrend known = trend.value();
            SlowdownTrend moving = known == null ? new SlowdownTrend() : known;
            record.setTrendPerMinute(SlowdownRecords.known(moving.perMinute(
                    time, record.getSlowdown(), policy.trendOver().toMillis())));
            trend.update(moving);
        }
        out.collect(record);
        context.output(SlowdownWorkflow.LIVE, factors(record, time, interval, expected));
    }

    private static SlidingSlowdown factors(
            Slowdown record, long time, ProbeInterval interval, OperationBaseline expected) {
        Double agreeing = record.getAgreeingSlowdown() == null ? record.getSlowdown() : record.getAgreeingSlowdown();
        Map<String, Double> servers = new LinkedHashMap<>();
        interval.servers().forEach((server, tally) -> {
            double factor = tally.timings().median() / expected.median();
            if (Double.isFinite(factor)) {
                servers.put(server, factor);
            }
        });
        return new SlidingSlowdown(
                record.getFileSystem(),
                record.getOperation(),
                time,
                agreeing == null ? Double.NaN : agreeing,
                expected.calmMinutes(),
                interval.hosts().size(),
                !record.getDepartingHosts().isEmpty(),
                servers);
    }

    private void closeMinute(long start, OnTimerContext context, Collector<Slowdown> out) throws Exception {
        ProbeInterval minute = recent.of(context.getCurrentKey()).between(start, start + MINUTE);
        if (minute.hosts().isEmpty()) {
            return;
        }
        expect(minute, minute, start);
        emit(minute, context.getCurrentKey(), start, MINUTE, out);
        closedUntil.update(start + MINUTE);
        remember(
                start, recent.of(context.getCurrentKey()).hashesBetween(start, start + MINUTE), context.timerService());
        mergeIntoTenMinutes(minute, start);
        wakeAt(startOf(start, TEN_MINUTES) + TEN_MINUTES, start + MINUTE, context.timerService());
        // Expectations of the four hours are those of their first minute, so they are noted before the baseline moves.
        noteForFourHours(minute, startOf(start, FOUR_HOURS));
        wakeAt(startOf(start, FOUR_HOURS) + FOUR_HOURS, start + MINUTE, context.timerService());
        calm.put(start, baselines.learn(minute, start, start + MINUTE));
        addToMonth(minute, start);
    }

    private void addToMonth(ProbeInterval interval, long time) throws Exception {
        if (interval.all().timings().count() == 0) {
            return;
        }
        long day = BaselineState.dayOf(time);
        long first = LocalDate.ofEpochDay(day).withDayOfMonth(1).toEpochDay();
        TimingHistogram known = months.get(first);
        TimingHistogram month = known == null ? new TimingHistogram() : known;
        month.merge(interval.all().timings());
        months.put(first, month);
        Long newest = newestDay.value();
        newestDay.update(newest == null ? day : Math.max(newest, day));
    }

    private void noteForFourHours(ProbeInterval minute, long start) throws Exception {
        ProbeInterval known = fourHoursExpected.get(start);
        ProbeInterval noted = known == null ? new ProbeInterval() : known;
        if (noted.expectAs(minute)) {
            fourHoursExpected.put(start, noted);
        }
    }

    private void closeTenMinutes(long start, OnTimerContext context, Collector<Slowdown> out) throws Exception {
        ProbeInterval interval = close(tenMinutes, context.getCurrentKey(), start, TEN_MINUTES, out);
        if (interval != null) {
            mergeIntoFourHours(interval, start);
            wakeAt(startOf(start, FOUR_HOURS) + FOUR_HOURS, start + TEN_MINUTES, context.timerService());
        }
    }

    private ProbeInterval close(
            MapState<Long, ProbeInterval> intervals, String key, long start, long length, Collector<Slowdown> out)
            throws Exception {
        ProbeInterval interval = intervals.get(start);
        if (interval != null) {
            emit(interval, key, start, length, out);
            intervals.remove(start);
        }
        return interval;
    }

    private void emit(ProbeInterval interval, String key, long start, long length, Collector<Slowdown> out) {
        SortedSet<String> departing = interval.departingHosts();
        OperationBaseline expected = interval.expected(ProbeInterval.FILE_SYSTEM);
        RecordSpan span = span(key, SlowdownKind.INTERVAL, start, start + length, start + length);
        out.collect(records.ofFileSystem(span, interval, expected, departing));
        records.ofMembers(span, interval, departing, out::collect);
    }

    /** The month so far, on days with timings. */
    private void closeMonth(String key, long day, long time, Collector<Slowdown> out) throws Exception {
        Long newest = newestDay.value();
        LocalDate first = LocalDate.ofEpochDay(day).withDayOfMonth(1);
        TimingHistogram month = months.get(first.toEpochDay());
        if (newest != null && newest == day && month != null) {
            RecordSpan span = span(
                    key,
                    SlowdownKind.MONTH,
                    first.toEpochDay() * BaselineState.DAY,
                    first.plusMonths(1).toEpochDay() * BaselineState.DAY,
                    time);
            out.collect(SlowdownRecords.ofMonth(span, month, month.quantile(0.05)));
        }
        // Late slots may still belong to the month that has just ended.
        List<Long> old = new ArrayList<>();
        for (long each : months.keys()) {
            if (each < first.minusMonths(1).toEpochDay()) {
                old.add(each);
            }
        }
        for (long each : old) {
            months.remove(each);
        }
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
