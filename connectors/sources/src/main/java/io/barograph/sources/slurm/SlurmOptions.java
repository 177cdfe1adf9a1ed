package io.barograph.sources.slurm;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** Options of the collector {@code slurm}. */
public record SlurmOptions(
        @Setting("Saved text of sacct --parsable2, read once instead of polling.") Path file,
        @Setting("Topics of Slurm's plugin jobcomp/kafka, separated by commas, followed instead of polling.")
                String topic,
        @Setting("Addresses of the Kafka broker that holds these topics.") String topicServers,
        @Setting("Java properties file with further settings of the Kafka client, for instance its security.")
                Path consumerProperties,
        @Setting(
                        value =
                                "The sacct to poll, or the words that lead to it: ssh login1 SLURM_TIME_FORMAT=%s sacct.",
                        defaultValue = "sacct")
                String command,
        @Setting(value = "Time from one poll to the next.", defaultValue = "60s") Duration interval,
        @Setting(value = "How far the very first poll looks back.", defaultValue = "1h") Duration lookBack,
        @Setting(
                        value =
                                "How far each further poll looks back behind the one before, for what slurmdbd learns late.",
                        defaultValue = "10m")
                Duration overlap,
        @Setting(value = "Longest time that one poll may take.", defaultValue = "60s") Duration timeLimit,
        @Setting(value = "Time zone of times that are written without one.", defaultValue = "UTC") ZoneId timeZone,
        @Setting("Text file with a line \"node x y z\" per node; gives jobs their radius.") Path nodeCoordinates) {
    public SlurmOptions {
        if (file != null && topic != null) {
            throw new IllegalArgumentException("file and topic exclude each other; give one of them, or none to poll");
        }
        if ((topic == null) != (topicServers == null)) {
            throw new IllegalArgumentException("topic and topicServers belong together; give both or none");
        }
        if (topic != null && topics(topic).isEmpty()) {
            throw new IllegalArgumentException("topic is empty; give the names of topics, separated by commas");
        }
        if (command.isBlank()) {
            throw new IllegalArgumentException("command is empty; give sacct, or the words that lead to it");
        }
        requirePositive("interval", interval);
        requirePositive("lookBack", lookBack);
        requirePositive("timeLimit", timeLimit);
        if (overlap.isNegative()) {
            throw new IllegalArgumentException("overlap must not be negative");
        }
    }

    private static void requirePositive(String key, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(key + " must be longer than zero");
        }
    }

    private static List<String> topics(String topic) {
        return List.of(topic.split(",", -1)).stream()
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    List<String> topics() {
        return topics(topic);
    }
}
