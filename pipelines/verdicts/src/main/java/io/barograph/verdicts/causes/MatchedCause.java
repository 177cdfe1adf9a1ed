package io.barograph.verdicts.causes;

import io.barograph.schemas.WeatherMetric;

/**
 * A cause that holds for a run.
 *
 * @param confidence 0 to 1: 0.5 at the rule's threshold, 1 from where it is certain; less where the evidence is
 *     indirect
 * @param usual true if earlier runs of the motif had it as much, so that it does not explain why this one differs
 */
public record MatchedCause(
        CauseKind cause,
        CauseEffect effect,
        double confidence,
        WeatherMetric measure,
        String evidence,
        String remedy,
        boolean usual) {
    MatchedCause(
            CauseKind cause,
            CauseEffect effect,
            double confidence,
            WeatherMetric measure,
            String evidence,
            String remedy) {
        this(cause, effect, confidence, measure, evidence, remedy, false);
    }

    MatchedCause asUsual() {
        return new MatchedCause(cause, effect, confidence, measure, evidence, remedy, true);
    }
}
