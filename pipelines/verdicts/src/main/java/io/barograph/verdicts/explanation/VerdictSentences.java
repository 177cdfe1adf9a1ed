package io.barograph.verdicts.explanation;

import static io.barograph.verdicts.explanation.QuantityFormat.quantity;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.ClimateShift;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.RunPerformance;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Says a verdict in plain words with its numbers. */
public final class VerdictSentences {
    private static final int MAX_NAMED = 3;

    /** From this confidence on a cause is likely, from the next on very likely; below it is possible. */
    private static final double LIKELY = 0.5;

    private static final double VERY_LIKELY = 0.8;

    /** Where others moved no more than usual, a low coverage factor shows only that the run itself was slow. */
    private static final List<String> LOAD = List.of(LossCause.LOAD_READ.name(), LossCause.LOAD_WRITE.name());

    private VerdictSentences() {}

    /** @return what is said of a run whose climate is too small for a verdict */
    public static String tooEarly(RunPerformance performance) {
        return String.format(
                Locale.ROOT,
                "Too early to say: the climate has %d of the %d runs that a verdict needs.",
                performance.climateSize(),
                performance.climateNeeded());
    }

    /**
     * @param run verdict on a run with a climate, all but its sentence
     * @return performance; of a poor run the event that it met and its causes, its coverage factor where that is bad, what
     *     is unexplained, and what is not the cause
     */
    public static String of(Anomaly run) {
        List<String> sentences = new ArrayList<>();
        sentences.add(performance(run));
        fewerOsts(run).ifPresent(sentences::add);
        if (RunPerformance.isPoor(run)) {
            List<Finding> named = run.getFindings().stream()
                    .filter(finding -> LossExplanation.isNamed(finding, run.getLoss()))
                    .limit(MAX_NAMED)
                    .toList();
            sentences.addAll(causes(run, named));
            if (!run.getExoneratedCauses().containsAll(LOAD)) {
                run.getPanel().stream()
                        .filter(metric -> metric.getMetric().equals(WeatherMetric.CF_BW.metricName())
                                && MetricJudgement.isBad(metric))
                        .forEach(metric -> sentences.add(coverage(metric)));
            }
            sentences.addAll(rest(run, named));
        }
        return String.join(" ", sentences);
    }

