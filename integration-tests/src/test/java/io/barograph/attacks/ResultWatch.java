package io.barograph.attacks;

import io.barograph.cli.export.TopicReader;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalStack;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/** Looks at committed results as they come, as a dashboard does. */
final class ResultWatch implements AutoCloseable {
    private final Map<String, Instant> newest = new HashMap<>();
    private final Map<String, NavigableMap<Instant, Duration>> ages = new ConcurrentHashMap<>();
    private final Map<String, Instant> contentionSeen = new ConcurrentHashMap<>();
    private final LocalStack stack;
    private final String prefix;
    private final Supplier<Instant> siteTime;
    private List<Thread> threads = List.of();
    private volatile boolean stopped;

    /**
     * @param prefix of the topics
     * @param siteTime what time it is for those who look
     */
    ResultWatch(LocalStack stack, String prefix, Supplier<Instant> siteTime) {
        this.stack = stack;
        this.prefix = prefix;
        this.siteTime = siteTime;
    }

    /** Looks from now on; the topics are there. */
    void start() {
        threads = List.of(watch(Topic.SERVER_RATES, this::take), watch(Topic.CONTENTION_EVENTS, this::take));
    }

    private <T extends SpecificRecord> Thread watch(Topic<T> topic, Consumer<T> handler) {
        TopicReader<T> reader = new TopicReader<>(
                stack.broker().bootstrapServers(),
                topic.in(prefix),
                IsolationLevel.READ_COMMITTED,
                stack.broker().clientProperties());
        Thread thread = new Thread(
                () -> {
                    try {
                        reader.tail(handler, () -> stopped);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "watch " + topic.name());
        thread.start();
        return thread;
    }

    /** The newest is oldest when the next one comes. */
    private void take(ServerRates rates) {
        Instant before = newest.get(rates.getFileSystem());
        Instant time = Instant.ofEpochMilli(Topic.SERVER_RATES.timestamp().applyAsLong(rates));
        if (before != null && !time.isAfter(before)) {
            return;
        }
        newest.put(rates.getFileSystem(), time);
        if (before != null) {
            Instant now = siteTime.get();
            ages.computeIfAbsent(rates.getFileSystem(), first -> new ConcurrentSkipListMap<>())
                    .put(now, Duration.between(before, now));
        }
    }

    private void take(ContentionEvent event) {
        contentionSeen.putIfAbsent(event.getFileSystem(), Instant.now());
    }

    /** @return how old the newest rates of a file system were at most in a time of the site, since its first */
    Duration greatestAge(String fileSystem, Instant from, Instant until) {
        return ages.get(fileSystem).subMap(from, until).values().stream()
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** @return when the first event was there to be read, by the clock on the wall; null if there was none */
    Instant contentionSeen(String fileSystem) {
        return contentionSeen.get(fileSystem);
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
