package io.barograph.verdicts.explanation;

/**
 * The share of one cause in a loss.
 *
 * @param share natural logarithm of the factor that it slowed the run by; negative if it was better than usual
 * @param confidence 0 to 1, that slow runs with such a share are slow because of it; 0 for a run that lost less than 10
 *     %
 * @param evidence the metric with the largest part of the share, in words; empty where only other runs report it
 * @param value its value during the run; NaN if there is no evidence
 * @param usual its usual value for the motif; NaN if there is no evidence
 */
public record CauseShare(
        LossCause cause,
        double share,
        double confidence,
        double low,
        double high,
        String evidence,
        String unit,
        double value,
        double usual) {}
