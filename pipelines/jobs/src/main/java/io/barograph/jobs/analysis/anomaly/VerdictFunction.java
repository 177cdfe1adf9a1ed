package io.barograph.jobs.analysis.anomaly;

import io.barograph.analytics.causes.Findings;
import io.barograph.analytics.climate.ClimatePolicy;
import io.barograph.analytics.climate.ClimateShift;
import io.barograph.analytics.climate.Diagnosis;
import io.barograph.analytics.climate.PastRun;
import io.barograph.analytics.climate.PastRuns;
import io.barograph.analytics.climate.Performance;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Verdict;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Judges each run in the climate of its motif, takes it into the climate, and tells when the climate has shifted. Keyed
 * by motif; the runs come in the order of their decision.
 *
 * <p>A revision replaces the run in the climate and is judged again, by the runs that ended before it.
 *
 * <p>State per motif: its runs of the trailing days of the climate, at most {@value #MOST_RUNS}, about 1 kB each with
 * all metrics; its best since the last change of the system; nothing when there has been none for so long.
 */
final class VerdictFunction extends KeyedProcessFunction<String, OrderedWeather, Anomaly> {
    private static final long serialVersionUID = 1L;

    static final int MOST_RUNS = 2_000;

    private final ClimatePolicy policy;
    private transient ValueState<MotifClimate> state;

    VerdictFunction(ClimatePolicy policy) {
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        state = getRuntimeContext().getState(new ValueStateDescriptor<>("climate", MotifClimate.TYPE));
    }

    @Override
    public void processElement(OrderedWeather ordered, Context context, Collector<Anomaly> out) throws Exception {
        JobWeather weather = ordered.weather();
        if (weather.getPartial()) {
            out.collect(withoutClimate(weather, Verdict.NO_PERFORMANCE));
            return;
        }
        if (!PastRuns.isEligible(weather)) {
            out.collect(withoutClimate(weather, Verdict.TOO_SMALL));
            return;
        }
        if (!PastRuns.hasPerformance(weather)) {
            out.collect(withoutClimate(weather, Verdict.NO_PERFORMANCE));
            return;
        }
        MotifClimate known = state.value();
        MotifClimate climate = known == null ? MotifClimate.empty() : known;
        PastRun run = PastRuns.of(weather);
        List<PastRun> runs = climate.runs();
        boolean isRevision = runs.removeIf(other -> other.identity().equals(run.identity()));
        int place = place(runs, run);
        List<PastRun> earlier = runs.subList(place(runs, run.end() - climateMillis()), place);
        double peak = climate.peak().since(ordered.systemChangedAt(), runs);
        out.collect(judge(weather, run, earlier, peak));
        runs.add(place, run);
        climate.peak().add(ordered.systemChangedAt(), runs, run.performance());
        if (!isRevision && place == runs.size() - 1) {
            for (ClimateShift shift : climate.shifts().add(runs)) {
                out.collect(AnomalyRecords.of(weather, shift));
            }
        }
        forget(runs, runs.get(runs.size() - 1).end() - climateMillis());
        state.update(climate);
        context.timerService().registerEventTimeTimer(forgetAt(run.end()));
    }

    private static Anomaly withoutClimate(JobWeather weather, Verdict verdict) {
        return CauseRecords.add(
                Findings.of(PastRuns.metrics(weather)), AnomalyRecords.withoutClimate(weather, verdict));
    }

    private Anomaly judge(JobWeather weather, PastRun run, List<PastRun> earlier, double peak) {
        double[] performances =
                earlier.stream().mapToDouble(PastRun::performance).toArray();
        Performance performance = Performance.in(run.performance(), performances, peak, policy.fewestRuns());
        Diagnosis diagnosis = performance.isJudged() ? Diagnosis.of(run, earlier) : null;
        return CauseRecords.add(
                Findings.of(run.metrics(), performance, diagnosis, earlier),
                AnomalyRecords.of(weather, performance, diagnosis, earlier));
    }

    /** Where a run belongs: behind those that ended before it. */
    private static int place(List<PastRun> runs, PastRun run) {
        int place = runs.size();
        while (place > 0) {
            PastRun before = runs.get(place - 1);
            boolean isBefore = before.end() < run.end()
                    || (before.end() == run.end() && before.identity().compareTo(run.identity()) < 0);
            if (isBefore) {
                break;
            }
            place--;
        }
        return place;
    }

    private static int place(List<PastRun> runs, long time) {
        int place = 0;
        while (place < runs.size() && runs.get(place).end() < time) {
            place++;
        }
        return place;
    }

    private static void forget(List<PastRun> runs, long before) {
        int old = Math.max(place(runs, before), runs.size() - MOST_RUNS);
        runs.subList(0, Math.max(0, old)).clear();
    }

    private long climateMillis() {
        return policy.window().toMillis();
    }

    /** Once a day is enough. */
    private long forgetAt(long end) {
        long day = Duration.ofDays(1).toMillis();
        return (Math.floorDiv(end + climateMillis(), day) + 1) * day;
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Anomaly> out) throws Exception {
        MotifClimate climate = state.value();
        if (climate == null) {
            return;
        }
        forget(climate.runs(), time - climateMillis());
        if (climate.runs().isEmpty()) {
            state.clear();
        } else {
            state.update(climate);
        }
    }
}
