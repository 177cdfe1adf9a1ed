package io.barograph.runtime.runner;

import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.admission.NameRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What one collector has published, refused and lost since its process started. */
final class CollectorCounters {
    private static final int MAX_CAUSES = 50;
    private static final int MAX_CAUSE = 100;
    private static final int MAX_FILE_SYSTEMS = 100;
    private static final String OTHER_CAUSES = "other causes";
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final Map<String, Long> published = new TreeMap<>();
    private final Map<String, Long> refused = new TreeMap<>();
    private final Map<String, Long> dropped = new TreeMap<>();
    private final Map<String, Instant> sampledAt = new TreeMap<>();
    private long newest = Long.MIN_VALUE;
    private long activities;

    /** @param timestamp time of the record, milliseconds since the epoch */
    synchronized void published(String topic, long timestamp) {
        published.merge(topic, 1L, Long::sum);
        newest = Math.max(newest, timestamp);
        activities++;
    }

    /** A server sample among what is published; of more than {@value #MAX_FILE_SYSTEMS} file systems the first. */
    synchronized void sampled(String fileSystem, Instant now) {
        String name = NameRule.name(fileSystem);
        if (sampledAt.containsKey(name) || sampledAt.size() < MAX_FILE_SYSTEMS) {
            sampledAt.put(name, now);
        }
    }

    /**
     * @param reason reason of a dead letter; numbers and quoted words in it are left out, so that one cause is counted
     *     as one
     */
    synchronized void refused(String reason) {
        String cause = NUMBER.matcher(
                        QUOTED.matcher(DeadLetterThrottle.withoutCount(reason)).replaceAll("\"...\""))
                .replaceAll("#");
        cause = cause.length() > MAX_CAUSE ? cause.substring(0, MAX_CAUSE) : cause;
        refused.merge(refused.containsKey(cause) || refused.size() < MAX_CAUSES ? cause : OTHER_CAUSES, 1L, Long::sum);
        activities++;
    }

    synchronized void dropped(String topic, long records) {
        dropped.merge(topic, records, Long::sum);
        activities++;
    }

    /** @return a number that grows with each record, letter and loss */
    synchronized long activities() {
        return activities;
    }

    synchronized long publishedRecords() {
        return published.values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized long refusedInputs() {
        return refused.values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized void describe(CollectorHealth.Builder health, Instant now) {
        health.setPublished(Map.copyOf(published));
        health.setRefused(Map.copyOf(refused));
        health.setDropped(Map.copyOf(dropped));
        health.setLagSeconds(newest == Long.MIN_VALUE ? null : (now.toEpochMilli() - newest) / 1e3);
        Map<String, Double> ages = new TreeMap<>();
        sampledAt.forEach((fileSystem, at) ->
                ages.put(fileSystem, Math.max(0, Duration.between(at, now).toMillis()) / 1e3));
        health.setSampleAgeSeconds(ages);
    }
}
