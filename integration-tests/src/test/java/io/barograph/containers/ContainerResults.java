package io.barograph.containers;

import io.barograph.cli.export.TopicReader;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/**
 * All committed results of one run of the analysis, as text, by topic and in the order of the text: two runs are equal when
 * each record of the one is in the other as often.
 *
 * @param topics records by topic
 */
public record ContainerResults(Map<String, List<String>> topics) {
    private static final List<Topic<?>> WRITTEN = List.of(
            Topic.SERVER_RATES,
            Topic.JOB_WEATHER,
            Topic.LIVE_COVERAGE,
            Topic.TOP_TALKERS,
            Topic.CONTENTION_EVENTS,
            Topic.ANOMALIES,
            Topic.SLOWDOWNS,
            Topic.EVIDENCE,
            Topic.DEAD_LETTERS);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /**
     * @param bootstrapServers address of the broker
     * @param prefix prefix of the topics
     * @param to last event time
     * @param client further properties of a client
     * @return what is there now
     */
    public static ContainerResults read(String bootstrapServers, String prefix, Instant to, Properties client)
            throws InterruptedException {
        return read(bootstrapServers, prefix, to, client, record -> true);
    }

    /**
     * As {@link #read(String, String, Instant, Properties)}, but only some of it.
     *
     * @param wanted says which records
     */
    public static ContainerResults read(
            String bootstrapServers, String prefix, Instant to, Properties client, Predicate<SpecificRecord> wanted)
            throws InterruptedException {
        Map<String, List<String>> topics = new TreeMap<>();
        for (Topic<?> topic : WRITTEN) {
            topics.put(topic.name(), read(bootstrapServers, topic, prefix, to, client, wanted));
        }
        return new ContainerResults(topics);
    }

    static ContainerResults read(String bootstrapServers, String prefix, Instant to) throws InterruptedException {
        return read(bootstrapServers, prefix, to, new Properties());
    }

    private static <T extends SpecificRecord> List<String> read(
            String bootstrapServers,
            Topic<T> topic,
            String prefix,
            Instant to,
            Properties client,
            Predicate<SpecificRecord> wanted)
            throws InterruptedException {
        List<String> records = new ArrayList<>();
        new TopicReader<>(bootstrapServers, topic.in(prefix), IsolationLevel.READ_COMMITTED, client).readAll(record -> {
            long time = topic.timestamp().applyAsLong(record);
            if (time <= to.toEpochMilli() && wanted.test(record)) {
                records.add(record.toString().replace(prefix, ""));
            }
        });
        Collections.sort(records);
        return records;
    }

    /** Waits until nothing more has come for some time. */
    static ContainerResults awaitLast(String bootstrapServers, String prefix, Instant to, Duration quiet)
            throws InterruptedException {
        ContainerResults last = read(bootstrapServers, prefix, to);
        long since = System.nanoTime();
        while (System.nanoTime() - since < quiet.toNanos() || last.size() == 0) {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            ContainerResults now = read(bootstrapServers, prefix, to);
            if (!now.equals(last)) {
                last = now;
                since = System.nanoTime();
            }
        }
        return last;
    }

    /** Waits until each topic holds as many as expected, or the time is over. */
    static void awaitAtLeast(
            String bootstrapServers, String prefix, Instant to, ContainerResults expected, Duration limit)
            throws InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < limit.toNanos()) {
            ContainerResults now = read(bootstrapServers, prefix, to);
            if (expected.topics.entrySet().stream()
                    .allMatch(topic -> now.topics.get(topic.getKey()).size()
                            >= topic.getValue().size())) {
                return;
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
    }

    /**
     * @param fileSystem name of a file system
     * @return the results of that one
     */
    public ContainerResults of(String fileSystem) {
        Map<String, List<String>> part = new TreeMap<>();
        topics.forEach((topic, records) -> part.put(
                topic,
                records.stream()
                        .filter(record -> record.contains("\"fileSystem\": \"" + fileSystem + "\""))
                        .toList()));
        return new ContainerResults(part);
    }

    /** @return the same, as if nothing had been written to that topic */
    ContainerResults without(Topic<?> topic) {
        Map<String, List<String>> rest = new TreeMap<>(topics);
        rest.put(topic.name(), List.of());
        return new ContainerResults(rest);
    }

    /** @return the same without what is of all file systems: how far the evidence reaches, and jobs that left no log */
    public ContainerResults withoutSchedulersJobs() {
        Map<String, List<String>> rest = new TreeMap<>(without(Topic.EVIDENCE).topics);
        rest.computeIfPresent(Topic.JOB_WEATHER.name(), (topic, records) -> records.stream()
                .filter(record -> !record.contains("\"recordKind\": \"NO_DARSHAN\""))
                .toList());
        return new ContainerResults(rest);
    }

    /** @return how many records there are */
    public int size() {
        return topics.values().stream().mapToInt(List::size).sum();
    }

    /**
     * @param topic a result
     * @return how many records it has
     */
    public int size(Topic<?> topic) {
        return topics.get(topic.name()).size();
    }

    /**
     * @param there other results
     * @return for each topic how many, how many are only here (lost there), how many only there (added)
     */
    public String counts(ContainerResults there) {
        StringBuilder text = new StringBuilder();
        topics.forEach((topic, here) -> {
            List<String> other = there.topics.get(topic);
            text.append(String.format(
                    "%s: %d, lost %d, added %d%n",
                    topic,
                    here.size(),
                    without(here, other).size(),
                    without(other, here).size()));
        });
        return text.toString();
    }

    /**
     * Writes each record that only one of the two has into a file.
     *
     * @param there other results
     * @param file made anew
     */
    public void writeDifferences(ContainerResults there, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        topics.forEach((topic, here) -> {
            List<String> other = there.topics.get(topic);
            without(here, other).forEach(record -> lines.add(topic + " lost  " + record));
            without(other, here).forEach(record -> lines.add(topic + " added " + record));
        });
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }

    /** What the one sorted list has beyond the other, each record as often. */
    static List<String> without(List<String> all, List<String> others) {
        List<String> rest = new ArrayList<>();
        int other = 0;
        for (String one : all) {
            while (other < others.size() && others.get(other).compareTo(one) < 0) {
                other++;
            }
            if (other < others.size() && others.get(other).equals(one)) {
                other++;
            } else {
                rest.add(one);
            }
        }
        return rest;
    }
}