    /**
     * @return that its files lie on so few OSTs that another performance is usual there, which is at least a tenth less;
     *     empty if they do not, or if that is not known
     */
    public static Optional<String> fewerOsts(Anomaly run) {
        return run.getOsts() == null
                        || run.getUsualPerformance()
                                > (1 - RunPerformance.MIN_POOR_LOSS) * run.getPerformanceOnUsualOsts()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Its files lie on %s instead of %s, on which %s are usual.",
                        osts(run.getOsts()),
                        quantity(run.getUsualOsts(), ""),
                        quantity(run.getPerformanceOnUsualOsts(), "B/s")));
    }

    /** @return for instance {@code 4 OSTs} */
    public static String osts(double number) {
        return quantity(number, number == 1 ? "OST" : "OSTs");
    }

    private static String performance(Anomaly run) {
        String usual = quantity(run.getUsualPerformance(), "B/s")
                + (run.getOsts() == null ? "" : " on " + osts(run.getOsts()));
        String compared = String.format(
                Locale.ROOT,
                "%s instead of %s (%d runs).",
                quantity(run.getPerformance(), "B/s"),
                usual,
                run.getClimateSize());
        if (run.getAnomalous()) {
            return String.format(
                    Locale.ROOT,
                    "%.0f %% slower than usual: %s",
                    100 * (1 - run.getPerformance() / run.getUsualPerformance()),
                    compared);
        }
        if (RunPerformance.isPoor(run)) {
            return "Among the slowest quarter of its runs, but no anomaly: " + compared;
        }
        if (run.getUnusuallyGood()) {
            return "Unusually fast: " + compared;
        }
        return String.format(
                Locale.ROOT,
                "No anomaly: %s; usual is %s (%d runs, %.0f %% of them slower).",
                quantity(run.getPerformance(), "B/s"),
                usual,
                run.getClimateSize(),
                run.getPercentile());
    }

    private static List<String> causes(Anomaly run, List<Finding> named) {
        List<String> sentences = new ArrayList<>();
        if (run.getEvent() != null) {
            sentences.add(run.getEvent());
        } else if (named.isEmpty()) {
            sentences.add("No known cause: neither the measured weather nor earlier runs explain it.");
        } else if (LossCause.isCircumstance(named.get(0).getCause())) {
            sentences.add("No measured cause explains it.");
        }
        named.forEach(finding -> sentences.add(of(finding, run.getLoss()) + "."));
        return sentences;
    }

    private static double percent(double share, double loss) {
        return 100 * Math.min(1, share / loss);
    }

    /** @return confidence in words with its figure, for instance {@code likely, 0.55} */
    public static String confidence(double confidence) {
        String word = confidence >= VERY_LIKELY ? "very likely" : confidence >= LIKELY ? "likely" : "possible";
        return String.format(Locale.ROOT, "%s, %.2f", word, confidence);
    }

    private static String coverage(JudgedMetric coverage) {
        return String.format(
                Locale.ROOT,
                "Others moved %.0f %% of the traffic (coverage factor %.2f, usually %.2f).",
                100 * Math.max(0, 1 - coverage.getValue()),
                coverage.getValue(),
                coverage.getP50());
    }

    private static List<String> rest(Anomaly run, List<Finding> named) {
        List<String> sentences = new ArrayList<>();
        double unexplained = 100
                - named.stream()
                        .mapToDouble(finding -> percent(finding.getShare(), run.getLoss()))
                        .sum();
        if (!named.isEmpty() && unexplained >= 100 * LossExplanation.NAMED_PART) {
            sentences.add(String.format(Locale.ROOT, "%.0f %% unexplained.", unexplained));
        } else if (unexplained <= -100 * LossExplanation.NAMED_PART) {
            sentences.add("These parts overlap.");
        }
        String exonerated = run.getExoneratedCauses().stream()
                .filter(cause -> run.getEvent() == null || !cause.equals(run.getLikelyCause()))
                .map(cause -> LossCause.named(cause).map(LossCause::title).orElse(cause))
                .collect(Collectors.joining(", "));
        if (!exonerated.isEmpty()) {
            sentences.add("Not the cause: " + exonerated + ".");
        }
        return sentences;
    }

    /**
     * @param loss loss of the run; null if it is not known
     * @return a finding as in the sentence of a verdict, without its end, for instance {@code Metadata load was high:
     *     directory reads 7.23/s (usually 0.204/s); 77 % of the loss (possible, 0.39)}
     */
    public static String of(Finding finding, Double loss) {
        LossCause cause = LossCause.named(finding.getCause()).orElse(null);
        String statement = cause == null ? finding.getCause() : cause.statement();
        StringBuilder text = new StringBuilder(statement);
        if (finding.getValue() != null && finding.getUsual() != null) {
            boolean isSaid = cause == LossCause.LOAD_READ || cause == LossCause.LOAD_WRITE;
            text.append(": ")
                    .append(isSaid ? "" : finding.getEvidence() + " ")
                    .append(quantity(finding.getValue(), finding.getUnit()))
                    .append(" (usually ")
                    .append(quantity(finding.getUsual(), finding.getUnit()))
                    .append(')');
        }
        text.append(text.length() == statement.length() ? ": " : "; ");
        String confidence = confidence(finding.getConfidence());
        return loss == null || loss <= 0
                ? text.append(confidence).toString()
                : text.append(String.format(
                                Locale.ROOT, "%.0f %% of the loss (%s)", percent(finding.getShare(), loss), confidence))
                        .toString();
    }

    public static String of(ClimateShift shift) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Since %s performance is %.0f %% of what it was: %s instead of %s (%d runs).",
                Instant.ofEpochMilli(shift.onset()).truncatedTo(ChronoUnit.SECONDS),
                100 * shift.ratio(),
                quantity(shift.after(), "B/s"),
                quantity(shift.before(), "B/s"),
                shift.runs()));
        if (shift.end() != ClimateShift.NOT_ENDED) {
            text.append(" The change ended at ")
                    .append(Instant.ofEpochMilli(shift.end()).truncatedTo(ChronoUnit.SECONDS))
                    .append('.');
        }
        Set<Set<LossCause>> causes = new HashSet<>();
        List<ClimateShift.MetricShift> explaining = shift.metrics().stream()
                .filter(metric -> metric.explains() && causes.add(LossCause.of(metric.metric())))
                .limit(MAX_NAMED)
                .toList();
        for (int i = 0; i < explaining.size(); i++) {
            ClimateShift.MetricShift metric = explaining.get(i);
            text.append(i == 0 ? " What changed with it: " : "; ")
                    .append(metric.metric().label())
                    .append(" from ")
                    .append(quantity(metric.before(), metric.metric().unit()))
                    .append(" to ")
                    .append(quantity(metric.after(), metric.metric().unit()));
        }
        return text.append(explaining.isEmpty() ? "" : ".").toString();
    }

    /**
     * @return for instance {@code peak 6.63 GB/s, threshold 611 MB/s}, of a degradation without the threshold, which is one
     *     of the slowdown; empty for other kinds and if the load is not known
     */
    public static String load(ContentionEvent event) {
        boolean isContention = event.getKind() == EventKind.CONTENTION;
        if (event.getPeakPerSecond() == null || !(isContention || event.getKind() == EventKind.DEGRADED)) {
            return "";
        }
        String unit = event.getType() == EventType.METADATA ? "operations/s" : "B/s";
        String peak = "peak " + QuantityFormat.quantity(event.getPeakPerSecond(), unit);
        return event.getThreshold() == null || !isContention
                ? peak
                : peak + ", threshold " + QuantityFormat.quantity(event.getThreshold(), unit)
                        + (event.getProvisionalThreshold() ? " (provisional)" : "");
    }
}
