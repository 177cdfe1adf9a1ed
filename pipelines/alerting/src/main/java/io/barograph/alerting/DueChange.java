package io.barograph.alerting;

import java.util.Comparator;

/** Something that one channel should be told of one alert. */
record DueChange(Condition condition, Told told, Notice.Change change) {
    /** Alerts that begin critical, then what has waited longest. */
    static final Comparator<DueChange> MOST_URGENT_FIRST = Comparator.comparing(
                    (DueChange due) -> !(due.begins() && due.condition.severity() == Severity.CRITICAL))
            .thenComparingLong(due -> due.told.dueSince)
            .thenComparing(due -> due.condition.key());

    /** The worst of a message. */
    static final Comparator<DueChange> WORST_FIRST = Comparator.comparing((DueChange due) -> due.condition.severity())
            .reversed()
            .thenComparingLong(due -> due.told.dueSince)
            .thenComparing(due -> due.condition.key());

    boolean begins() {
        return change == Notice.Change.BEGUN || change == Notice.Change.BEGUN_AND_OVER;
    }

    boolean isRipe(AlertPolicy policy, long now) {
        return now - told.dueSince >= policy.groupWindow();
    }

    /** What can be told in one message: beginnings by rule and file system, the rest by the thread of the beginning. */
    boolean fitsWith(DueChange other) {
        if (begins() != other.begins()) {
            return false;
        }
        return begins()
                ? condition.rule().equals(other.condition.rule())
                        && condition.fileSystem().equals(other.condition.fileSystem())
                : told.thread.equals(other.told.thread);
    }
}
