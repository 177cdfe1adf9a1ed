package io.barograph.influxdb;

import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps rejected lines where the test finds them: jobs run in the test's process, on a copy of the reporter. */
final class RememberedRejections implements RejectedLineReporter {
    private static final Map<String, Queue<Rejection>> FLUSHED = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private transient Queue<Rejection> reported;

    record Rejection(String line, Long timestamp, String reason) {}

    @Override
    public void open() {
        reported = new ConcurrentLinkedQueue<>();
    }

    @Override
    public void report(String rejected, Long timestamp, String reason) {
        reported.add(new Rejection(rejected, timestamp, reason));
    }

    @Override
    public void flush() {
        Queue<Rejection> flushed = FLUSHED.computeIfAbsent(id, key -> new ConcurrentLinkedQueue<>());
        flushed.addAll(reported);
        reported.clear();
    }

    @Override
    public void close() {}

    Queue<Rejection> flushed() {
        return FLUSHED.getOrDefault(id, new ConcurrentLinkedQueue<>());
    }
}
