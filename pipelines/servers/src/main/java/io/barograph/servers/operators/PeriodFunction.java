package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.SpectrogramOfDay;
import io.barograph.schemas.TrafficDirection;
import io.barograph.servers.character.RateSeries;
import io.barograph.servers.operators.CharacterRecords.Series;
import io.barograph.servers.operators.CharacterRecords.Source;
import io.barograph.servers.rates.CalendarPeriod;
import io.barograph.servers.rates.IntervalIncrement;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Volumes by hour, day and month, and the workload character of days and months. Keyed by file system.
 *
 * <p>A period is emitted one interval after its end, and again at the end of the current minute of event time when it
 * has changed since. A month is the sum of its days.
 *
 * <p>State per file system, by intervals of 5 s: 0.1 kB an hour for 27 to 28 hours, 420 kB for each of up to three days,
 * 720 kB for each of up to two months; none a month after the last traffic.
 */
final class PeriodFunction extends KeyedProcessFunction<String, KeyedBatch<IntervalTransfers>, ServerRates> {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private final WeatherPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient MapState<Long, HourState> hours;
    private transient MapState<Long, DayState> days;
    private transient MapState<Long, MonthState> months;
    private transient Counter tooOld;

    PeriodFunction(WeatherPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        hours = getRuntimeContext().getMapState(new MapStateDescriptor<>("hours", Types.LONG, HourState.TYPE));
        days = getRuntimeContext().getMapState(new MapStateDescriptor<>("days", Types.LONG, DayState.TYPE));
        months = getRuntimeContext().getMapState(new MapStateDescriptor<>("months", Types.LONG, MonthState.TYPE));
        tooOld = getRuntimeContext().getMetricGroup().counter("observationsOlderThanHistory");
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    /** Beyond the longest gap that can still be spread. A day is also the past of the next one. */
    private long forgottenAt(long end) {
        return end
                + Math.max(DAY, policy.forgetSilentServers().toMillis())
                + 2 * HOUR
                + policy.kept().toMillis();
    }

    @Override
    public void processElement(KeyedBatch<IntervalTransfers> batch, Context context, Collector<ServerRates> out)
            throws Exception {
        Periods periods = new Periods(intervalMillis(batch.first().fileSystem()), context);
        for (IntervalTransfers observations : batch) {
            long hour = CalendarPeriod.HOUR.startOf(observations.label(), periods.interval);
            if (forgottenAt(CalendarPeriod.HOUR.endOf(hour)) <= periods.watermark) {
                tooOld.inc();
            } else {
                periods.add(observations, hour);
            }
        }
        periods.keep();
    }

    /** The periods that a batch changes: a month of spectra is not read for each interval of it. */
    private final class Periods {
        private final long interval;
        private final Context context;
        private final long watermark;
        private final BatchState<HourState> openHours = new BatchState<>(hours);
        private final BatchState<DayState> openDays = new BatchState<>(days);
        private final BatchState<MonthState> openMonths = new BatchState<>(months);

        Periods(long interval, Context context) {
            this.interval = interval;
            this.context = context;
            this.watermark = context.timerService().currentWatermark();
        }

        void add(IntervalTransfers observations, long hourStart) {
            HourState hour = hour(hourStart);
            DayState day = day(CalendarPeriod.DAY.startOf(observations.label(), interval));
            for (IntervalTransfers.Moved moved : observations.servers()) {
                IntervalIncrement part = moved.part(observations.label(), observations.sign());
                hour.add(part);
                day.add(part);
            }
            changed(hour.issue(), watermark, context);
            changed(day.issue(), watermark, context);
            noteMonth(CalendarPeriod.MONTH.startOf(observations.label(), interval));
        }

        private HourState hour(long start) {
            HourState known = openHours.get(start);
            HourState hour =
                    known == null ? new HourState(open(CalendarPeriod.HOUR.endOf(start), interval, context)) : known;
            openHours.put(start, hour);
            return hour;
        }

        private DayState day(long start) {
            DayState day = openDays.get(start);
            if (day == null) {
                long end = CalendarPeriod.DAY.endOf(start);
                day = new DayState(start, end, interval, policy.spectrumUpperEdge(), open(end, interval, context));
            }
            openDays.put(start, day);
            return day;
        }

        /** Its days are added when they are over: until then only that it has changed is written. */
        private void noteMonth(long start) {
            MonthState known = openMonths.get(start);
            MonthState month = known;
            if (month == null) {
                long end = CalendarPeriod.MONTH.endOf(start);
                int values = (int) ((end - start) / (CharacterRecords.intervalsPerMinute(interval) * interval));
                month = new MonthState(values, policy.spectrumUpperEdge(), open(end, interval, context));
            }
            if (changed(month.issue(), watermark, context) || known == null) {
                openMonths.put(start, month);
            }
        }

        void keep() {
            openHours.keep();
            openDays.keep();
            openMonths.keep();
        }
    }

    private long open(long end, long interval, Context context) {
        context.timerService().registerEventTimeTimer(end + interval);
        context.timerService().registerEventTimeTimer(forgottenAt(end));
        return end + interval;
    }

    private static boolean changed(PeriodEmission issue, long watermark, Context context) {
        long correctedAt = Math.floorDiv(watermark, MINUTE) * MINUTE + MINUTE;
        boolean changed = issue.changed(correctedAt);
        if (changed) {
            context.timerService().registerEventTimeTimer(correctedAt);
        }
        return changed;
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<ServerRates> out) throws Exception {
        String fileSystem = context.getCurrentKey();
        long interval = intervalMillis(fileSystem);
        CharacterRecords records = new CharacterRecords(fileSystem, interval, policy);
        for (long start : starts(hours)) {
            emitHour(start, time, records, out);
        }
        for (long start : starts(days)) {
            emitDay(start, time, interval, records, out);
        }
        for (long start : starts(months)) {
            emitMonth(start, time, interval, records, out);
        }
    }

    private static NavigableSet<Long> starts(MapState<Long, ?> periods) throws Exception {
        NavigableSet<Long> starts = new TreeSet<>();
        periods.keys().forEach(starts::add);
        return starts;
    }

    private void emitHour(long start, long time, CharacterRecords records, Collector<ServerRates> out)
            throws Exception {
        HourState hour = hours.get(start);
        long end = CalendarPeriod.HOUR.endOf(start);
        if (hour.issue().isDue(time)) {
            out.collect(records.record(Span.HOUR, TrafficDirection.TOTAL, start, end, hour.observedTo())
                    .setRevision(hour.issue().emit())
                    .setVolume(CharacterRecords.volume(hour.volume()))
                    .build());
            hours.put(start, hour);
        }
        if (forgottenAt(end) <= time) {
            hours.remove(start);
        }
    }

    private void emitDay(long start, long time, long interval, CharacterRecords records, Collector<ServerRates> out)
            throws Exception {
        DayState day = days.get(start);
        long end = CalendarPeriod.DAY.endOf(start);
        if (day.issue().isDue(time)) {
            int revision = day.issue().emit();
            DayState before = days.get(CalendarPeriod.DAY.startOf(start, interval));
            Source read = source(day.traffic().read(), day, before, interval, DayState::read);
            Source write = source(day.traffic().write(), day, before, interval, DayState::write);
            emit(
                    Span.DAY,
                    start,
                    end,
                    revision,
                    day.traffic(),
                    read,
                    write,
                    records,
                    records.spectrogram(day.read()),
                    records.spectrogram(day.write()),
                    out);
            days.put(start, day);
        }
        if (forgottenAt(end) <= time) {
            long month = CalendarPeriod.MONTH.startOf(end, interval);
            MonthState sum = months.get(month);
            addTo(sum, month, day, interval);
            months.put(month, sum);
            days.remove(start);
        }
    }

    /** The auto-correlation of a day begins with the day before, or it could not see a lag of 24 h. */
    private static Source source(
            PeriodTraffic.DirectionSpectra spectra,
            DayState day,
            DayState before,
            long interval,
            Function<DayState, RateSeries> direction) {
        RateSeries today = direction.apply(day);
        Series correlated = new Series(today.from(), interval, today.perSecond(1));
        if (before != null) {
            RateSeries yesterday = direction.apply(before);
            correlated = correlated.after(new Series(yesterday.from(), interval, yesterday.perSecond(1)));
        }
        int perMinute = CharacterRecords.intervalsPerMinute(interval);
        return new Source(
                spectra, correlated, new Series(today.from(), perMinute * interval, today.perSecond(perMinute)));
    }

    private void emitMonth(long start, long time, long interval, CharacterRecords records, Collector<ServerRates> out)
            throws Exception {
        MonthState month = months.get(start);
        long end = CalendarPeriod.MONTH.endOf(start);
        if (month.issue().isDue(time)) {
            int revision = month.issue().emit();
            MonthState sum = month.copy();
            for (long day : starts(days)) {
                if (day >= start && day < end) {
                    addTo(sum, start, days.get(day), interval);
                }
            }
            long step = CharacterRecords.intervalsPerMinute(interval) * interval;
            Series read = new Series(start, step, sum.read());
            Series write = new Series(start, step, sum.write());
            emit(
                    Span.MONTH,
                    start,
                    end,
                    revision,
                    sum.traffic(),
                    new Source(sum.traffic().read(), read, read),
                    new Source(sum.traffic().write(), write, write),
                    records,
                    null,
                    null,
                    out);
            months.put(start, month);
        }
        if (forgottenAt(end) <= time) {
            months.remove(start);
        }
    }

    private static void addTo(MonthState sum, long month, DayState day, long interval) {
        int perMinute = CharacterRecords.intervalsPerMinute(interval);
        sum.add(day, (int) ((day.read().from() - month) / (perMinute * interval)), perMinute);
    }

    private static void emit(
            Span span,
            long start,
            long end,
            int revision,
            PeriodTraffic traffic,
            Source read,
            Source write,
            CharacterRecords records,
            SpectrogramOfDay readSpectrogram,
            SpectrogramOfDay writeSpectrogram,
            Collector<ServerRates> out) {
        Source total = new Source(
                null, read.correlated().plus(write.correlated()), read.minutes().plus(write.minutes()));
        out.collect(records.record(span, TrafficDirection.TOTAL, start, end, traffic.observedTo())
                .setRevision(revision)
                .setVolume(CharacterRecords.volume(traffic.volume()))
                .setCharacter(CharacterRecords.character(total))
                .build());
        out.collect(records.record(span, TrafficDirection.READ, start, end, traffic.observedTo())
                .setRevision(revision)
                .setCharacter(CharacterRecords.character(read))
                .setSpectrogram(readSpectrogram)
                .build());
        out.collect(records.record(span, TrafficDirection.WRITE, start, end, traffic.observedTo())
                .setRevision(revision)
                .setCharacter(CharacterRecords.character(write))
                .setSpectrogram(writeSpectrogram)
                .build());
    }
}
