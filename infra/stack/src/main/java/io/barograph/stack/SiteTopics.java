package io.barograph.stack;

import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.record.TimestampType;

/**
 * The topics of the catalogue on a broker: which are missing, and how they are made.
 *
 * @param prefix prefix of the topics' names; may be empty
 */
public record SiteTopics(Admin admin, String prefix) {
    /**
     * @return names of the topics that are not there, or that this account may not see
     * @throws ExecutionException if the broker does not answer or refuses
     */
    public List<String> missing() throws ExecutionException, InterruptedException {
        return missing(admin.listTopics().names().get());
    }

    /**
     * @param existing names of the topics of the broker
     * @return names of those that are missing among them
     */
    public List<String> missing(Set<String> existing) {
        return Topic.CATALOGUE.stream()
                .map(topic -> topic.in(prefix).name())
                .filter(name -> !existing.contains(name))
                .toList();
    }

    /**
     * Creates all topics; those that exist are left as they are.
     *
     * @param replicas copies of each; empty: as many as the broker makes by itself
     * @param keepForever true for replays and imports, whose records would be deleted at once by a retention that
     *     counts from the records' own timestamps; false for what is live, where the broker refuses what is ahead of
     *     its clock
     * @return names of those that were made
     * @throws ExecutionException if the broker refuses one; others may have been made
     */
    public List<String> create(int partitions, Optional<Short> replicas, boolean keepForever)
            throws ExecutionException, InterruptedException {
        Collection<NewTopic> topics = new ArrayList<>();
        for (Topic<?> topic : Topic.CATALOGUE) {
            topics.add(new NewTopic(topic.in(prefix).name(), Optional.of(partitions), replicas)
                    .configs(settings(topic, keepForever)));
        }
        List<String> made = new ArrayList<>();
        for (var created : admin.createTopics(topics).values().entrySet()) {
            try {
                created.getValue().get();
                made.add(created.getKey());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
        return made;
    }

    private static Map<String, String> settings(Topic<?> topic, boolean keepForever) {
        if (topic.isCompacted()) {
            return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        }
        Map<String, String> settings = new HashMap<>();
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(Topic.MAX_RECORD_BYTES));
        if (keepForever) {
            settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        }
        if (topic.equals(Topic.COLLECTOR_HEALTH) || topic.equals(Topic.DEAD_LETTERS)) {
            // Reports of a collector whose clock is wrong must arrive, too.
            settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TimestampType.LOG_APPEND_TIME.name);
        } else if (!keepForever && Topic.LIVE_INPUTS.contains(topic)) {
            settings.put(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.toString(Topic.MAX_AHEAD_MILLIS));
        }
        return settings;
    }
}
