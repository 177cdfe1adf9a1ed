package io.barograph.alerting;

/**
 * An alert as it is at one moment. Times are event times.
 *
 * @param key identity of what it is about, and the rule; the same for each episode
 * @param id short name of this episode
 * @param rule name of the rule
 * @param source what it is about
 * @param fileSystem file system; may be empty
 * @param type type within the source; may be empty
 * @param application application; may be empty
 * @param severity worst severity so far
 * @param since when it began
 * @param until when it ended; 0 while it lasts
 * @param observedAt newest observation
 * @param order its order among those of the same time
 * @param episode how often it has begun
 * @param over whether it has ended
 * @param unknown nobody knows whether it still holds; with {@code over}: it is no longer followed
 * @param story what is known of it
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
    /** @return true for a thing of the past that is told once */
    public boolean isMoment() {
        return source.nature() == AlertSource.Nature.MOMENT;
    }
}
