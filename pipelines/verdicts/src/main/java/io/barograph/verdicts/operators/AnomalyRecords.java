package io.barograph.verdicts.operators;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.MetricCorrelation;
import io.barograph.schemas.ShiftedMetric;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.ClimateQuartile;
import io.barograph.verdicts.climate.ClimateShift;
import io.barograph.verdicts.climate.CorrelationTable;
import io.barograph.verdicts.climate.MetricDiagnosis;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.RunPerformance;
import io.barograph.verdicts.climate.ScaledClimate;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.LossExplanation;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes records of what the analytics say. */
final class AnomalyRecords {
    /** Points of a UMAMI diagram; its percentiles are those of the whole climate. */
    static final int MAX_HISTORY = 40;

    private AnomalyRecords() {}

    static Anomaly withoutClimate(JobWeather weather, Verdict verdict) {
        String why = weather.getPartial()
                ? "The log is partial: its numbers are lower bounds, which nobody can judge."
                : verdict == Verdict.TOO_SMALL
                        ? "Too small to judge: less than 1 GB or fewer than 2 processes."
                        : "The log has no I/O time, so there is no performance to judge.";
        return identity(weather).setVerdict(verdict).setSentence(why).build();
    }

    static Anomaly of(
            JobWeather weather,
            RunPerformance performance,
            MetricDiagnosis diagnosis,
            LossExplanation explanation,
            ScaledClimate climate) {
        Anomaly.Builder record = identity(weather)
                .setPerformance(performance.value())
                .setFractionOfPeak(performance.fractionOfPeak())
                .setClimateSize(performance.climateSize())
                .setVerdict(Verdict.TOO_EARLY);
        if (diagnosis == null) {
            return record.setSentence(VerdictSentences.tooEarly(performance)).build();
        }
        List<PastRun> runs = climate.runs();
        List<PastRun> history = runs.subList(Math.max(0, runs.size() - MAX_HISTORY), runs.size());
        record.setVerdict(verdict(performance))
                .setQuartile(performance.quartile())
                .setPercentile(performance.percentile())
                .setRobustZ(performance.robustZ())
                .setAnomalous(performance.anomalous())
                .setUnusuallyGood(performance.unusuallyGood())
                .setUsualPerformance(performance.usual())
                .setOsts(known(climate.osts()))
                .setUsualOsts(known(climate.usualOsts()))
                .setPerformanceOnUsualOsts(climate.isScaled() ? performance.usual() * climate.gain() : null)
                .setLoss(explanation.loss())
                .setFindings(explanation.namedFirst())
                .setUnexplained(explanation.unexplained())
                .setSuspects(performance.isPoor() ? metrics(suspects(diagnosis, explanation)) : List.of())
                .setExonerated(metrics(diagnosis.exonerated()))
                .setExoneratedCauses(
                        explanation.exonerated().stream().map(LossCause::name).toList())
                .setLikelyCause(likelyCause(performance, explanation))
                .setHistoryTimes(history.stream()
                        .map(run -> Instant.ofEpochMilli(run.end()))
                        .toList())
                .setPanel(diagnosis.panel().stream()
                        .map(shown -> metric(shown)
                                .setChoice(MetricDiagnosis.choice(shown))
                                .setHistory(history(shown.metric(), history))
                                .build())
                        .toList());
        return record.setSentence(VerdictSentences.of(record.build())).build();
    }

    private static String likelyCause(RunPerformance performance, LossExplanation explanation) {
        List<Finding> named = explanation.named();
        return performance.isPoor() && !named.isEmpty() ? named.get(0).getCause() : null;
    }

    /** Metrics that were bad and stand for a cause that has a part of the loss. */
    private static List<MetricJudgement> suspects(MetricDiagnosis diagnosis, LossExplanation explanation) {
        return diagnosis.suspects().stream()
                .filter(suspect -> explanation.place(suspect.metric()) >= 0)
                .sorted(Comparator.comparingInt(suspect -> explanation.place(suspect.metric())))
                .toList();
    }

