package io.barograph.alerting;

/**
 * An alert as it is at one moment. Times are event times.
 *
 * @param key identity of what it is about, and the rule; the same for each episode
 * @param type type within the source; may be empty
 * @param until when it ended; 0 while it lasts
 * @param order its order among those of the same time
 * @param unknown nobody knows whether it still holds; with {@code over}: it is no longer followed
 */
public record AlertView(
        String key,
        String id,
        String rule,
        AlertSource source,
        String fileSystem,
        String type,
        String application,
        Severity severity,
        long since,
        long until,
        long observedAt,
        long order,
        int episode,
        boolean over,
        boolean unknown,
        AlertDescription story) {
    /** @return true for something that is over when it is reported, with one message */
    public boolean isMoment() {
        return source.nature() == AlertSource.Nature.MOMENT;
    }

    /** @return when it ended, or while it lasts when it was last seen; not before it began */
    public long lastKnown() {
        return Math.max(since, until == 0 ? observedAt : until);
    }
}
