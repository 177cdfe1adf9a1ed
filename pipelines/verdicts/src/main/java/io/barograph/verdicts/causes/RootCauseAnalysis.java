package io.barograph.verdicts.causes;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.RunPerformance;
import io.barograph.verdicts.climate.ScaledClimate;
import io.barograph.verdicts.explanation.LossExplanation;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which causes hold for a run, and on which side they lie.
 *
 * <p>For an anomalous run the side is what is to blame: causes that lower performance, and that earlier runs had less of.
 * For an unusually good one it is what it owes this to: causes that raise it, likewise. For all others, also those without a climate, it is what limits them.
 *
 * <p>Confidence of a side is that at least one of its causes is right, taken as independent: 1 - product of (1 -
 * confidence). From 0.5 on a side counts. One side: its confidence x (1 - that of the other); both: the smaller one; none:
 * 0.
 *
 * @param sentence names the side and its causes; empty if there is nothing to say
 */
public record RootCauseAnalysis(List<MatchedCause> causes, CauseSide side, double confidence, String sentence) {
    private static final double COUNTS = 0.5;
    private static final int MAX_NAMED = 2;

    /** They follow from the number of OSTs. */
    private static final Set<CauseKind> PLACED = EnumSet.of(CauseKind.SINGLE_OST, CauseKind.WIDE_BALANCED_STRIPING);

    /** How a run stands to its climate. */
    private enum Standing {
        LOST,
        GAINED,
        NEITHER
    }

    /**
     * @param metrics what is known of a run that has no climate
     * @return what the rules say of it
     */
    public static RootCauseAnalysis of(Map<WeatherMetric, Double> metrics) {
        return of(metrics, Standing.NEITHER, null, null);
    }

    /**
     * @param explanation what its loss is made of; null if the climate is too small
     * @return what the rules say of it
     */
    public static RootCauseAnalysis of(
            Map<WeatherMetric, Double> metrics,
            RunPerformance performance,
            LossExplanation explanation,
            ScaledClimate climate) {
        Standing standing = Standing.NEITHER;
        if (performance.anomalous()) {
            standing = Standing.LOST;
        } else if (performance.unusuallyGood()) {
            standing = Standing.GAINED;
        }
        return of(metrics, standing, explanation, climate);
    }

    private static RootCauseAnalysis of(
            Map<WeatherMetric, Double> metrics, Standing standing, LossExplanation explanation, ScaledClimate climate) {
        CauseRuleInput facts = new CauseRuleInput(
                metrics,
                explanation != null,
                standing == Standing.LOST ? Optional.ofNullable(explanation) : Optional.empty());
        boolean compared = explanation != null && standing != Standing.NEITHER;
        List<MatchedCause> causes = Arrays.stream(CauseKind.values())
                .map(cause -> CauseRules.of(cause, facts))
                .filter(Objects::nonNull)
                .map(cause -> compared && isUsual(cause, facts, climate) ? cause.asUsual() : cause)
                .sorted(Comparator.comparingDouble(MatchedCause::confidence)
                        .reversed()
                        .thenComparing(MatchedCause::cause))
                .toList();
        CauseEffect effect = standing == Standing.GAINED ? CauseEffect.RAISES : CauseEffect.LOWERS;
        List<MatchedCause> counted = causes.stream()
                .filter(cause -> cause.effect() == effect && !cause.usual())
                .toList();
        double application = confidence(counted, CauseSide.APPLICATION);
        double system = confidence(counted, CauseSide.SYSTEM);
        CauseSide side = side(application, system);
        double confidence =
                switch (side) {
                    case APPLICATION -> application * (1 - system);
                    case SYSTEM -> system * (1 - application);
                    case BOTH -> Math.min(application, system);
                    case UNKNOWN -> 0;
                };
        return new RootCauseAnalysis(causes, side, confidence, sentence(standing, side, confidence, counted));
    }

    /** Weather has been judged against the climate already; runs on as many OSTs are compared with those alone. */
    private static boolean isUsual(MatchedCause cause, CauseRuleInput facts, ScaledClimate climate) {
        if (cause.cause().side() == CauseSide.SYSTEM) {
            return false;
        }
        if (climate.isScaled() && PLACED.contains(cause.cause())) {
            return true;
        }
        MetricJudgement judgement = MetricJudgement.of(cause.measure(), facts.get(cause.measure()), climate.runs());
        if (judgement == null) {
            return false;
        }
        return cause.effect() == CauseEffect.LOWERS
                ? !judgement.isBad()
                : judgement.value() >= judgement.p05() && judgement.value() <= judgement.p95();
    }

    private static double confidence(List<MatchedCause> causes, CauseSide side) {
        double none = 1;
        for (MatchedCause cause : causes) {
            if (cause.cause().side() == side) {
                none *= 1 - cause.confidence();
            }
        }
        return 1 - none;
    }

    private static CauseSide side(double application, double system) {
        if (application >= COUNTS) {
            return system >= COUNTS ? CauseSide.BOTH : CauseSide.APPLICATION;
        }
        return system >= COUNTS ? CauseSide.SYSTEM : CauseSide.UNKNOWN;
    }

    /** What the weather cost a run that lost, the sentence of its verdict has said before. */
    private static String sentence(Standing standing, CauseSide side, double confidence, List<MatchedCause> counted) {
        String causes = counted.stream()
                .filter(cause -> standing != Standing.LOST || cause.cause().side() == CauseSide.APPLICATION)
                .limit(MAX_NAMED)
                .map(cause -> cause.cause().title() + ", " + cause.evidence())
                .collect(Collectors.joining("; "));
        if (side == CauseSide.UNKNOWN || causes.isEmpty()) {
            return "";
        }
        String opening =
                switch (standing) {
                    case LOST ->
                        side == CauseSide.BOTH ? "The application has a part in it" : "The application is the cause";
                    case GAINED -> "Why it was fast";
                    case NEITHER -> "What limits it";
                };
        return opening + " (" + VerdictSentences.confidence(confidence) + "): " + causes + ".";
    }
}
