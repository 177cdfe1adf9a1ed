package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.batches.LateElements;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Span;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterRule;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.CalendarPeriod;
import io.barograph.servers.rates.GapSpreading;
import io.barograph.servers.rates.IntervalIncrement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Adds up the increments of all servers of a file system, interval by interval, and emits the rates of each interval
 * and minute. Keyed by file system.
 *
 * <p>An interval is emitted when event time has passed its label by one more interval: by then the samples of all
 * servers are in, and those that close a gap of one lost sample. What closes a longer gap counts from its own time on,
 * however early it is there: what is emitted does not depend on how far event time goes at once. What comes later
 * changes intervals that were emitted; they are emitted again, with the next revision, at the end of the current
 * minute of event time; what came behind the watermark counts from the event time on that it came at. What changes an
 * interval that is no longer kept goes to the volumes only, and is counted.
 *
 * <p>State per file system: its intervals of the kept history and the two minutes around it, each with 16 bytes per
 * server and counter and 40 more per server; the updates that wait, late ones of no longer a time and the ends of gaps; some
 * 80 bytes per server
 * with its name. It is empty once all servers have been silent for as long as {@link
 * WeatherPolicy#forgetSilentServers}.
 */
final class FileSystemRatesFunction
        extends KeyedCoProcessFunction<String, KeyedBatch<ServerUpdate>, TargetTrend, ServerRates> {
    static final OutputTag<IntervalTransfers> OBSERVATIONS = new OutputTag<>("observations", IntervalTransfers.TYPE);

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private final WeatherPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient ValueState<FileSystemServers> servers;
    private transient MapState<Long, IntervalWeather> intervals;
    private transient MapState<Long, HourTrends> trends;
    private transient LateElements<ServerUpdate> late;
    private transient Counter corrected;
    private transient Counter tooOld;

    FileSystemRatesFunction(WeatherPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        servers = getRuntimeContext().getState(new ValueStateDescriptor<>("servers", FileSystemServers.TYPE));
        intervals = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("intervals", Types.LONG, IntervalWeather.TYPE));
        trends = getRuntimeContext().getMapState(new MapStateDescriptor<>("trends", Types.LONG, HourTrends.TYPE));
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        corrected = metrics.counter("correctedIntervals");
        tooOld = metrics.counter("intervalsOlderThanHistory");
        late = new LateElements<>(getRuntimeContext(), ServerUpdate.TYPE, this::countsFrom, update -> false, tooOld);
    }

    @Override
    public void processElement1(KeyedBatch<ServerUpdate> updates, Context context, Collector<ServerRates> out)
            throws Exception {
        List<ServerUpdate> parts = new ArrayList<>(updates.elements().size());
        for (ServerUpdate update : updates.elements()) {
            split(update, parts);
        }
        List<ServerUpdate> inTime = late.hold(parts, context.timerService());
        change(inTime, context.timerService().currentWatermark(), context);
    }

    private void change(List<ServerUpdate> updates, long now, Context context) throws Exception {
        if (updates.isEmpty()) {
            return;
        }
        FileSystemServers known = servers.value();
        if (known == null) {
            known = new FileSystemServers();
        }
        Change change = new Change(updates.get(0).fileSystem(), known, now, context);
        for (ServerUpdate update : updates) {
            change.add(update);
        }
        change.keep();
        servers.update(known);
    }

    /** In an order of their own: servers are numbered as they come. */
    private void changeByArrived(long time, Context context) throws Exception {
        List<ServerUpdate> arrived = late.arrivedAt(time);
        if (!arrived.isEmpty()) {
            arrived.sort(Comparator.comparingLong(ServerUpdate::time)
                    .thenComparing(ServerUpdate::role)
                    .thenComparing(ServerUpdate::server));
            change(arrived, time, context);
        }
    }

    /** What a batch of updates changes in a file system. */
    private final class Change {
        private final FileSystemServers known;
        private final long now;
        private final Context context;
        private final String fileSystem;
        private final long interval;
        private final GapSpreading spreading;
        private final BatchState<IntervalWeather> opened = new BatchState<>(intervals);

        Change(String fileSystem, FileSystemServers known, long now, Context context) {
            this.known = known;
            this.now = now;
            this.context = context;
            this.fileSystem = fileSystem;
            this.interval = intervalMillis(fileSystem);
            this.spreading = new GapSpreading(interval);
        }

        void add(ServerUpdate update) throws Exception {
            long label = spreading.label(update.time());
            int server = known.servers(update.role()).note(update.server(), label, update.sampled());
            known.latest = Math.max(known.latest, label);
            for (CounterIncrement increment : update.increments()) {
                List<IntervalIncrement> parts = new ArrayList<>(1);
                spreading.spread(increment, parts::add);
                for (IntervalIncrement part : parts) {
                    add(update.role(), server, part);
                }
            }
            boolean isGapAlone = !update.sampled() && update.gauges().equals(ServerGauges.NONE);
            if (!isTooOld(label) && !isGapAlone) {
                note(server, label, update);
            }
        }

        private void add(ServerRole role, int server, IntervalIncrement part) throws Exception {
            if (isTooOld(part.label())) {
                tooOld.inc();
                QuantityAmounts moved = part.moved();
                if (role == ServerRole.DATA
                        && moved.knows(QuantityAmounts.READ_BYTES)
                        && moved.knows(QuantityAmounts.WRITE_BYTES)) {
                    context.output(
                            OBSERVATIONS,
                            new IntervalTransfers(
                                    fileSystem,
                                    part.label(),
                                    part.sign(),
                                    List.of(new IntervalTransfers.Moved(
                                            moved.get(QuantityAmounts.READ_BYTES),
                                            moved.get(QuantityAmounts.WRITE_BYTES),
                                            part.sampled(),
                                            part.filled()))));
                }
                return;
            }
            open(part.label()).role(role).loads().add(server, part);
        }

        private void note(int server, long label, ServerUpdate update) throws Exception {
            IntervalWeather weather = open(label);
            weather.role(update.role()).note(server, update.gauges(), update.sampled());
            if (update.sampled()
                    && update.role() == ServerRole.DATA
                    && !update.host().isEmpty()) {
                weather.noteHost(server, known.hosts().note(update.host(), label, true), known.hosts());
            }
            // who is silent, and how full the targets are, is said of the next ones, too
            for (int later = 1; later < RatesRecords.SILENT_INTERVALS; later++) {
                if (label <= known.emittedTo && label + later * interval <= known.emittedTo) {
                    open(label + later * interval);
                }
            }
        }

        /** The interval, ready to be changed: if it was emitted, what it added to the volumes is taken back. */
        private IntervalWeather open(long label) {
            IntervalWeather weather = opened.get(label);
            if (weather == null) {
                weather = new IntervalWeather();
                registerTimers(fileSystem, label, context.timerService());
            }
            opened.put(label, weather);
            if (label <= known.emittedTo && known.changed.add(label)) {
                if (weather.revision() > 0) {
                    output(records(fileSystem, known).observations(label, -1, weather), context);
                }
                if (known.correctedAt == FileSystemServers.NONE) {
                    known.correctedAt = Math.floorDiv(now, MINUTE) * MINUTE + MINUTE;
                    context.timerService().registerEventTimeTimer(known.correctedAt);
                }
            }
            return weather;
        }

        void keep() {
            opened.keep();
        }

        private boolean isTooOld(long label) {
            return now > Long.MIN_VALUE + policy.kept().toMillis()
                    && endOfMinute(label, interval) <= now - policy.kept().toMillis();
        }
    }

    /** Gaps that a sample between others changes wait each for itself: else one is taken back before it was added. */
    private void split(ServerUpdate update, List<ServerUpdate> parts) {
        long interval = intervalMillis(update.fileSystem());
        if (update.increments().size() < 2
                || update.increments().stream().noneMatch(increment -> isGap(increment, interval))) {
            parts.add(update);
            return;
        }
        List<CounterIncrement> others = new ArrayList<>();
        for (CounterIncrement increment : update.increments()) {
            if (isGap(increment, interval)) {
                parts.add(update.only(increment));
            } else {
                others.add(increment);
            }
        }
        parts.add(update.with(others));
    }

    /** What closes a gap of several samples changes intervals that are emitted before its own time: it waits until then. */
    private long countsFrom(ServerUpdate update) {
        long from = update.arrivedAt();
        long interval = intervalMillis(update.fileSystem());
        for (CounterIncrement increment : update.increments()) {
            if (isGap(increment, interval)) {
                from = Math.max(from, increment.to());
            }
        }
        return from;
    }

    private static boolean isGap(CounterIncrement increment, long interval) {
        return new GapSpreading(interval).firstLabel(increment) + interval < increment.to();
    }

    private void registerTimers(String fileSystem, long label, TimerService timers) {
        long interval = intervalMillis(fileSystem);
        timers.registerEventTimeTimer(label + interval);
        timers.registerEventTimeTimer(endOfMinute(label, interval) + interval);
        timers.registerEventTimeTimer(forgottenAt(endOfMinute(label, interval)));
        timers.registerEventTimeTimer((Math.floorDiv(label, HOUR) + 1) * HOUR
                + interval
                + policy.forgetSilentServers().toMillis());
    }

    private static long endOfMinute(long label, long interval) {
        return CalendarPeriod.MINUTE.endOf(CalendarPeriod.MINUTE.startOf(label, interval));
    }

    /** A minute later than corrections are taken, so that those taken are emitted. */
    private long forgottenAt(long endOfMinute) {
        return endOfMinute + policy.kept().toMillis() + MINUTE;
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    private RatesRecords records(String fileSystem, FileSystemServers known) {
        CatalogueFileSystem entry = catalogue.orDefault(fileSystem);
        return new RatesRecords(
                fileSystem,
                entry.samplingInterval().toMillis(),
                entry.expectedServers(),
                policy.forgetSilentServers().toMillis(),
                known);
    }

    private static void output(IntervalTransfers observations, Context context) {
        if (!observations.servers().isEmpty()) {
            context.output(OBSERVATIONS, observations);
        }
    }

    @Override
    public void processElement2(TargetTrend trend, Context context, Collector<ServerRates> out) throws Exception {
        HourTrends known = trends.get(trend.hourEnd());
        trends.put(trend.hourEnd(), (known == null ? HourTrends.NONE : known).with(trend));
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<ServerRates> out) throws Exception {
        FileSystemServers known = servers.value();
        if (known != null) {
            RatesEmission giving = new RatesEmission(context, known, out);
            giving.upTo(time - giving.interval);
            giving.corrections(time);
            forget(time, known, giving.interval);
        }
        changeByArrived(time, context);
    }

    private void forget(long time, FileSystemServers known, long interval) throws Exception {
        if (known.allSilentSince(time - interval - policy.forgetSilentServers().toMillis())) {
            servers.clear();
            intervals.clear();
            trends.clear();
            return;
        }
        if (Math.floorMod(time, MINUTE) == 0) {
            forgetOld(time, known, interval);
        }
        servers.update(known);
    }

    /** Once a minute: all that is kept is looked through. */
    private void forgetOld(long time, FileSystemServers known, long interval) throws Exception {
        List<Long> old = new ArrayList<>();
        for (long label : intervals.keys()) {
            if (forgottenAt(endOfMinute(label, interval)) <= time) {
                old.add(label);
            }
        }
        for (long label : old) {
            intervals.remove(label);
        }
        known.minuteRevisions.keySet().removeIf(minute -> forgottenAt(CalendarPeriod.MINUTE.endOf(minute)) <= time);
        List<Long> oldHours = new ArrayList<>();
        for (long hourEnd : trends.keys()) {
            if (hourEnd + 2 * HOUR + policy.kept().toMillis() <= time) {
                oldHours.add(hourEnd);
            }
        }
        for (long hourEnd : oldHours) {
            trends.remove(hourEnd);
        }
    }

    /** Emits intervals and minutes, in the order of time. */
    private final class RatesEmission {
        private final String fileSystem;
        private final long interval;
        private final FileSystemServers known;
        private final RatesRecords records;
        private final Context context;
        private final Collector<ServerRates> out;

        RatesEmission(OnTimerContext context, FileSystemServers known, Collector<ServerRates> out) {
            this.fileSystem = context.getCurrentKey();
            this.interval = intervalMillis(fileSystem);
            this.known = known;
            this.records = records(fileSystem, known);
            this.context = context;
            this.out = out;
        }

        /**
         * Intervals without any sample in between are emitted, too, for as long as a gap may last: a sample of a time
         * that its source made up must not open all intervals up to it. Nothing is said of what comes after the last.
         */
        void upTo(long time) throws Exception {
            long end = Math.min(Math.floorDiv(time, interval) * interval, known.latest);
            long oldest = end - policy.kept().toMillis() / interval * interval;
            long label = known.emittedTo == FileSystemServers.NONE
                    ? Math.max(firstLabel(end), oldest)
                    : Math.max(known.emittedTo + interval, oldest);
            for (; label <= end; label += interval) {
                if (intervals.get(label) != null) {
                    known.lastOpened = label;
                } else if (known.lastOpened == FileSystemServers.NONE
                        || label - known.lastOpened > CounterRule.MAX_GAP_MILLIS) {
                    continue;
                }
                long minute = CalendarPeriod.MINUTE.startOf(label, interval);
                if (known.openMinute != FileSystemServers.NONE && known.openMinute != minute) {
                    minute(known.openMinute);
                }
                known.openMinute = minute;
                known.emittedTo = label;
                interval(label);
                if (label == CalendarPeriod.MINUTE.endOf(minute)) {
                    minute(minute);
                    known.openMinute = FileSystemServers.NONE;
                }
                if (Math.floorMod(label, HOUR) == 0) {
                    known.hostLoads().observe(label / HOUR, records.ostsByHost(recent(label)));
                }
            }
            if (known.openMinute != FileSystemServers.NONE && CalendarPeriod.MINUTE.endOf(known.openMinute) <= time) {
                minute(known.openMinute);
                known.openMinute = FileSystemServers.NONE;
            }
        }

        private long firstLabel(long end) throws Exception {
            long first = end;
            for (long label : intervals.keys()) {
                first = Math.min(first, label);
            }
            return first;
        }

        void corrections(long time) throws Exception {
            if (known.correctedAt == FileSystemServers.NONE || known.correctedAt > time) {
                return;
            }
            TreeSet<Long> minutes = new TreeSet<>();
            for (long label : known.changed) {
                interval(label);
                corrected.inc();
                long minute = CalendarPeriod.MINUTE.startOf(label, interval);
                if (minute != known.openMinute) {
                    minutes.add(minute);
                }
            }
            for (long minute : minutes) {
                minute(minute);
            }
            known.changed.clear();
            known.correctedAt = FileSystemServers.NONE;
        }

        private void interval(long label) throws Exception {
            IntervalWeather weather = intervals.get(label);
            if (weather == null) {
                weather = new IntervalWeather();
                context.timerService().registerEventTimeTimer(forgottenAt(endOfMinute(label, interval)));
            }
            weather.emit();
            SortedMap<Long, IntervalWeather> one = new TreeMap<>();
            one.put(label, weather);
            intervals.put(label, weather);
            out.collect(records.record(
                    Span.INTERVAL, label - interval, label, weather.revision(), one, recent(label), trendsAt(label)));
            output(records.observations(label, 1, weather), context);
        }

        private void minute(long start) throws Exception {
            if (interval > MINUTE) {
                return;
            }
            SortedMap<Long, IntervalWeather> all = new TreeMap<>();
            long end = CalendarPeriod.MINUTE.endOf(start);
            // labels whose interval starts in the minute
            for (long label = Math.floorDiv(start, interval) * interval; label < end + interval; label += interval) {
                if (label <= known.emittedTo && CalendarPeriod.MINUTE.startOf(label, interval) == start) {
                    IntervalWeather weather = intervals.get(label);
                    if (weather != null) {
                        all.put(label, weather);
                    }
                }
            }
            if (all.isEmpty()) {
                return;
            }
            int revision = known.minuteRevisions.merge(start, 1, Integer::sum);
            SortedMap<Long, IntervalWeather> recent = recent(all.lastKey());
            recent.putAll(all);
            out.collect(records.record(Span.MINUTE, start, end, revision, all, recent, trendsAt(all.lastKey())));
        }

        private SortedMap<Long, IntervalWeather> recent(long label) throws Exception {
            SortedMap<Long, IntervalWeather> recent = new TreeMap<>();
            for (int back = 0; back < RatesRecords.SILENT_INTERVALS; back++) {
                IntervalWeather weather = intervals.get(label - back * interval);
                if (weather != null) {
                    recent.put(label - back * interval, weather);
                }
            }
            return recent;
        }

        private HourTrends trendsAt(long label) throws Exception {
            HourTrends latest = trends.get(Math.floorDiv(label, HOUR) * HOUR);
            return latest == null ? HourTrends.NONE : latest;
        }
    }
}
