package io.barograph.alerting;

import java.util.Comparator;

/** Something that one channel should receive of one alert. */
record PendingAlertChange(AlertCondition condition, ChannelAlertState channelState, AlertNotification.Change change) {
    /** What passes limits, alerts that begin critical, then what has waited longest. */
    static final Comparator<PendingAlertChange> BY_URGENCY = Comparator.comparing(
                    (PendingAlertChange due) -> !due.passesLimits())
            .thenComparing(due -> !(due.begins() && due.condition.severity() == Severity.CRITICAL))
            .thenComparingLong(due -> due.channelState.dueSince)
            .thenComparing(due -> due.condition.key());

    static final Comparator<PendingAlertChange> WORST_FIRST = Comparator.comparing(
                    (PendingAlertChange due) -> due.condition.severity())
            .reversed()
            .thenComparingLong(due -> due.channelState.dueSince)
            .thenComparing(due -> due.condition.key());

    boolean begins() {
        return change == AlertNotification.Change.BEGUN || change == AlertNotification.Change.BEGUN_AND_OVER;
    }

    boolean passesLimits() {
        return condition.source().passesLimits();
    }

    boolean isRipe(AlertPolicy policy, long now) {
        return now - channelState.dueSince >= policy.groupWindow();
    }

    /** What one message can hold: beginnings by rule and file system, the rest by the thread of the beginning. */
    boolean fitsWith(PendingAlertChange other) {
        if (begins() != other.begins()) {
            return false;
        }
        return begins()
                ? condition.rule().equals(other.condition.rule())
                        && condition.fileSystem().equals(other.condition.fileSystem())
                : channelState.thread.equals(other.channelState.thread);
    }
}
