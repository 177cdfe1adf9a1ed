package io.barograph.verdicts.explanation;

import static io.barograph.verdicts.explanation.QuantityFormat.quantity;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.ClimateShift;
import io.barograph.verdicts.climate.MetricDiagnosis;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.RunPerformance;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says a verdict in plain words with its numbers. */
public final class VerdictSentences {
    private static final int MAX_NAMED = 3;

    /** From this confidence on a cause is likely, from the next on very likely; below it is possible. */
    private static final double LIKELY = 0.5;

    private static final double VERY_LIKELY = 0.8;

    /** Causes that are named also where they played no part. */
    private static final List<LossCause> ALWAYS_NAMED = List.of(
            LossCause.LOAD_READ, LossCause.LOAD_WRITE, LossCause.METADATA_LOAD, LossCause.SPACE, LossCause.DEGRADED);

    /** Before circumstances that no measured cause stands in front of. */
    private static final String NOT_MEASURED = "No measured cause explains it.";

    private static final String NO_CAUSE = "No known cause: neither the measured weather nor earlier runs explain it.";

    /** End of the sentence on the performance of a slow run. */
    private static final String CLIMATE_END = " runs).";

    private static final String NOT_THE_CAUSE = "Not the cause: ";

    private VerdictSentences() {}

    /**
     * @param explanation what the loss is made of; null if there is no climate
     * @param diagnosis the run's metrics beside their climate; null if there is no climate
     */
    public static String of(RunPerformance performance, LossExplanation explanation, MetricDiagnosis diagnosis) {
        if (!performance.isJudged() || explanation == null) {
            return String.format(
                    Locale.ROOT,
                    "Too early to say: the climate has %d of the %d runs that a verdict needs.",
                    performance.climateSize(),
                    performance.climateNeeded());
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(performance(performance));
        if (performance.isPoor()) {
            sentences.addAll(causes(explanation));
            diagnosis.metrics().stream()
                    .filter(metric -> metric.metric() == WeatherMetric.CF_BW && metric.isBad())
                    .forEach(metric -> sentences.add(coverage(metric)));
            sentences.addAll(rest(explanation));
        }
        return String.join(" ", sentences);
    }

    private static String performance(RunPerformance performance) {
        String compared = String.format(
                Locale.ROOT,
                "%s instead of %s (%d runs).",
                quantity(performance.value(), "B/s"),
                quantity(performance.usual(), "B/s"),
                performance.climateSize());
        if (performance.anomalous()) {
            return String.format(
                    Locale.ROOT,
                    "%.0f %% slower than usual: %s",
                    100 * (1 - performance.value() / performance.usual()),
                    compared);
        }
        if (performance.isPoor()) {
            return "Among the slowest quarter of its runs, but no anomaly: " + compared;
        }
        if (performance.unusuallyGood()) {
            return "Unusually fast: " + compared;
        }
        return String.format(
                Locale.ROOT,
                "No anomaly: %s; usual is %s (%d runs, %.0f %% of them slower).",
                quantity(performance.value(), "B/s"),
                quantity(performance.usual(), "B/s"),
                performance.climateSize(),
                performance.percentile());
    }

    private static List<String> causes(LossExplanation explanation) {
        List<CauseShare> shown = shown(explanation);
        if (shown.isEmpty()) {
            return List.of(NO_CAUSE);
        }
        List<String> sentences = new ArrayList<>();
        if (shown.get(0).cause().isCircumstance()) {
            sentences.add(NOT_MEASURED);
        }
        shown.stream()
                .map(share -> cause(
                                share.cause().statement(),
                                share.cause(),
                                share.evidence(),
                                share.unit(),
                                share.value(),
                                share.usual(),
                                percent(share.share(), explanation.loss()),
                                share.confidence())
                        + ".")
                .forEach(sentences::add);
        return sentences;
    }

    private static List<CauseShare> shown(LossExplanation explanation) {
        List<CauseShare> named = explanation.named();
        return named.subList(0, Math.min(MAX_NAMED, named.size()));
    }

    private static double percent(double share, double loss) {
        return 100 * Math.min(1, share / loss);
    }

    /** @param percent part of the loss; NaN if the loss is not known */
    private static String cause(
            String statement,
            LossCause cause,
            String evidence,
            String unit,
            double value,
            double usual,
            double percent,
            double confidence) {
        StringBuilder text = new StringBuilder(statement);
        if (Double.isFinite(value) && Double.isFinite(usual)) {
            boolean isSaid = cause == LossCause.LOAD_READ || cause == LossCause.LOAD_WRITE;
            text.append(": ")
                    .append(isSaid ? "" : evidence + " ")
                    .append(quantity(value, unit))
                    .append(" (usually ")
                    .append(quantity(usual, unit))
                    .append(')');
        }
        text.append(text.length() == statement.length() ? ": " : "; ");
        if (Double.isNaN(percent)) {
            return text.append(confidence(confidence)).toString();
        }
        text.append(String.format(Locale.ROOT, "%.0f %% of the loss", percent));
        return text.append(" (").append(confidence(confidence)).append(')').toString();
    }

    /** @return confidence in words with its figure, for instance {@code likely, 0.55} */
    public static String confidence(double confidence) {
        String word = confidence >= VERY_LIKELY ? "very likely" : confidence >= LIKELY ? "likely" : "possible";
        return String.format(Locale.ROOT, "%s, %.2f", word, confidence);
    }

    private static String coverage(MetricJudgement coverage) {
        return String.format(
                Locale.ROOT,
                "Others moved %.0f %% of the traffic (coverage factor %.2f, usually %.2f).",
                100 * Math.max(0, 1 - coverage.value()),
                coverage.value(),
                coverage.p50());
    }

    private static List<String> rest(LossExplanation explanation) {
        List<String> sentences = new ArrayList<>();
        List<CauseShare> shown = shown(explanation);
        double unexplained = 100
                - shown.stream()
                        .mapToDouble(share -> percent(share.share(), explanation.loss()))
                        .sum();
        if (!shown.isEmpty() && unexplained >= 100 * LossExplanation.NAMED_PART) {
            sentences.add(String.format(Locale.ROOT, "%.0f %% unexplained.", unexplained));
        }
        String exonerated = exonerated(explanation, shown);
        if (!exonerated.isEmpty()) {
            sentences.add(NOT_THE_CAUSE + exonerated + ".");
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
        return cause(
                cause == null ? finding.getCause() : cause.statement(),
                cause,
                finding.getEvidence(),
                finding.getUnit(),
                finding.getValue() == null ? Double.NaN : finding.getValue(),
                finding.getUsual() == null ? Double.NaN : finding.getUsual(),
                loss == null || loss <= 0 ? Double.NaN : percent(finding.getShare(), loss),
                finding.getConfidence());
    }

    /**
     * @param sentence of the verdict on a slow run
     * @param event the event that slowed it, in words
     * @param cause what the event is evidence of
     * @return the sentence with the event before all other causes
     */
    public static String withEvent(String sentence, String event, LossCause cause) {
        int end = sentence.indexOf(CLIMATE_END) + CLIMATE_END.length();
        String rest = sentence.substring(end).replace(" " + NOT_MEASURED, "").replace(" " + NO_CAUSE, "");
        int list = rest.indexOf(NOT_THE_CAUSE);
        if (list >= 0) {
            int listEnd = rest.indexOf('.', list);
            String others = Arrays.stream(rest.substring(list + NOT_THE_CAUSE.length(), listEnd)
                            .split(", ", -1))
                    .filter(title -> !title.equals(cause.title()))
                    .collect(Collectors.joining(", "));
            rest = others.isEmpty()
                    ? rest.substring(0, list - 1) + rest.substring(listEnd + 1)
                    : rest.substring(0, list) + NOT_THE_CAUSE + others + rest.substring(listEnd);
        }
        return sentence.substring(0, end) + " " + event + rest;
    }

    /** Causes that are known and have no share worth mentioning. */
    private static String exonerated(LossExplanation explanation, List<CauseShare> named) {
        Map<LossCause, CauseShare> shares = new EnumMap<>(LossCause.class);
        explanation.shares().forEach(share -> shares.put(share.cause(), share));
        List<String> none = new ArrayList<>();
        for (LossCause cause : ALWAYS_NAMED) {
            CauseShare share = shares.get(cause);
            boolean isNone = share == null || share.share() < CauseFrequencies.MIN_SHARE;
            if (explanation.known().contains(cause) && isNone && !named.contains(share)) {
                none.add(cause.title());
            }
        }
        return String.join(", ", none);
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

    /** @return for instance {@code peak 6.63 GB/s, threshold 611 MB/s}; empty unless it is contention of known load */
    public static String load(ContentionEvent event) {
        if (event.getKind() != EventKind.CONTENTION || event.getPeakPerSecond() == null) {
            return "";
        }
        String unit = event.getType() == EventType.METADATA ? "operations/s" : "B/s";
        String peak = "peak " + QuantityFormat.quantity(event.getPeakPerSecond(), unit);
        return event.getThreshold() == null
                ? peak
                : peak + ", threshold " + QuantityFormat.quantity(event.getThreshold(), unit)
                        + (event.getProvisionalThreshold() ? " (provisional)" : "");
    }
}
