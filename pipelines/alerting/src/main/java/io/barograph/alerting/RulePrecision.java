package io.barograph.alerting;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How often a rule was right, according to those who looked.
 *
 * @param truePositives alerts that people found to be right
 * @param falsePositives alerts that they found to be false
 */
public record RulePrecision(int truePositives, int falsePositives) {
    /**
     * What somebody found.
     *
     * @param truePositive whether the alert was right
     */
    public record Finding(String rule, boolean truePositive) {}

    /** @return true positives / all that were judged; empty if none was */
    public OptionalDouble value() {
        return truePositives + falsePositives == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) truePositives / (truePositives + falsePositives));
    }

    /** @return precision by rule, by name */
    public static Map<String, RulePrecision> of(Collection<Finding> findings) {
        Map<String, RulePrecision> byRule = new TreeMap<>();
        for (Finding finding : findings) {
            byRule.merge(
                    finding.rule(),
                    finding.truePositive() ? new RulePrecision(1, 0) : new RulePrecision(0, 1),
                    (a, b) ->
                            new RulePrecision(a.truePositives + b.truePositives, a.falsePositives + b.falsePositives));
        }
        return byRule;
    }
}
