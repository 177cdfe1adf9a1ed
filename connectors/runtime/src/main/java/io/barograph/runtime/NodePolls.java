package io.barograph.runtime;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks many nodes in one poll, some at a time. A node that was asked and did not answer comes last in the next poll,
 * behind those that failed before it, and a poll ends after its limit whoever has answered by then: nodes that hang
 * delay only each other.
 */
public final class NodePolls implements AutoCloseable {
    @FunctionalInterface
    public interface Poll {
        /**
         * @param output takes what it says; refuses to take more once the poll is over
         * @throws IOException if the node did not answer
         */
        void run(String node, RecordPublisher output) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(NodePolls.class);

    private final ExecutorService threads;
    private final Duration pollTimeout;
    private final Consumer<String> notes;
    private final Set<String> silent = new HashSet<>();
    private final Map<String, Long> failedInPoll = new HashMap<>();
    private long polls;

    /**
     * @param name name of the collector, for its threads
     * @param parallel how many nodes are asked at a time
     * @param notes called when a node falls silent and when it answers again
     */
    public NodePolls(String name, int parallel, Duration pollTimeout, Consumer<String> notes) {
        this.threads = Executors.newFixedThreadPool(parallel, task -> {
            Thread thread = new Thread(task, name + " poll");
            thread.setDaemon(true);
            return thread;
        });
        this.pollTimeout = pollTimeout;
        this.notes = notes;
    }

    /**
     * Asks all nodes and waits for them.
     *
     * @param poll asks one of them, in a thread of its own
     * @param output takes what they say, one call at a time
     * @return reason by node that did not answer
     * @throws InterruptedException if the thread is interrupted; what still runs is interrupted too
     * @throws PublishException if a record could not be stored
     */
    public Map<String, String> poll(Collection<String> nodes, Poll poll, RecordPublisher output)
            throws InterruptedException {
        long deadline = System.nanoTime() + pollTimeout.toNanos();
        polls++;
        Set<String> begun = ConcurrentHashMap.newKeySet();
        try (OneAtATime gate = new OneAtATime(output)) {
            Map<String, Future<?>> asked = new LinkedHashMap<>();
            for (String node : failedLast(nodes)) {
                asked.put(node, threads.submit(() -> {
                    begun.add(node);
                    poll.run(node, gate);
                    return null;
                }));
            }
            try {
                Map<String, String> failures = new TreeMap<>();
                for (Map.Entry<String, Future<?>> entry : asked.entrySet()) {
                    String node = entry.getKey();
                    String failure = outcome(entry.getValue(), deadline);
                    if (failure == null) {
                        failedInPoll.remove(node);
                    } else if (begun.contains(node)) {
                        failedInPoll.put(node, polls);
                        failures.put(node, failure);
                    } else {
                        failures.put(node, "not asked, because others did not answer in time");
                    }
                }
                logFailures(nodes, failures);
                return failures;
            } finally {
                asked.values().forEach(future -> future.cancel(true));
            }
        }
    }

    private List<String> failedLast(Collection<String> nodes) {
        List<String> ordered = new ArrayList<>(nodes);
        ordered.sort(Comparator.comparing(node -> failedInPoll.getOrDefault(node, 0L)));
        return ordered;
    }

    /** @return null if the node answered */
    private String outcome(Future<?> future, long deadline) throws InterruptedException {
        try {
            future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return null;
        } catch (TimeoutException e) {
            return "no answer within the " + pollTimeout.toMillis() + " ms of a poll";
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException) {
                return e.getCause().getMessage();
            }
            if (e.getCause() instanceof PublishException failure) {
                throw failure;
            }
            // A fault of the program that one node's answer brings out must not cost the samples of the others.
            LOG.warn("asking a node", e.getCause());
            return e.getCause().toString();
        }
    }

    private void logFailures(Collection<String> nodes, Map<String, String> failures) {
        for (String node : nodes) {
            String failure = failures.get(node);
            if (failure != null && silent.add(node)) {
                notes.accept(node + " does not answer (" + failure + "); it is asked again in every poll");
            } else if (failure == null && silent.remove(node)) {
                notes.accept(node + " answers again");
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Lets the threads publish one after the other, and none of them after the poll. */
    private static final class OneAtATime implements RecordPublisher {
        private final RecordPublisher output;
        private boolean closed;

        OneAtATime(RecordPublisher output) {
            this.output = output;
        }

        @Override
        public synchronized <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            requireOpen();
            return output.publish(topic, record);
        }

        @Override
        public synchronized void refuseAgain(DeadLetter letter) {
            requireOpen();
            output.refuseAgain(letter);
        }

        private void requireOpen() {
            if (closed) {
                throw new CancellationException("the poll is over");
            }
        }

        @Override
        public void flush() {
            throw new UnsupportedOperationException("the collector flushes when all nodes have been asked");
        }

        @Override
        public synchronized void close() {
            closed = true;
        }
    }
}
