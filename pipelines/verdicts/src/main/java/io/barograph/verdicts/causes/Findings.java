package io.barograph.verdicts.causes;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.MetricJudgement;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.Performance;
import io.barograph.verdicts.explanation.LossExplanation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
 * @param causes most certain first
 * @param side where those lie that count
 * @param confidence 0 to 1
 * @param sentence names the side and its causes; empty if there is nothing to say
 */
public record Findings(List<RootCause> causes, Side side, double confidence, String sentence) {
    private static final double COUNTS = 0.5;
    private static final int MOST_NAMED = 2;

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
    public static Findings of(Map<WeatherMetric, Double> metrics) {
        return of(metrics, Standing.NEITHER, null, List.of());
    }

    /**
     * @param metrics what is known of a run
     * @param performance its performance in the climate
     * @param explanation what its loss is made of; null if the climate is too small
     * @param climate the motif's earlier runs
     * @return what the rules say of it
     */
    public static Findings of(
            Map<WeatherMetric, Double> metrics,
            Performance performance,
            LossExplanation explanation,
            List<PastRun> climate) {
        Standing standing = Standing.NEITHER;
        if (performance.anomalous()) {
            standing = Standing.LOST;
        } else if (performance.unusuallyGood()) {
            standing = Standing.GAINED;
        }
        return of(metrics, standing, explanation, climate);
    }

    private static Findings of(
            Map<WeatherMetric, Double> metrics, Standing standing, LossExplanation explanation, List<PastRun> climate) {
        Facts facts = new Facts(
                metrics,
                explanation != null,
                standing == Standing.LOST ? Optional.ofNullable(explanation) : Optional.empty());
        boolean compared = explanation != null && standing != Standing.NEITHER;
        List<RootCause> causes = Arrays.stream(Cause.values())
                .map(cause -> Rules.of(cause, facts))
                .filter(Objects::nonNull)
                .map(cause -> compared && isUsual(cause, facts, climate) ? cause.asUsual() : cause)
                .sorted(Comparator.comparingDouble(RootCause::confidence)
                        .reversed()
                        .thenComparing(RootCause::cause))
                .toList();
        Effect effect = standing == Standing.GAINED ? Effect.RAISES : Effect.LOWERS;
        List<RootCause> counted = causes.stream()
                .filter(cause -> cause.effect() == effect && !cause.usual())
                .toList();
        double application = confidence(counted, Side.APPLICATION);
        double system = confidence(counted, Side.SYSTEM);
        Side side = side(application, system);
        double confidence =
                switch (side) {
                    case APPLICATION -> application * (1 - system);
                    case SYSTEM -> system * (1 - application);
                    case BOTH -> Math.min(application, system);
                    case UNKNOWN -> 0;
                };
        return new Findings(causes, side, confidence, sentence(standing, side, confidence, counted));
    }

    /** Weather has been judged against the climate already. */
    private static boolean isUsual(RootCause cause, Facts facts, List<PastRun> climate) {
        if (cause.cause().side() == Side.SYSTEM) {
            return false;
        }
        MetricJudgement judgement = MetricJudgement.of(cause.measure(), facts.get(cause.measure()), climate);
        if (judgement == null) {
            return false;
        }
        return cause.effect() == Effect.LOWERS
                ? !judgement.isBad()
                : judgement.value() >= judgement.p05() && judgement.value() <= judgement.p95();
    }

    private static double confidence(List<RootCause> causes, Side side) {
        double none = 1;
        for (RootCause cause : causes) {
            if (cause.cause().side() == side) {
                none *= 1 - cause.confidence();
            }
        }
        return 1 - none;
    }

    private static Side side(double application, double system) {
        if (application >= COUNTS) {
            return system >= COUNTS ? Side.BOTH : Side.APPLICATION;
        }
        return system >= COUNTS ? Side.SYSTEM : Side.UNKNOWN;
    }

    private static String sentence(Standing standing, Side side, double confidence, List<RootCause> counted) {
        if (side == Side.UNKNOWN) {
            return "";
        }
        String opening =
                switch (standing) {
                    case LOST -> "To blame: ";
                    case GAINED -> "It owes this to: ";
                    case NEITHER -> "It is limited by: ";
                };
        String where = side == Side.BOTH ? "application and system" : "the " + side.word();
        String causes = counted.stream()
                .limit(MOST_NAMED)
                .map(cause -> cause.cause().title() + ": " + cause.evidence())
                .collect(Collectors.joining("; "));
        return String.format(Locale.ROOT, "%s%s (confidence %.2f): %s.", opening, where, confidence, causes);
    }
}
