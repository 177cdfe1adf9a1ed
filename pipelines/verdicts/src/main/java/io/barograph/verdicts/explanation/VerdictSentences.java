package io.barograph.verdicts.explanation;

import static io.barograph.verdicts.explanation.QuantityFormat.quantity;

import io.barograph.schemas.Finding;
import io.barograph.verdicts.climate.ClimateShift;
import io.barograph.verdicts.climate.RunPerformance;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Says a verdict in plain words with its numbers. */
public final class VerdictSentences {
    private static final int MAX_NAMED = 3;

    /** From this confidence on a cause is fairly sure, from the next on sure. */
    private static final double FAIRLY_SURE = 0.5;

    private static final double SURE = 0.8;

    /** Causes that are named also where they played no part. */
    private static final List<LossCause> ALWAYS_NAMED = List.of(
            LossCause.LOAD_READ, LossCause.LOAD_WRITE, LossCause.METADATA_LOAD, LossCause.SPACE, LossCause.DEGRADED);

    private VerdictSentences() {}

    /**
     * @param explanation what the loss is made of; null if there is no climate
     * @return two to four sentences
     */
    public static String of(RunPerformance performance, LossExplanation explanation) {
        if (!performance.isJudged() || explanation == null) {
            return String.format(
                    Locale.ROOT,
                    "Too early to say: the climate has %d of the %d runs that a verdict needs.",
                    performance.climateSize(),
                    performance.climateNeeded());
        }
        StringBuilder text = new StringBuilder();
        double ratio = performance.value() / performance.usual();
        String compared = String.format(
                Locale.ROOT,
                "%s where %s is usual over %d runs",
                quantity(performance.value(), "B/s"),
                quantity(performance.usual(), "B/s"),
                performance.climateSize());
        if (performance.anomalous()) {
            text.append(
                    String.format(Locale.ROOT, "Lost %.0f %% of its performance: %s.", 100 * (1 - ratio), compared));
        } else if (performance.isPoor()) {
            text.append(String.format(Locale.ROOT, "In the worst quarter, but no anomaly: %s.", compared));
        } else if (performance.unusuallyGood()) {
            text.append(String.format(Locale.ROOT, "Unusually good: %s.", compared));
        } else {
            text.append(String.format(
                    Locale.ROOT,
                    "No anomaly: %s (%.0f %% of the runs were slower).",
                    compared,
                    performance.percentile()));
        }
        if (performance.isPoor()) {
            explain(explanation, text);
        }
        return text.toString();
    }

    private static void explain(LossExplanation explanation, StringBuilder text) {
        List<CauseShare> named = explanation.named();
        if (named.isEmpty()) {
            text.append(" No known cause: neither the measured weather nor earlier runs explain it.");
        } else {
            List<CauseShare> shown = named.subList(0, Math.min(MAX_NAMED, named.size()));
            List<String> parts = new ArrayList<>();
            for (CauseShare share : shown) {
                parts.add(part(share, explanation.loss()));
            }
            text.append(" Of this loss ").append(String.join("; ", parts)).append('.');
            if (explanation.unexplained() >= LossExplanation.NAMED_PART * explanation.loss()) {
                text.append(String.format(
                        Locale.ROOT, " Unexplained: %.0f %%.", 100 * explanation.unexplained() / explanation.loss()));
            }
        }
        String exonerated = exonerated(explanation, named);
        if (!exonerated.isEmpty()) {
            text.append(" No part in it: ").append(exonerated).append('.');
        }
    }

    private static String part(CauseShare share, double loss) {
        double percent = 100 * share.share() / loss;
        String sure =
                share.confidence() >= SURE ? "sure" : share.confidence() >= FAIRLY_SURE ? "fairly sure" : "not sure";
        return String.format(
                Locale.ROOT,
                "%s %s%s (%s, confidence %.2f)",
                percent > 100 ? "all" : String.format(Locale.ROOT, "%.0f %%", percent),
                share.cause().phrase(),
                Double.isNaN(share.value())
                        ? ""
                        : measured(share.cause().title(), share.evidence(), share.unit(), share.value(), share.usual()),
                sure,
                share.confidence());
    }

    /**
     * @return its name with what was measured of it, for instance {@code metadata load of others, directory reads 7.2
     *     /s (usual 0.2 /s)}
     */
    public static String cause(Finding finding) {
        String title = LossCause.named(finding.getCause()).map(LossCause::title).orElse(finding.getCause());
        return title
                + (finding.getValue() == null || finding.getUsual() == null
                        ? ""
                        : measured(
                                title,
                                finding.getEvidence(),
                                finding.getUnit(),
                                finding.getValue(),
                                finding.getUsual()));
    }

    private static String measured(String title, String evidence, String unit, double value, double usual) {
        String what = evidence.equals(title) ? "" : evidence + " ";
        return ", " + what + quantity(value, unit) + " (usual " + quantity(usual, unit) + ")";
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
                "Performance has settled at %.0f %% of what it was since %s: %s instead of %s over %d runs.",
                100 * shift.ratio(),
                Instant.ofEpochMilli(shift.onset()).truncatedTo(ChronoUnit.SECONDS),
                quantity(shift.after(), "B/s"),
                quantity(shift.before(), "B/s"),
                shift.runs()));
        if (shift.end() != ClimateShift.NOT_ENDED) {
            text.append(" It ended at ")
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
            text.append(i == 0 ? " With it moved " : "; ")
                    .append(metric.metric().metricName())
                    .append(" from ")
                    .append(quantity(metric.before(), metric.metric().unit()))
                    .append(" to ")
                    .append(quantity(metric.after(), metric.metric().unit()));
        }
        return text.append(explaining.isEmpty() ? "" : ".").toString();
    }
}
