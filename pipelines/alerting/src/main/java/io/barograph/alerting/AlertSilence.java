package io.barograph.alerting;

/**
 * A time in which some alerts are not sent: those that still hold at its end are sent then, ends are sent at once.
 *
 * @param rule name of a rule; empty for all
 */
public record AlertSilence(String id, AlertScope scope, String rule, long until) {
    boolean covers(AlertCondition condition, long now) {
        return now < until && (rule.isEmpty() || rule.equals(condition.rule)) && condition.isIn(scope);
    }
}
