package io.barograph.verdicts.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobWeather;
import io.barograph.verdicts.climate.ComparedRun;
import io.barograph.verdicts.climate.CorrelationTable;
import io.barograph.verdicts.climate.MotifMoments;
import io.barograph.verdicts.climate.PastRunFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Correlates every metric of the weather with performance: per motif, per file system and over all of them, at the end of
 * each calendar month (UTC) in which there was a run. All runs that are large enough count, since the last declared change
 * of the system: Pearson's correlation over all of them, Spearman's over the newest {@value #MAX_RANKED} of the platform.
 * All runs have one key.
 *
 * <p>A run is taken in when its revision can no longer come, in the order of decision and identity: the sums do not depend
 * on the order in which partitions are read.
 *
 * <p>State: per motif that ran within a year 6 kB of sums; the newest {@value #MAX_RANKED} runs, 1 kB each; the runs that
 * may still be revised.
 */
final class CorrelationFunction extends KeyedProcessFunction<Boolean, OrderedWeather, Anomaly> {
    static final int MAX_RANKED = 16_384;
    static final int CHUNK = 64;
    private static final BinaryType<MotifMoments> MOMENTS = new FormatHolder(CorrelationFunction.class)
            .mutableTypeOf(MotifMoments.class, 1, MotifMoments::writeTo, MotifMoments::readFrom);
    private static final long YEAR = Duration.ofDays(366).toMillis();

    private final long revisionDelay;
    private transient MapState<Long, ComparedRuns> waiting;
    private transient MapState<String, MotifMoments> motifs;
    private transient MapState<String, Long> changes;
    private transient MapState<Long, ComparedRuns> newest;
    private transient ValueState<Long> taken;
    private transient Counter late;

    /** @param revisionDelay a run that was decided may be decided once more, this long after */
    CorrelationFunction(Duration revisionDelay) {
        this.revisionDelay = revisionDelay.toMillis();
    }

    @Override
    public void open(OpenContext context) {
        waiting = getRuntimeContext().getMapState(new MapStateDescriptor<>("waiting", Types.LONG, ComparedRuns.TYPE));
        motifs = getRuntimeContext().getMapState(new MapStateDescriptor<>("motifs", Types.STRING, MOMENTS));
        changes = getRuntimeContext().getMapState(new MapStateDescriptor<>("changes", Types.STRING, Types.LONG));
        newest = getRuntimeContext().getMapState(new MapStateDescriptor<>("newest", Types.LONG, ComparedRuns.TYPE));
        taken = getRuntimeContext().getState(new ValueStateDescriptor<>("taken", Types.LONG));
        late = getRuntimeContext().getMetricGroup().counter("lateForCorrelation");
    }

    @Override
    public void processElement(OrderedWeather ordered, Context context, Collector<Anomaly> out) throws Exception {
        JobWeather weather = ordered.weather();
        if (!PastRunFactory.isEligible(weather) || !PastRunFactory.hasPerformance(weather)) {
            return;
        }
        long decided = weather.getDecidedAt().toEpochMilli();
        long time = weather.getRevision() == 1 ? decided + revisionDelay : decided;
        if (time <= context.timerService().currentWatermark()) {
            late.inc();
            return;
        }
        ComparedRun run = ComparedRun.of(
                weather.getFileSystem(), weather.getMotif(), ordered.systemChangedAt(), PastRunFactory.of(weather));
        waiting.put(time, ComparedRuns.with(waiting.get(time), run));
        context.timerService().registerEventTimeTimer(time);
        context.timerService().registerEventTimeTimer(endOfMonth(time - revisionDelay) + revisionDelay);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Anomaly> out) throws Exception {
        ComparedRuns ready = waiting.get(time);
        if (ready != null) {
            List<ComparedRun> runs = new ArrayList<>(ready.runs());
            runs.sort(Comparator.comparing(ComparedRun::identity));
            for (ComparedRun run : runs) {
                take(run, time);
            }
            waiting.remove(time);
        }
        long until = time - revisionDelay;
        if (endOfMonth(until) == until) {
            emit(until, time, out);
        }
    }

    private void take(ComparedRun run, long time) throws Exception {
        Long changed = changes.get(run.fileSystem());
        if (changed != null && run.changedAt() < changed) {
            late.inc();
            return;
        }
        changes.put(run.fileSystem(), run.changedAt());
        MotifMoments motif = motifs.get(run.motif());
        if (motif == null || motif.changedAt() != run.changedAt() || motif.newest() < time - YEAR) {
            motif = new MotifMoments(run.fileSystem(), run.changedAt());
        }
        motif.add(run, time);
        motifs.put(run.motif(), motif);
        long number = taken.value() == null ? 0 : taken.value();
        long chunk = number / CHUNK;
        newest.put(chunk, ComparedRuns.with(newest.get(chunk), run));
        newest.remove(chunk - MAX_RANKED / CHUNK);
        taken.update(number + 1);
    }

    /** Tables of every motif and file system that ran in the month, and of all of them. */
    private void emit(long until, long time, Collector<Anomaly> out) throws Exception {
        SortedMap<String, MotifMoments> known = knownMotifs(time);
        SortedMap<String, SortedMap<String, MotifMoments>> byFileSystem = new TreeMap<>();
        known.forEach((name, motif) -> byFileSystem
                .computeIfAbsent(motif.fileSystem(), fileSystem -> new TreeMap<>())
                .put(name, motif));
        SortedMap<Long, ComparedRuns> chunks = new TreeMap<>();
        for (Map.Entry<Long, ComparedRuns> chunk : newest.entries()) {
            chunks.put(chunk.getKey(), chunk.getValue());
        }
        List<ComparedRun> runs =
                chunks.values().stream().flatMap(chunk -> chunk.runs().stream()).toList();
        MonthlyCorrelations month =
                new MonthlyCorrelations(until, time, startOfMonth(monthOf(until - 1)) + revisionDelay, runs);
        known.forEach((name, motif) -> month.emit(motif.fileSystem(), name, month.table(Map.of(name, motif)), out));
        CorrelationTable all = month.table(known);
        byFileSystem.forEach((fileSystem, motifsOfIt) ->
                month.emit(fileSystem, null, byFileSystem.size() == 1 ? all : month.table(motifsOfIt), out));
        month.emit("", null, all, out);
    }

    /** Forgets those that have not run for a year or since the last change of the system. */
    private SortedMap<String, MotifMoments> knownMotifs(long time) throws Exception {
        SortedMap<String, MotifMoments> known = new TreeMap<>();
        List<String> old = new ArrayList<>();
        for (Map.Entry<String, MotifMoments> entry : motifs.entries()) {
            MotifMoments motif = entry.getValue();
            boolean isOld = motif.newest() < time - YEAR || motif.changedAt() != changes.get(motif.fileSystem());
            if (isOld) {
                old.add(entry.getKey());
            } else {
                known.put(entry.getKey(), motif);
            }
        }
        for (String name : old) {
            motifs.remove(name);
        }
        forgetChanges(known.values());
        return known;
    }

    /** Of file systems that none of the motifs is on any more. */
    private void forgetChanges(Collection<MotifMoments> known) throws Exception {
        Set<String> left = known.stream().map(MotifMoments::fileSystem).collect(Collectors.toSet());
        List<String> gone = new ArrayList<>();
        for (String fileSystem : changes.keys()) {
            if (!left.contains(fileSystem)) {
                gone.add(fileSystem);
            }
        }
        for (String fileSystem : gone) {
            changes.remove(fileSystem);
        }
    }

    /** The first instant of a month (UTC) that is not before a time. */
    static long endOfMonth(long time) {
        return startOfMonth(monthOf(time - 1).plusMonths(1));
    }

    private static YearMonth monthOf(long time) {
        return YearMonth.from(Instant.ofEpochMilli(time).atOffset(ZoneOffset.UTC));
    }

    private static long startOfMonth(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    /** Some runs; never changed. */
    record ComparedRuns(List<ComparedRun> runs) {
        static final BinaryType<ComparedRuns> TYPE = DelegatingFormat.typeOf(
                ComparedRuns.class,
                1,
                (value, out) -> ComparedRun.write(value.runs, out),
                in -> new ComparedRuns(ComparedRun.read(in)));

        /** These and one more; a run of the same identity is replaced. */
        static ComparedRuns with(ComparedRuns others, ComparedRun run) {
            List<ComparedRun> runs = new ArrayList<>();
            if (others != null) {
                for (ComparedRun other : others.runs) {
                    if (!other.identity().equals(run.identity())) {
                        runs.add(other);
                    }
                }
            }
            runs.add(run);
            return new ComparedRuns(runs);
        }
    }

    /**
     * The correlations that are reported at the end of a month.
     *
     * @param until end of the month, milliseconds since the epoch
     * @param from what had its newest run before is not reported again
     */
    record MonthlyCorrelations(long until, long emittedAt, long from, List<ComparedRun> newest) {
        /** Fewer runs are not correlated. */
        static final int MIN_RUNS = 10;

        /** @return null if there is nothing to report of these motifs */
        CorrelationTable table(Map<String, MotifMoments> motifs) {
            if (motifs.values().stream().noneMatch(moments -> moments.newest() > from)) {
                return null;
            }
            CorrelationTable table = CorrelationTable.of(motifs, newest);
            return table.runs() < MIN_RUNS ? null : table;
        }

        void emit(String fileSystem, String motif, CorrelationTable table, Collector<Anomaly> out) {
            if (table != null) {
                out.collect(AnomalyRecords.of(fileSystem, motif, until, emittedAt, table));
            }
        }
    }
}
