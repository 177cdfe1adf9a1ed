package io.barograph.jobs.analysis.anomaly;

import io.barograph.analytics.climate.ClimateShift;
import io.barograph.analytics.climate.Diagnosis;
import io.barograph.analytics.climate.MetricJudgement;
import io.barograph.analytics.climate.Performance;
import io.barograph.analytics.climate.Quartile;
import io.barograph.analytics.climate.Sentences;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.ShiftedMetric;
import io.barograph.schemas.Verdict;
import java.time.Instant;
import java.util.List;

/** Makes records of what the analytics say. */
final class AnomalyRecords {
    private AnomalyRecords() {}

    static Anomaly withoutClimate(JobWeather weather, Verdict verdict) {
        String why = verdict == Verdict.TOO_SMALL
                ? "Too small to judge: less than 1 GB or fewer than 2 processes."
                : "The log has no I/O time, so there is no performance to judge.";
        return identity(weather).setVerdict(verdict).setSentence(why).build();
    }

    static Anomaly of(JobWeather weather, Performance performance, Diagnosis diagnosis) {
        Anomaly.Builder record = identity(weather)
                .setPerformance(performance.value())
                .setFractionOfPeak(performance.fractionOfPeak())
                .setClimateSize(performance.climateSize())
                .setVerdict(Verdict.TOO_EARLY)
                .setSentence(Sentences.of(performance, diagnosis));
        if (diagnosis == null) {
            return record.build();
        }
        return record.setVerdict(verdict(performance))
                .setQuartile(performance.quartile())
                .setPercentile(performance.percentile())
                .setRobustZ(performance.robustZ())
                .setAnomalous(performance.anomalous())
                .setUnusuallyGood(performance.unusuallyGood())
                .setSuspects(metrics(diagnosis.suspects()))
                .setExonerated(metrics(diagnosis.exonerated()))
                .setPanel(metrics(diagnosis.panel()))
                .build();
    }

    private static Verdict verdict(Performance performance) {
        if (performance.anomalous()) {
            return Verdict.ANOMALOUS;
        }
        return performance.unusuallyGood() ? Verdict.UNUSUALLY_GOOD : Verdict.NORMAL;
    }

    /** A shift, told by the run that made it certain. */
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
                                .build())
                        .toList())
                .setSentence(Sentences.of(shift))
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

    private static List<JudgedMetric> metrics(List<MetricJudgement> judgements) {
        return judgements.stream()
                .map(judgement -> JudgedMetric.newBuilder()
                        .setMetric(judgement.metric().metricName())
                        .setValue(judgement.value())
                        .setQuartile(judgement.quartile() == Quartile.NONE ? null : judgement.quartile())
                        .setRobustZ(judgement.robustZ())
                        .setSpearman(Double.isNaN(judgement.spearman()) ? null : judgement.spearman())
                        .setClimateSize(judgement.climateSize())
                        .setP05(judgement.p05())
                        .setP25(judgement.p25())
                        .setP50(judgement.p50())
                        .setP75(judgement.p75())
                        .setP95(judgement.p95())
                        .setAsBadBefore(judgement.asBadBefore())
                        .setUnharmedThen(judgement.unharmedThen())
                        .build())
                .toList();
    }
}
