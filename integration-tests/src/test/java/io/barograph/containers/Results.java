package io.barograph.containers;

import io.barograph.local.export.TopicReader;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/**
 * All committed results of one run of the analysis, as text, by topic and in the order of the text: two runs are equal when
 * each record of the one is in the other as often.
 *
 * @param topics records by topic
 */
record Results(Map<String, List<String>> topics) {
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

    /** Reads what is there now, up to an event time. */
    static Results read(String bootstrapServers, String prefix, Instant to) throws InterruptedException {
        Map<String, List<String>> topics = new TreeMap<>();
        for (Topic<?> topic : WRITTEN) {
            topics.put(topic.name(), read(bootstrapServers, topic, prefix, to));
        }
        return new Results(topics);
    }

    private static <T extends SpecificRecord> List<String> read(
            String bootstrapServers, Topic<T> topic, String prefix, Instant to) throws InterruptedException {
        List<String> records = new ArrayList<>();
        new TopicReader<>(bootstrapServers, topic.in(prefix), IsolationLevel.READ_COMMITTED).readAll(record -> {
            if (topic.timestamp().applyAsLong(record) <= to.toEpochMilli()) {
                records.add(record.toString().replace(prefix, ""));
            }
        });
        Collections.sort(records);
        return records;
    }

    /** Waits until nothing more has come for some time. */
    static Results awaitLast(String bootstrapServers, String prefix, Instant to, Duration quiet)
            throws InterruptedException {
        Results last = read(bootstrapServers, prefix, to);
        long since = System.nanoTime();
        while (System.nanoTime() - since < quiet.toNanos() || last.size() == 0) {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
            Results now = read(bootstrapServers, prefix, to);
            if (!now.equals(last)) {
                last = now;
                since = System.nanoTime();
            }
        }
        return last;
    }

    /** Waits until as many have come as expected, or the time is over. */
    static Results awaitSize(String bootstrapServers, String prefix, Instant to, int size, Duration limit)
            throws InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            Results now = read(bootstrapServers, prefix, to);
            if (now.size() >= size || System.nanoTime() - begin > limit.toNanos()) {
                return now;
            }
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        }
    }

    /** @return the same, as if nothing had been written to that topic */
    Results without(Topic<?> topic) {
        Map<String, List<String>> rest = new TreeMap<>(topics);
        rest.put(topic.name(), List.of());
        return new Results(rest);
    }

    int size() {
        return topics.values().stream().mapToInt(List::size).sum();
    }

    int size(Topic<?> topic) {
        return topics.get(topic.name()).size();
    }

    /** @return one line for each topic: how many, how many are only here (lost there), how many only there (added) */
    String differences(Results there) {
        StringBuilder text = new StringBuilder();
        topics.forEach((topic, here) -> {
            List<String> lost = without(here, there.topics.get(topic));
            List<String> added = without(there.topics.get(topic), here);
            text.append(String.format("%s: %d, lost %d, added %d%n", topic, here.size(), lost.size(), added.size()));
            lost.stream()
                    .limit(2)
                    .forEach(record -> text.append("  lost  ").append(record).append('\n'));
            added.stream()
                    .limit(2)
                    .forEach(record -> text.append("  added ").append(record).append('\n'));
        });
        return text.toString();
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