    private static List<Float> history(WeatherMetric metric, List<PastRun> runs) {
        List<Float> values = new ArrayList<>(runs.size());
        for (PastRun run : runs) {
            double value = run.value(metric);
            values.add(Double.isNaN(value) ? null : Float.valueOf((float) value));
        }
        return values;
    }

    private static Verdict verdict(RunPerformance performance) {
        if (performance.anomalous()) {
            return Verdict.ANOMALOUS;
        }
        return performance.unusuallyGood() ? Verdict.UNUSUALLY_GOOD : Verdict.NORMAL;
    }

    /** A shift, reported by the run that made it certain. */
    static Anomaly of(JobWeather weather, ClimateShift shift) {
        boolean ended = shift.end() != ClimateShift.NOT_ENDED;
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.CLIMATE_SHIFT)
                .setFileSystem(weather.getFileSystem())
                .setApplication(weather.getApplication())
                .setMotif(weather.getMotif())
                .setDecidedAt(weather.getDecidedAt())
                .setOnset(Instant.ofEpochMilli(shift.onset()))
                .setEnd(ended ? Instant.ofEpochMilli(shift.end()) : null)
                .setBefore(shift.before())
                .setAfter(shift.after())
                .setRatio(shift.ratio())
                .setMetrics(shift.metrics().stream()
                        .map(metric -> ShiftedMetric.newBuilder()
                                .setMetric(metric.metric().metricName())
                                .setBefore(metric.before())
                                .setAfter(metric.after())
                                .setSize(metric.size())
                                .setExplains(metric.explains())
                                .build())
                        .toList())
                .setSentence(VerdictSentences.of(shift))
                .build();
    }

    private static Anomaly.Builder identity(JobWeather weather) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(weather.getJobId())
                .setUser(weather.getUser())
                .setStartTime(weather.getStartTime())
                .setEndTime(weather.getEndTime())
                .setExecutable(weather.getExecutable())
                .setFileSystem(weather.getFileSystem())
                .setApplication(weather.getApplication())
                .setMotif(weather.getMotif())
                .setDecidedAt(weather.getDecidedAt())
                .setRevision(weather.getRevision());
    }

    /** @param motif motif; null for all of them */
    static Anomaly of(String fileSystem, String motif, long until, long emittedAt, CorrelationTable table) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.CORRELATION)
                .setFileSystem(fileSystem)
                .setMotif(motif)
                .setDecidedAt(Instant.ofEpochMilli(emittedAt))
                .setSince(Instant.ofEpochMilli(table.since()))
                .setUntil(Instant.ofEpochMilli(until))
                .setRuns(table.runs())
                .setCorrelations(table.rows().stream()
                        .map(row -> MetricCorrelation.newBuilder()
                                .setMetric(row.metric().metricName())
                                .setRuns(row.pearson().pairs())
                                .setPearson(known(row.pearson().coefficient()))
                                .setPearsonP(known(row.pearson().p()))
                                .setSpearman(known(row.spearman().coefficient()))
                                .setSpearmanP(known(row.spearman().p()))
                                .setRankedRuns(row.spearman().pairs())
                                .build())
                        .toList())
                .build();
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(value);
    }

    private static List<JudgedMetric> metrics(List<MetricJudgement> judgements) {
        return judgements.stream().map(judgement -> metric(judgement).build()).toList();
    }

    private static JudgedMetric.Builder metric(MetricJudgement judgement) {
        return JudgedMetric.newBuilder()
                .setMetric(judgement.metric().metricName())
                .setValue(judgement.value())
                .setQuartile(judgement.quartile() == ClimateQuartile.NONE ? null : judgement.quartile())
                .setRobustZ(judgement.robustZ())
                .setSpearman(known(judgement.spearman()))
                .setClimateSize(judgement.climateSize())
                .setP05(judgement.p05())
                .setP25(judgement.p25())
                .setP50(judgement.p50())
                .setP75(judgement.p75())
                .setP95(judgement.p95())
                .setAsBadBefore(judgement.asBadBefore())
                .setUnharmedThen(judgement.unharmedThen());
    }
}
