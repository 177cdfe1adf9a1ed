package io.barograph.runs.operators;

import io.barograph.runs.ClockSkew;
import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
 * Sums up the evidence of a file system by day, and once an hour, when the traffic of an hour has come, emits each day
 * of which more is known. Keyed by file system.
 *
 * <p>State per file system: 1 kB for each of at most 16 days, and for what has come since the last hour; what comes for an
 * older day is counted and left out.
 */
final class CoverageTotalsFunction extends KeyedProcessFunction<String, CoverageContribution, EvidenceReach> {
    private static final long HOUR = 3_600_000;
    private static final int SKEW_DAYS = 7;
    private static final int ENOUGH_RUNS = 20;

    private final HistoryPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient MapState<Long, List<CoverageContribution>> arrived;
    private transient MapState<Long, CoverageDay> days;
    private transient ValueState<Long> trafficUntil;
    private transient Counter tooOld;

    CoverageTotalsFunction(HistoryPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        arrived = runtime.getMapState(
                new MapStateDescriptor<>("arrived", Types.LONG, Types.LIST(CoverageContribution.TYPE)));
        days = runtime.getMapState(new MapStateDescriptor<>("days", Types.LONG, CoverageDay.TYPE));
        trafficUntil = runtime.getState(new ValueStateDescriptor<>("traffic-until", Types.LONG));
        tooOld = runtime.getMetricGroup().counter("evidenceOlderThanHistory");
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    @Override
    public void processElement(CoverageContribution part, Context context, Collector<EvidenceReach> out)
            throws Exception {
        long time =
                nextHour(Math.max(part.knownAt(), context.timerService().currentWatermark() + 1), part.fileSystem());
        List<CoverageContribution> others = arrived.get(time);
        // Sums: two parts make one.
        CoverageContribution sum = others == null ? part : sum(others.get(0), part);
        arrived.put(time, new ArrayList<>(List.of(sum)));
        context.timerService().registerEventTimeTimer(time);
    }

    private static CoverageContribution sum(CoverageContribution some, CoverageContribution more) {
        return new CoverageContribution(
                some.fileSystem(),
                Math.max(some.knownAt(), more.knownAt()),
                some.evidence().plus(more.evidence()),
                Math.max(some.trafficUntil(), more.trafficUntil()));
    }

    /** Days are emitted when the traffic of an hour has come; what comes between waits for it. */
    private long nextHour(long time, String fileSystem) {
        long delay = CurveCoverageTotals.delay(policy, intervalMillis(fileSystem));
        return -Math.floorDiv(delay - time, HOUR) * HOUR + delay;
    }

    /** A day also says something of the clocks of those after it. */
    private long forgottenAt(long day) {
        return day + SKEW_DAYS * CoverageTotalsByDay.DAY + policy.coarse().toMillis() + CoverageTotalsByDay.DAY;
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<EvidenceReach> out) throws Exception {
        String fileSystem = context.getCurrentKey();
        NavigableMap<Long, CoverageDay> known = new TreeMap<>();
        for (Map.Entry<Long, CoverageDay> day : days.entries()) {
            known.put(day.getKey(), day.getValue());
        }
        List<CoverageContribution> parts = arrived.get(time);
        arrived.remove(time);
        List<Long> changed = new ArrayList<>();
        if (parts != null) {
            for (CoverageContribution part : parts) {
                add(part, time, known, changed, context);
            }
        }
        long until = trafficUntil.value() == null ? Long.MIN_VALUE : trafficUntil.value();
        long interval = intervalMillis(fileSystem);
        for (long day : List.copyOf(known.keySet())) {
            CoverageDay of = known.get(day);
            boolean provisional = until < day + CoverageTotalsByDay.DAY + MissingLogFunction.TIMEOUT;
            if (changed.contains(day) || of.provisional() != provisional) {
                CoverageDay now = new CoverageDay(of.evidence(), of.revision() + 1, provisional);
                days.put(day, now);
                out.collect(EvidenceRecords.of(fileSystem, interval, day, now, skew(day, known), time));
            }
            if (forgottenAt(day) <= time) {
                days.remove(day);
            }
        }
        if (days.isEmpty()) {
            trafficUntil.clear();
        }
    }

    private void add(
            CoverageContribution part,
            long time,
            NavigableMap<Long, CoverageDay> known,
            List<Long> changed,
            OnTimerContext context)
            throws Exception {
        for (Map.Entry<Long, DailyCoverageTotals> day : part.evidence().days().entrySet()) {
            if (forgottenAt(day.getKey()) <= time) {
                tooOld.inc();
                continue;
            }
            if (!known.containsKey(day.getKey())) {
                context.timerService().registerEventTimeTimer(forgottenAt(day.getKey()));
            }
            known.merge(
                    day.getKey(),
                    CoverageDay.EMPTY.with(day.getValue()),
                    (before, ignored) -> before.with(day.getValue()));
            changed.add(day.getKey());
        }
        Long until = trafficUntil.value();
        if (until == null || until < part.trafficUntil()) {
            trafficUntil.update(part.trafficUntil());
        }
    }

    /** Of the day's runs, and of those of the days before it until they are enough. */
    private static ClockSkew skew(long day, NavigableMap<Long, CoverageDay> known) {
        ClockSkew sum = ClockSkew.NONE;
        for (long earlier = day;
                earlier > day - SKEW_DAYS * CoverageTotalsByDay.DAY;
                earlier -= CoverageTotalsByDay.DAY) {
            CoverageDay of = known.get(earlier);
            if (of != null) {
                sum = sum.plus(of.evidence().clockSkew());
            }
            if (sum.runs() >= ENOUGH_RUNS) {
                break;
            }
        }
        return sum;
    }
}
