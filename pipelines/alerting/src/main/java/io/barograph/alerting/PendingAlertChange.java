package io.barograph.alerting;

import io.barograph.alerting.AlertNotification.Change;
import io.barograph.alerting.ChannelAlertState.Level;
import java.util.Comparator;

/** Something that one channel should receive of one alert. */
record PendingAlertChange(AlertCondition condition, ChannelAlertState channelState, Change change) {
    /** What passes limits, alerts that begin critical, then what has waited longest. */
    static final Comparator<PendingAlertChange> BY_URGENCY = Comparator.comparing(
                    (PendingAlertChange due) -> !due.condition.source.passesLimits())
            .thenComparing(due -> !due.beginsCritical())
            .thenComparingLong(due -> due.channelState.dueSince)
            .thenComparing(due -> due.condition.key);

    static final Comparator<PendingAlertChange> WORST_FIRST = Comparator.comparing(
                    (PendingAlertChange due) -> due.condition.severity())
            .reversed()
            .thenComparingLong(due -> due.channelState.dueSince)
            .thenComparing(due -> due.condition.key);

    boolean begins() {
        return change == Change.BEGUN || change == Change.BEGUN_AND_OVER;
    }

    private boolean beginsCritical() {
        return begins() && condition.severity() == Severity.CRITICAL;
    }

    /** It does not wait for others unless there are many. */
    boolean isUrgent() {
        return beginsCritical() || (begins() && condition.source.isOnePerCause());
    }

    boolean passesHourlyCap() {
        return condition.source.passesHourlyCap(condition.severity());
    }

    /** What was held back has waited; it is sent before the next digest could report it. */
    boolean isRipe(AlertPolicy policy, long now) {
        return channelState.level == Level.HELD || now - channelState.dueSince >= policy.groupWindow();
    }

    /** What one message can hold: beginnings by rule and file system, the rest by the thread of the beginning. */
    boolean fitsWith(PendingAlertChange other) {
        if (begins() != other.begins()) {
            return false;
        }
        return begins()
                ? condition.subject().equals(other.condition.subject())
                : channelState.thread.equals(other.channelState.thread);
    }
}
