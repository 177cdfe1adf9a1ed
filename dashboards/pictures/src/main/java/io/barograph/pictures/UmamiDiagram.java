package io.barograph.pictures;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Topic;
import io.barograph.verdicts.climate.ClimatePolicy;
import io.barograph.verdicts.climate.MetricDiagnosis;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.PastRunFactory;
import io.barograph.verdicts.climate.ScaledClimate;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a UMAMI diagram shows: a run's metrics beside the climate of its motif.
 *
 * @param climate the runs that it is put beside, in words, for instance {@code the 11 runs before it}
 */
public record UmamiDiagram(Anomaly verdict, ClimateSide side, String climate, List<UmamiRow> rows) {
    /**
     * The run beside the earlier runs that its verdict was taken from.
     *
     * @throws UndrawableRunException if the verdict has no panel
     */
    public static UmamiDiagram ofVerdict(Anomaly verdict) throws UndrawableRunException {
        if (verdict.getPanel().isEmpty()) {
            throw new UndrawableRunException(
                    "its verdict is " + verdict.getVerdict() + ", without a climate: " + verdict.getSentence());
        }
        List<UmamiRow> rows = new ArrayList<>();
        for (JudgedMetric metric : verdict.getPanel()) {
            List<UmamiRow.Point> history = new ArrayList<>();
            for (int i = 0; i < metric.getHistory().size(); i++) {
                Float value = metric.getHistory().get(i);
                history.add(new UmamiRow.Point(
                        verdict.getHistoryTimes().get(i), value == null ? Double.NaN : shortest(value)));
            }
            rows.add(new UmamiRow(
                    metric.getMetric(),
                    metric.getValue(),
                    metric.getQuartile() == null ? 0 : metric.getQuartile(),
                    new UmamiRow.Box(
                            known(metric.getP05()),
                            known(metric.getP25()),
                            known(metric.getP50()),
                            known(metric.getP75()),
                            known(metric.getP95())),
                    metric.getClimateSize(),
                    history));
        }
        int drawn = verdict.getHistoryTimes().size();
        int size = verdict.getClimateSize() == null ? drawn : verdict.getClimateSize();
        String climate = "the " + size + " runs before it" + (drawn < size ? " (the newest " + drawn + " drawn)" : "")
                + onOsts(known(verdict.getOsts()));
        return new UmamiDiagram(verdict, ClimateSide.BEFORE, climate, rows);
    }

    /** The decimal that was meant, not the nearest double of its single precision. */
    private static double shortest(float value) {
        return Double.parseDouble(Float.toString(value));
    }

    private static double known(Double value) {
        return value == null ? Double.NaN : value;
    }

    /**
     * The run beside other runs of its motif, judged by the rules of the verdict. Its quartiles are then not the
     * verdict's.
     *
     * @param runs weather of runs, in any order, those of other motifs and the run itself among them
     * @param policy how far from the run they may be, and how many are needed
     * @throws UndrawableRunException if the weather of the run is not among them, or too few others are
     */
    public static UmamiDiagram ofRuns(
            Anomaly verdict, Collection<JobWeather> runs, ClimateSide side, ClimatePolicy policy)
            throws UndrawableRunException {
        Map<String, JobWeather> latest = latestRevisions(runs);
        JobWeather weather = latest.remove(runKey(verdict));
        if (weather == null || !PastRunFactory.isEligible(weather) || !PastRunFactory.hasPerformance(weather)) {
            throw new UndrawableRunException(
                    weather == null
                            ? "there is no weather of it"
                            : "it is too small to judge, or its performance is not known");
        }
        PastRun run = PastRunFactory.of(weather);
        List<PastRun> climate = latest.values().stream()
                .filter(other -> weather.getMotif().equals(other.getMotif()))
                .filter(other -> PastRunFactory.isEligible(other) && PastRunFactory.hasPerformance(other))
                .filter(other -> isOn(side, Duration.between(weather.getEndTime(), other.getEndTime()), policy))
                .map(PastRunFactory::of)
                .sorted(Comparator.comparingLong(PastRun::end).thenComparing(PastRun::identity))
                .toList();
        String name = side.name().toLowerCase(Locale.ROOT);
        if (climate.size() < policy.fewestRuns()) {
            throw new UndrawableRunException(String.format(
                    Locale.ROOT,
                    "there are %d runs of its motif within %d days %s it, and %d are needed",
                    climate.size(),
                    policy.window().toDays(),
                    name,
                    policy.fewestRuns()));
        }
        ScaledClimate scaled = ScaledClimate.of(run, climate, policy.fewestRuns());
        List<UmamiRow> rows = MetricDiagnosis.of(run, scaled.runs()).panel().stream()
                .map(judgement -> row(judgement, scaled.runs()))
                .toList();
        return new UmamiDiagram(
                verdict,
                side,
                String.format(
                        Locale.ROOT,
                        "the %d runs within %d days %s it%s",
                        scaled.runs().size(),
                        policy.window().toDays(),
                        name,
                        onOsts(scaled.osts())),
                rows);
    }

    /** NaN if performances are as they were. */
    private static String onOsts(double osts) {
        return Double.isNaN(osts) ? "" : ", as if on " + VerdictSentences.osts(osts);
    }

    private static Map<String, JobWeather> latestRevisions(Collection<JobWeather> runs) {
        return runs.stream()
                .collect(Collectors.toMap(
                        Topic.JOB_WEATHER.key(),
                        run -> run,
                        (a, b) -> a.getRevision() >= b.getRevision() ? a : b,
                        TreeMap::new));
    }

    static String runKey(Anomaly verdict) {
        return verdict.getJobId() + "/" + verdict.getStartTime() + "/" + verdict.getExecutable() + "/"
                + verdict.getFileSystem();
    }

    /** A run that ends together with this one counts as earlier, as it does for a verdict. */
    private static boolean isOn(ClimateSide side, Duration later, ClimatePolicy policy) {
        boolean isLater = later.compareTo(Duration.ZERO) > 0;
        return later.abs().compareTo(policy.window()) <= 0
                && (side == ClimateSide.AROUND || isLater == (side == ClimateSide.AFTER));
    }

    private static UmamiRow row(MetricJudgement judgement, List<PastRun> climate) {
        return new UmamiRow(
                judgement.metric().metricName(),
                judgement.value(),
                judgement.quartile(),
                new UmamiRow.Box(judgement.p05(), judgement.p25(), judgement.p50(), judgement.p75(), judgement.p95()),
                judgement.climateSize(),
                climate.stream()
                        .map(run -> new UmamiRow.Point(Instant.ofEpochMilli(run.end()), run.value(judgement.metric())))
                        .toList());
    }
}
