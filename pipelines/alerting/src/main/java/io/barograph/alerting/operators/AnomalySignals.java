package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ShiftedMetric;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.QuantityFormat;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** What verdicts on runs and shifts of climates say. */
final class AnomalySignals implements FlatMapFunction<Anomaly, AlertInput> {
    private static final int MAX_METRICS = 3;

    @Override
    public void flatMap(Anomaly anomaly, Collector<AlertInput> out) {
        boolean revisedToNothing = !anomaly.getAnomalous() && anomaly.getRevision() > 1;
        if (anomaly.getKind() == AnomalyKind.RUN && (anomaly.getAnomalous() || revisedToNothing)) {
            out.collect(new AlertInput.Seen(run(anomaly)));
        } else if (anomaly.getKind() == AnomalyKind.CLIMATE_SHIFT && anomaly.getOnset() != null) {
            out.collect(new AlertInput.Seen(shift(anomaly)));
        }
    }

    private static AlertSignal run(Anomaly run) {
        long end = millis(run.getEndTime(), run.getDecidedAt());
        return new AlertSignal(
                AlertSource.ANOMALY,
                run.getJobId() + "/" + millis(run.getStartTime(), run.getDecidedAt()) + "/" + run.getExecutable() + "/"
                        + run.getFileSystem(),
                run.getFileSystem(),
                "",
                text(run.getApplication()),
                run.getDecidedAt().toEpochMilli(),
                run.getRevision(),
                run.getAnomalous() ? Status.ACTIVE : Status.OVER,
                millis(run.getStartTime(), run.getDecidedAt()),
                end,
                run.getRobustZ() == null ? Double.NaN : -run.getRobustZ(),
                runStory(run));
    }

    private static AlertDescription runStory(Anomaly run) {
        List<MessageFact> facts = new ArrayList<>();
        facts.add(new MessageFact("How bad", performance(run)));
        facts.add(new MessageFact("Cause", cause(run)));
        facts.add(new MessageFact(
                "Victims",
                "job " + run.getJobId()
                        + (run.getApplication() == null ? "" : ", " + run.getApplication())
                        + (run.getUser() == null ? "" : ", " + run.getUser())));
        List<String> evidence = new ArrayList<>();
        evidence.add(run.getSentence());
        for (RootCause cause : run.getRootCauses()) {
            if (!cause.getUsual() && cause.getEffect().equals("lowers")) {
                evidence.add(cause.getCause() + ": " + cause.getEvidence());
            }
        }
        String job = AlertValueFormat.encoded(run.getJobId());
        return new AlertDescription(
                "Job " + run.getJobId() + " was slow on " + run.getFileSystem()
                        + (run.getApplication() == null ? "" : " (" + run.getApplication() + ")"),
                facts,
                evidence,
                job.isEmpty() ? "" : "/jobs/" + job,
                job.isEmpty() ? "" : "/jobs/" + job + "/umami.png",
                AlertValueFormat.dashboard("barograph-umami", run.getFileSystem()) + "&var-job=" + job,
                "");
    }

    private static String cause(Anomaly run) {
        if (run.getEvent() != null) {
            return run.getEvent()
                    + (run.getSuspectJobId() == null ? "" : " Most of the load: job " + run.getSuspectJobId() + ".");
        }
        return run.getFindings().stream()
                .filter(finding -> finding.getCause().equals(run.getLikelyCause()))
                .findFirst()
                .map(finding -> (LossCause.isCircumstance(finding.getCause()) ? "not measured. " : "")
                        + VerdictSentences.of(finding, run.getLoss()))
                .orElse("no known cause explains it");
    }

    private static String performance(Anomaly run) {
        return (run.getPerformance() == null
                        ? "performance unknown"
                        : AlertValueFormat.amount(run.getPerformance(), "B/s"))
                + (run.getUsualPerformance() == null
                        ? ""
                        : " instead of " + AlertValueFormat.amount(run.getUsualPerformance(), "B/s"))
                + (run.getClimateSize() == null ? "" : ", compared with " + run.getClimateSize() + " runs");
    }

    private static AlertSignal shift(Anomaly shift) {
        boolean over = shift.getEnd() != null;
        long onset = shift.getOnset().toEpochMilli();
        return new AlertSignal(
                AlertSource.CLIMATE_SHIFT,
                text(shift.getMotif()) + "/" + shift.getFileSystem() + "/" + onset,
                shift.getFileSystem(),
                "",
                text(shift.getApplication()),
                shift.getDecidedAt().toEpochMilli(),
                shift.getRevision(),
                over ? Status.OVER : Status.ACTIVE,
                onset,
                over ? shift.getEnd().toEpochMilli() : 0,
                shift.getRatio() == null ? Double.NaN : 1 - shift.getRatio(),
                shiftStory(shift));
    }

    private static AlertDescription shiftStory(Anomaly shift) {
        List<MessageFact> facts = new ArrayList<>();
        if (shift.getBefore() != null && shift.getAfter() != null) {
            facts.add(new MessageFact(
                    "How bad",
                    AlertValueFormat.amount(shift.getAfter(), "B/s") + " instead of "
                            + AlertValueFormat.amount(shift.getBefore(), "B/s")));
        }
        List<ShiftedMetric> explaining =
                shift.getMetrics().stream().filter(ShiftedMetric::getExplains).toList();
        facts.add(new MessageFact(
                "What changed with it",
                explaining.isEmpty()
                        ? "no metric of the weather"
                        : explaining.stream()
                                .limit(MAX_METRICS)
                                .map(AnomalySignals::changed)
                                .collect(Collectors.joining(", "))));
        facts.add(new MessageFact("Victims", "runs of " + text(shift.getMotif())));
        return new AlertDescription(
                "Performance of " + (shift.getApplication() == null ? "runs" : shift.getApplication()) + " on "
                        + shift.getFileSystem() + " has changed",
                facts,
                List.of(shift.getSentence()),
                "",
                AlertValueFormat.dashboard("barograph-climate", shift.getFileSystem()));
    }

    private static String changed(ShiftedMetric metric) {
        String unit =
                WeatherMetric.named(metric.getMetric()).map(WeatherMetric::unit).orElse("");
        return WeatherMetric.labelOf(metric.getMetric()) + " " + QuantityFormat.quantity(metric.getBefore(), unit)
                + " -> " + QuantityFormat.quantity(metric.getAfter(), unit);
    }

    private static long millis(Instant time, Instant otherwise) {
        return (time == null ? otherwise : time).toEpochMilli();
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }
}
