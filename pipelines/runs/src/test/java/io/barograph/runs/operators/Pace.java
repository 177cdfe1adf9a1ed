package io.barograph.runs.operators;

import java.io.Serializable;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * Lets sources of one process run through event time together: one leads, up to the instant that it is allowed to reach,
 * and the others follow it. A source that waits lets checkpoints pass.
 */
final class Pace {
    /** The time of a record by its place in a source. */
    interface Times extends LongUnaryOperator, Serializable {}

    private static final Map<String, Pace> BY_NAME = new ConcurrentHashMap<>();

    private final Map<CompletableFuture<Void>, Long> waiting = new ConcurrentHashMap<>();
    private long reached = Long.MIN_VALUE;
    private long allowed = Long.MIN_VALUE;
    private long wanted = Long.MIN_VALUE;
    private boolean stopped;

    /** The pace of a name, known to the sources of this process. */
    static Pace named(String name) {
        return BY_NAME.computeIfAbsent(name, ignored -> new Pace());
    }

    static RateLimiterStrategy<NumberSequenceSplit> lead(String name, Times times) {
        return parallelism -> new Limiter(times, named(name)::lead);
    }

    static RateLimiterStrategy<NumberSequenceSplit> follow(String name, Times times) {
        return parallelism -> new Limiter(times, named(name)::follow);
    }

    private synchronized CompletionStage<Void> lead(long time) {
        wanted = time;
        notifyAll();
        return time < allowed ? reach(time) : await(time);
    }

    private synchronized CompletionStage<Void> follow(long time) {
        return time <= reached ? CompletableFuture.completedFuture(null) : await(time);
    }

    private CompletionStage<Void> await(long time) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        waiting.put(future, time);
        return future;
    }

    private CompletionStage<Void> reach(long time) {
        if (time > reached) {
            reached = time;
            release(time);
        }
        return CompletableFuture.completedFuture(null);
    }

    private void release(long upTo) {
        Iterator<Map.Entry<CompletableFuture<Void>, Long>> entries =
                waiting.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<CompletableFuture<Void>, Long> entry = entries.next();
            if (entry.getValue() <= upTo) {
                entries.remove();
                entry.getKey().complete(null);
            }
        }
    }

    /** Lets the leader emit what is before an instant; returns when it wants to emit something else. */
    synchronized void runUntil(long time) throws InterruptedException {
        allowed = time;
        reached = Math.max(reached, Math.min(wanted, time - 1));
        release(reached);
        while (wanted < time && !stopped) {
            wait();
        }
        if (stopped) {
            throw new IllegalStateException("the job ended before its sources reached " + Instant.ofEpochMilli(time));
        }
        reached = time - 1;
        release(reached);
    }

    /** Says that the job has ended, so that nobody waits for it. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Lets all sources run to their ends. */
    synchronized void runToTheEnd() {
        allowed = Long.MAX_VALUE;
        reached = Long.MAX_VALUE;
        release(Long.MAX_VALUE);
    }

    private static final class Limiter implements RateLimiter<NumberSequenceSplit> {
        private final LongUnaryOperator times;
        private final java.util.function.LongFunction<CompletionStage<Void>> pace;
        private long next;

        Limiter(LongUnaryOperator times, java.util.function.LongFunction<CompletionStage<Void>> pace) {
            this.times = times;
            this.pace = pace;
        }

        @Override
        public CompletionStage<Void> acquire(int records) {
            return pace.apply(times.applyAsLong(next++));
        }
    }
}
