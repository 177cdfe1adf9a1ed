package io.barograph.alerting;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How often a rule was right, according to those who looked.
 *
 * @param right alerts that people found to be real
 * @param wrong alerts that they found to be none
 */
public record RulePrecision(int right, int wrong) {
    /**
     * What somebody found.
     *
     * @param right whether it was real
     */
    public record Finding(String rule, boolean right) {}

    /** @return right / all that were judged; empty if none was */
    public OptionalDouble value() {
        return right + wrong == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) right / (right + wrong));
    }

    /** @return precision by rule, by name */
    public static Map<String, RulePrecision> of(Collection<Finding> findings) {
        Map<String, RulePrecision> byRule = new TreeMap<>();
        for (Finding finding : findings) {
            byRule.merge(
                    finding.rule(),
                    finding.right() ? new RulePrecision(1, 0) : new RulePrecision(0, 1),
                    (a, b) -> new RulePrecision(a.right + b.right, a.wrong + b.wrong));
        }
        return byRule;
    }
}
