package io.barograph.alerting.operators;

import io.barograph.alerting.AlertSource;
import io.barograph.alerting.Fact;
import io.barograph.alerting.Observation;
import io.barograph.alerting.Story;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ShiftedMetric;
import io.barograph.verdicts.explanation.Sentences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** What verdicts on runs and shifts of climates say. */
final class AnomalyObservations implements FlatMapFunction<Anomaly, AlertInput> {
    private static final long serialVersionUID = 1L;
    private static final int MOST_METRICS = 3;

    @Override
    public void flatMap(Anomaly anomaly, Collector<AlertInput> out) {
        boolean revisedToNothing = !anomaly.getAnomalous() && anomaly.getRevision() > 1;
        if (anomaly.getKind() == AnomalyKind.RUN && (anomaly.getAnomalous() || revisedToNothing)) {
            out.collect(new AlertInput.Seen(run(anomaly)));
        } else if (anomaly.getKind() == AnomalyKind.CLIMATE_SHIFT && anomaly.getOnset() != null) {
            out.collect(new AlertInput.Seen(shift(anomaly)));
        }
    }

    private static Observation run(Anomaly run) {
        long end = millis(run.getEndTime(), run.getDecidedAt());
        return new Observation(
                AlertSource.ANOMALY,
                run.getJobId() + "/" + millis(run.getStartTime(), run.getDecidedAt()) + "/" + run.getExecutable() + "/"
                        + run.getFileSystem(),
                run.getFileSystem(),
                "",
                text(run.getApplication()),
                run.getDecidedAt().toEpochMilli(),
                run.getRevision(),
                run.getAnomalous() ? Observation.Status.ACTIVE : Observation.Status.OVER,
                millis(run.getStartTime(), run.getDecidedAt()),
                end,
                run.getRobustZ() == null ? Double.NaN : -run.getRobustZ(),
                runStory(run));
    }

    private static Story runStory(Anomaly run) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("How bad", performance(run)));
        facts.add(new Fact("Suspected", suspected(run)));
        facts.add(new Fact(
                "Suffering",
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
        String job = Wording.encoded(run.getJobId());
        return new Story(
                "Job " + run.getJobId() + " was slow on " + run.getFileSystem()
                        + (run.getApplication() == null ? "" : " (" + run.getApplication() + ")"),
                facts,
                evidence,
                job.isEmpty() ? "" : "/jobs/" + job,
                job.isEmpty() ? "" : "/jobs/" + job + "/umami.png",
                Wording.dashboard("barograph-umami", run.getFileSystem()) + "&var-job=" + job,
                "");
    }

    private static String suspected(Anomaly run) {
        return run.getFindings().stream()
                .filter(finding -> finding.getCause().equals(run.getLikelyCause()))
                .findFirst()
                .map(finding -> String.format(
                        Locale.ROOT, "%s, confidence %.2f", Sentences.cause(finding), finding.getConfidence()))
                .orElse("no known cause explains it");
    }

    private static String performance(Anomaly run) {
        return (run.getPerformance() == null ? "performance not known" : Wording.amount(run.getPerformance(), "B/s"))
                + (run.getUsualPerformance() == null
                        ? ""
                        : " where " + Wording.amount(run.getUsualPerformance(), "B/s") + " is usual")
                + (run.getClimateSize() == null ? "" : ", compared with " + run.getClimateSize() + " runs");
    }

    private static Observation shift(Anomaly shift) {
        boolean over = shift.getEnd() != null;
        long onset = shift.getOnset().toEpochMilli();
        return new Observation(
                AlertSource.CLIMATE_SHIFT,
                text(shift.getMotif()) + "/" + shift.getFileSystem() + "/" + onset,
                shift.getFileSystem(),
                "",
                text(shift.getApplication()),
                shift.getDecidedAt().toEpochMilli(),
                shift.getRevision(),
                over ? Observation.Status.OVER : Observation.Status.ACTIVE,
                onset,
                over ? shift.getEnd().toEpochMilli() : 0,
                shift.getRatio() == null ? Double.NaN : 1 - shift.getRatio(),
                shiftStory(shift));
    }

    private static Story shiftStory(Anomaly shift) {
        List<Fact> facts = new ArrayList<>();
        if (shift.getBefore() != null && shift.getAfter() != null) {
            facts.add(new Fact(
                    "How bad",
                    Wording.amount(shift.getAfter(), "B/s") + " in place of "
                            + Wording.amount(shift.getBefore(), "B/s")));
        }
        List<ShiftedMetric> explaining =
                shift.getMetrics().stream().filter(ShiftedMetric::getExplains).toList();
        facts.add(new Fact(
                "Suspected",
                explaining.isEmpty()
                        ? "no metric of the weather moved with it"
                        : explaining.stream()
                                .limit(MOST_METRICS)
                                .map(metric -> metric.getMetric() + " " + Wording.number(metric.getBefore()) + " -> "
                                        + Wording.number(metric.getAfter()))
                                .collect(Collectors.joining(", "))));
        facts.add(new Fact("Suffering", "runs of " + text(shift.getMotif())));
        return new Story(
                "Performance of " + (shift.getApplication() == null ? "runs" : shift.getApplication()) + " on "
                        + shift.getFileSystem() + " has settled at another level",
                facts,
                List.of(shift.getSentence()),
                "",
                "",
                Wording.dashboard("barograph-climate", shift.getFileSystem()),
                "");
    }

    private static long millis(Instant time, Instant otherwise) {
        return (time == null ? otherwise : time).toEpochMilli();
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }
}
