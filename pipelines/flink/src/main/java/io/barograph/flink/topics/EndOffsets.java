package io.barograph.flink.topics;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second where the partitions of a broker end. One for all sources of a JVM that read from the same broker;
 * the last of them to close ends it. While the broker does not answer there is no new snapshot; who asks judges by its
 * age.
 *
 * <p>The end is that of committed records, as the sources read no others.
 */
final class EndOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(EndOffsets.class);
    private static final Map<KafkaConnection, EndOffsets> SHARED = new HashMap<>();
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int ANSWER_TIMEOUT_MILLIS = 3_000;
    private static final long COMPLAINT_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final KafkaConnection connection;
    private final Supplier<Admin> clients;
    private final SiteReferenceTime reference = new SiteReferenceTime(System::currentTimeMillis);
    private final Map<Object, List<TopicPartition>> watched = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private int users;
    private volatile EndOffsetsSnapshot snapshot = EndOffsetsSnapshot.NONE;
    private long complainedAt = System.nanoTime() - COMPLAINT_INTERVAL_NANOS;

    private EndOffsets(KafkaConnection connection, Supplier<Admin> clients) {
        this.connection = connection;
        this.clients = clients;
    }

    /** @return the one that looks there; to be released with {@link #release} by each who asked for it */
    static EndOffsets shared(KafkaConnection connection) {
        synchronized (SHARED) {
            EndOffsets ends = SHARED.computeIfAbsent(connection, EndOffsets::started);
            ends.users++;
            return ends;
        }
    }

    private static EndOffsets started(KafkaConnection connection) {
        return started(connection, () -> Admin.create(clientProperties(connection)));
    }

    /**
     * @param clients makes a client of it; called again after a client has failed
     * @return one that looks there and that nobody else uses
     */
    static EndOffsets started(KafkaConnection connection, Supplier<Admin> clients) {
        EndOffsets ends = new EndOffsets(connection, clients);
        Thread thread = new Thread(ends::look, "log ends of " + connection.bootstrapServers());
        thread.setDaemon(true);
        thread.start();
        return ends;
    }

    /** @return the clock of {@link EndOffsetsSnapshot#takenAt}, in milliseconds */
    static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    void watch(Object user, Collection<TopicPartition> partitions) {
        watched.merge(user, List.copyOf(partitions), EndOffsets::joined);
    }

    private static List<TopicPartition> joined(List<TopicPartition> earlier, List<TopicPartition> later) {
        return Stream.concat(earlier.stream(), later.stream()).distinct().toList();
    }

    /** Ends it when the user was the last. */
    void release(Object user) {
        watched.remove(user);
        synchronized (SHARED) {
            if (--users <= 0) {
                SHARED.remove(connection, this);
                closed.countDown();
            }
        }
    }

    /** @return the newest look; {@link EndOffsetsSnapshot#NONE} before the first */
    EndOffsetsSnapshot snapshot() {
        return snapshot;
    }

    SiteReferenceTime reference() {
        return reference;
    }

    /** Whatever fails, it looks again: without the ends event time stands still while the job seems well. */
    private void look() {
        boolean isClosed = false;
        while (!isClosed) {
            try {
                lookUntilItFails();
                isClosed = closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) { // by nobody that owns this thread: its end is release()
                complain("interrupted while looking at the ends of partitions", e);
            }
        }
    }

    private void lookUntilItFails() throws InterruptedException {
        try (Admin admin = clients.get()) {
            boolean works = true;
            while (works) {
                works = lookOnce(admin) && !closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (RuntimeException | Error e) { // an Error, too: nobody else would hear of it
            complain("the ends of partitions cannot be asked for; event time waits, and the client is made anew", e);
        }
    }

    /** @return false if the client is of no use any more: it failed otherwise than by an answer or its absence */
    private boolean lookOnce(Admin admin) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> questions = new HashMap<>();
        watched.values()
                .forEach(partitions -> partitions.forEach(partition -> questions.put(partition, OffsetSpec.latest())));
        if (questions.isEmpty()) {
            return true;
        }
        ListOffsetsResult answers = admin.listOffsets(
                questions, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_TIMEOUT_MILLIS));
        Map<TopicPartition, Long> ends = new HashMap<>();
        boolean isBroken = false;
        for (TopicPartition partition : questions.keySet()) {
            try {
                ends.put(partition, answers.partitionResult(partition).get().offset());
            } catch (ExecutionException e) {
                isBroken |= !(e.getCause() instanceof ApiException);
                complain("where " + partition + " ends is not known; event time waits", e.getCause());
            }
        }
        if (!ends.isEmpty()) {
            snapshot = new EndOffsetsSnapshot(snapshot.number() + 1, millis(), ends);
        }
        return !isBroken;
    }

    private void complain(String what, Throwable cause) {
        if (System.nanoTime() - complainedAt >= COMPLAINT_INTERVAL_NANOS) {
            complainedAt = System.nanoTime();
            LOG.warn("{}: {}", what, cause.toString());
        }
    }

    private static Properties clientProperties(KafkaConnection connection) {
        Properties properties = connection.properties();
        properties.setProperty(AdminClientConfig.CLIENT_ID_CONFIG, connection.topicPrefix() + "log-ends");
        properties.setProperty(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Integer.toString(ANSWER_TIMEOUT_MILLIS));
        properties.setProperty(
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Integer.toString(ANSWER_TIMEOUT_MILLIS));
        return properties;
    }
}
