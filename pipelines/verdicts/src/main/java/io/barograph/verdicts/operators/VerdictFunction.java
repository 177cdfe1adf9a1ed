package io.barograph.verdicts.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.Verdict;
import io.barograph.verdicts.causes.RootCauseAnalysis;
import io.barograph.verdicts.climate.ClimatePolicy;
import io.barograph.verdicts.climate.ClimateShift;
import io.barograph.verdicts.climate.MetricDiagnosis;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.PastRunFactory;
import io.barograph.verdicts.climate.RunPerformance;
import io.barograph.verdicts.climate.ScaledClimate;
import io.barograph.verdicts.explanation.LossExplanation;
import io.barograph.verdicts.explanation.LossModel;
import io.barograph.verdicts.explanation.MotifMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Judges each run in the climate of its motif, explains what it lost by what the runs before it taught of the file system,
 * takes it into both, and shows when the climate has shifted. Keyed by file system; the runs come in the order of their
 * decision.
 *
 * <p>A revision replaces the run in the climate and is judged again, by the runs that ended before it.
 *
 * <p>State per file system: 60 kB of its model of losses; of each motif its runs of the trailing days of the climate, at
 * most {@value #MAX_RUNS}, about 1 kB each with all metrics, and its best since the last change of the system; nothing of
 * a motif that has not run for so long and two days more. Beside each motif the end of its oldest run, so that a day's forgetting reads those
 * climates alone that have something to forget.
 */
final class VerdictFunction extends KeyedProcessFunction<String, OrderedWeather, Anomaly> {
    private static final BinaryType<LossModel> LOSSES = new FormatHolder(VerdictFunction.class)
            .mutableTypeOf(LossModel.class, 1, LossModel::writeTo, LossModel::readFrom);

    static final int MAX_RUNS = 2_000;

    /**
     * How much longer than the climate timers keep runs. Whether a timer fires before or after an element of a later time
     * is a race; within this time neither changes what a run is judged by.
     */
    private static final Duration FORGET_DELAY = Duration.ofDays(2);

    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final ClimatePolicy policy;
    private transient MapState<String, MotifClimate> climates;
    private transient ValueState<LossModel> model;
    private transient MapState<String, Long> oldestEnds;

    VerdictFunction(ClimatePolicy policy) {
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        climates =
                getRuntimeContext().getMapState(new MapStateDescriptor<>("climates", Types.STRING, MotifClimate.TYPE));
        model = getRuntimeContext().getState(new ValueStateDescriptor<>("losses", LOSSES));
        oldestEnds = getRuntimeContext().getMapState(new MapStateDescriptor<>("oldest-ends", Types.STRING, Types.LONG));
    }

    @Override
    public void processElement(OrderedWeather ordered, Context context, Collector<Anomaly> out) throws Exception {
        JobWeather weather = ordered.weather();
        if (weather.getPartial()) {
            out.collect(withoutClimate(weather, Verdict.NO_PERFORMANCE));
            return;
        }
        if (!PastRunFactory.isEligible(weather)) {
            out.collect(withoutClimate(weather, Verdict.TOO_SMALL));
            return;
        }
        if (!PastRunFactory.hasPerformance(weather)) {
            out.collect(withoutClimate(weather, Verdict.NO_PERFORMANCE));
            return;
        }
        String motif = weather.getMotif();
        MotifClimate known = climates.get(motif);
        MotifClimate climate = known == null ? MotifClimate.empty() : known;
        PastRun run = PastRunFactory.of(weather);
        if (forgetAsTimers(climate.runs(), context.timestamp())) {
            climate = MotifClimate.empty();
        }
        List<PastRun> runs = climate.runs();
        boolean isRevision = runs.removeIf(other -> other.identity().equals(run.identity()));
        int place = place(runs, run);
        List<PastRun> earlier = runs.subList(place(runs, run.end() - climateMillis()), place);
        double peak = climate.peak().since(ordered.systemChangedAt(), runs);
        out.collect(judge(weather, run, earlier, peak, climate.memory()));
        runs.add(place, run);
        climate.peak().add(ordered.systemChangedAt(), runs, run.performance());
        if (!isRevision && place == runs.size() - 1) {
            for (ClimateShift shift : climate.shifts().add(runs)) {
                out.collect(AnomalyRecords.of(weather, shift));
            }
        }
        forget(runs, runs.get(runs.size() - 1).end() - climateMillis());
        climates.put(motif, climate);
        oldestEnds.put(motif, runs.get(0).end());
        context.timerService().registerEventTimeTimer(forgetAt(run.end()));
    }

    private static Anomaly withoutClimate(JobWeather weather, Verdict verdict) {
        return withCauses(
                RootCauseAnalysis.of(PastRunFactory.metrics(weather)), AnomalyRecords.withoutClimate(weather, verdict));
    }

    private Anomaly judge(JobWeather weather, PastRun run, List<PastRun> earlier, double peak, MotifMemory memory)
            throws IOException {
        ScaledClimate climate = ScaledClimate.of(run, earlier, policy.fewestRuns());
        double[] performances =
                climate.runs().stream().mapToDouble(PastRun::performance).toArray();
        RunPerformance performance = RunPerformance.in(run.performance(), performances, peak, policy.fewestRuns());
        MetricDiagnosis diagnosis = null;
        LossExplanation explanation = null;
        if (performance.isJudged()) {
            diagnosis = MetricDiagnosis.of(run, climate.runs());
            LossModel known = model.value();
            LossModel losses = known == null ? new LossModel() : known;
            explanation = losses.explain(
                    run,
                    performance.usual(),
                    performance.anomalous(),
                    weather.getRevision() > 1,
                    climate.runs(),
                    memory,
                    weather.getDecidedAt().toEpochMilli());
            model.update(losses);
        }
        return withCauses(
                RootCauseAnalysis.of(PastRunFactory.metrics(weather), performance, explanation, climate),
                AnomalyRecords.of(weather, performance, diagnosis, explanation, climate));
    }

    /** The verdict, with its causes, the side they lie on, and a sentence that names them. */
    private static Anomaly withCauses(RootCauseAnalysis findings, Anomaly verdict) {
        verdict.setRootCauses(findings.causes().stream()
                .map(cause -> RootCause.newBuilder()
                        .setCause(cause.cause().title())
                        .setSide(cause.cause().side().word())
                        .setEffect(cause.effect().word())
                        .setConfidence(cause.confidence())
                        .setEvidence(cause.evidence())
                        .setRemedy(cause.remedy())
                        .setUsual(cause.usual())
                        .build())
                .toList());
        verdict.setSide(findings.side().word());
        verdict.setConfidence(findings.confidence());
        if (!findings.sentence().isEmpty()) {
            verdict.setSentence(verdict.getSentence() + " " + findings.sentence());
        }
        return verdict;
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
        int old = Math.max(place(runs, before), runs.size() - MAX_RUNS);
        runs.subList(0, Math.max(0, old)).clear();
    }

    /**
     * Forgets what timers forget up to a time, whether they have fired or not.
     *
     * @return true if nothing is left of a motif that had runs
     */
    private boolean forgetAsTimers(List<PastRun> runs, long time) {
        boolean hadRuns = !runs.isEmpty();
        runs.subList(0, place(runs, forgottenAt(time))).clear();
        return hadRuns && runs.isEmpty();
    }

    /** Runs that ended before this are forgotten by the timers up to a time. */
    private long forgottenAt(long time) {
        return Math.floorDiv(time, DAY_MILLIS) * DAY_MILLIS - climateMillis() - FORGET_DELAY.toMillis();
    }

    private long climateMillis() {
        return policy.window().toMillis();
    }

    /** Once a day is enough. */
    private long forgetAt(long end) {
        return (Math.floorDiv(end + climateMillis() + FORGET_DELAY.toMillis(), DAY_MILLIS) + 1) * DAY_MILLIS;
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Anomaly> out) throws Exception {
        long before = forgottenAt(time);
        List<String> motifs = new ArrayList<>();
        for (Map.Entry<String, Long> oldest : oldestEnds.entries()) {
            if (oldest.getValue() < before) {
                motifs.add(oldest.getKey());
            }
        }
        for (String motif : motifs) {
            MotifClimate climate = climates.get(motif);
            forget(climate.runs(), before);
            if (climate.runs().isEmpty()) {
                climates.remove(motif);
                oldestEnds.remove(motif);
            } else {
                climates.put(motif, climate);
                oldestEnds.put(motif, climate.runs().get(0).end());
            }
        }
        if (climates.isEmpty()) {
            model.clear();
        }
    }
}
