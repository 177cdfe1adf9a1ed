package io.barograph.jobs.replay;

import io.barograph.configuration.ConfigurationException;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * What the result topics hold when the analysis starts again without its state: it emits what is decided after that, and
 * of the half hour before what is not there yet.
 *
 * <p>An operator emits its decisions in the order of event time. So a topic is complete up to its last committed decision,
 * but for what is out of that order: a correction of rates (15 min), and sinks of one checkpoint of which some had
 * committed and others not. {@link #MARGIN} is for these. A topic in which something is seldom written (events, verdicts)
 * is complete as far as those are in which something is written each minute.
 */
public record CommittedResults(Map<String, CommittedTail> tails) implements Serializable {
    /** What is decided so long before the last committed decision is looked up by its identity. */
    static final Duration MARGIN = Duration.ofMinutes(30);

    /** Of one partition; at most so many identities (16 bytes each) are held until event time has passed them. */
    static final long MAX_TAIL_RECORDS = 1_000_000;

    /** Results come each minute while their inputs do. */
    private static final Set<String> STEADY =
            Set.of(Topic.SERVER_RATES.name(), Topic.LIVE_COVERAGE.name(), Topic.SLOWDOWNS.name());

    /** A topic whose last decision lies so far behind the newest has no inputs any more. */
    private static final Duration ENDED = Duration.ofDays(1);

    /** Baselines, the longest job, and the month whose volume is summed. */
    private static final Duration REACH = Duration.ofDays(31);

    private static final Duration TRANSACTIONS_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long FIRST_LOOK_BACK = 1_000;

    public CommittedResults {
        tails = Map.copyOf(tails);
    }

    /**
     * Ends the transactions that the analysis left open, which nobody can commit without its state, and looks at what is
     * committed.
     *
     * @throws ConfigurationException if the broker refuses; the message says what to do
     */
    public static CommittedResults of(KafkaConnection kafka, String job, Collection<Topic<?>> topics) {
        try (Admin admin = Admin.create(kafka.properties());
                KafkaConsumer<byte[], byte[]> consumer = KafkaRecords.consumer(kafka)) {
            Map<String, List<TopicPartition>> partitions = new HashMap<>();
            topics.forEach(topic -> partitions.put(topic.name(), KafkaRecords.partitions(consumer, kafka, topic)));
            endTransactions(
                    admin,
                    consumer,
                    kafka.topicPrefix() + job + "-",
                    partitions.values().stream().flatMap(List::stream).toList());
            // Notes on late records are no decisions: they are made again, and of two on one record the last holds.
            List<Topic<?>> results = topics.stream()
                    .filter(topic -> !topic.equals(Topic.LATE_RECORDS))
                    .toList();
            Map<String, Long> last = new TreeMap<>();
            for (Topic<?> topic : results) {
                if (!topic.equals(Topic.DEAD_LETTERS)) {
                    lastDecision(consumer, topic, partitions.get(topic.name()))
                            .ifPresent(time -> last.put(topic.name(), time));
                }
            }
            Map<String, CommittedTail> tails = new HashMap<>();
            for (Topic<?> topic : results) {
                boolean refused = topic.equals(Topic.DEAD_LETTERS);
                // Inputs are refused at whatever time they claim: each letter is looked up.
                long from = refused ? Long.MIN_VALUE : from(topic, last);
                long to = refused ? Long.MAX_VALUE : last.getOrDefault(topic.name(), from);
                List<CommittedTail.Range> ranges = ranges(consumer, partitions.get(topic.name()), from);
                tails.put(topic.name(), new CommittedTail(from, to, ranges));
            }
            return new CommittedResults(tails);
        } catch (ExecutionException | KafkaException e) {
            throw new ConfigurationException(
                    "kafka at " + kafka.bootstrapServers() + ": " + BrokerErrorExplainer.explain(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while looking at what is committed", e);
        }
    }

    public CommittedTail tail(Topic<?> topic) {
        return tails.getOrDefault(topic.name(), CommittedTail.NONE);
    }

    /** @return time of the first record that is needed to decide what is not committed, milliseconds since the epoch */
    public long readFrom(Topic<?> topic, Duration climate) {
        OptionalLong first = tails.values().stream()
                .mapToLong(CommittedTail::from)
                .filter(time -> time != Long.MIN_VALUE)
                .min();
        if (first.isEmpty() || topic.equals(Topic.SITE_EVENTS)) {
            return Long.MIN_VALUE; // what was declared holds until something else is
        }
        Duration reach = topic.equals(Topic.JOB_WEATHER) ? climate : REACH;
        return first.getAsLong() - reach.toMillis();
    }

    public static Set<ResultIdentity> identities(KafkaConnection kafka, Topic<?> topic, CommittedTail tail) {
        Set<ResultIdentity> identities = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = KafkaRecords.consumer(kafka)) {
            Map<TopicPartition, CommittedTail.Range> ranges = new HashMap<>();
            tail.ranges()
                    .forEach(range -> ranges.put(
                            new TopicPartition(kafka.topicPrefix() + topic.name(), range.partition()), range));
            ranges.forEach((partition, range) -> read(consumer, topic, partition, range, record -> {
                if (topic.equals(Topic.DEAD_LETTERS) || timeOf(topic, record) >= tail.from()) {
                    identities.add(ResultIdentity.of(topic, record));
                }
            }));
        }
        return identities;
    }

    static long from(Topic<?> topic, Map<String, Long> last) {
        OptionalLong newest = last.values().stream().mapToLong(time -> time).max();
        if (newest.isEmpty()) {
            return Long.MIN_VALUE;
        }
        long[] steadyOnes = last.entrySet().stream()
                .filter(each -> STEADY.contains(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .toArray();
        OptionalLong newestSteady = LongStream.of(steadyOnes).max();
        OptionalLong steady = LongStream.of(steadyOnes)
                .filter(time -> time >= newestSteady.getAsLong() - ENDED.toMillis())
                .min();
        Long own = last.get(topic.name());
        // Not by its own last decision where something steadier is known: who may write imported weather to job-weather
        // could make up one that says that nothing before it is missing.
        boolean byItself = own != null && (STEADY.contains(topic.name()) || steady.isEmpty());
        return (byItself ? own : steady.orElse(newest.getAsLong())) - MARGIN.toMillis();
    }

    private static void endTransactions(
            Admin admin,
            KafkaConsumer<byte[], byte[]> committed,
            String idPrefix,
            Collection<TopicPartition> partitions)
            throws ExecutionException, InterruptedException {
        List<String> open = admin
                .listTransactions(new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
                .all()
                .get()
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(idPrefix))
                .toList();
        if (!open.isEmpty()) {
            admin.fenceProducers(open).all().get();
        }
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Instant deadline = Instant.now().plus(TRANSACTIONS_TIMEOUT);
        while (true) {
            Map<TopicPartition, Long> ends = committed.endOffsets(partitions);
            boolean isEnded = admin.listOffsets(latest).all().get().entrySet().stream()
                    .allMatch(end -> ends.get(end.getKey()) >= end.getValue().offset());
            if (isEnded) {
                return;
            }
            if (Instant.now().isAfter(deadline)) {
                throw new ConfigurationException("a result topic still has an open transaction after "
                        + TRANSACTIONS_TIMEOUT.toSeconds()
                        + " s: is the analysis still running? Cancel it, then start it again");
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    /** Looks back from the end, twice as far each time, until a decision is there. */
    private static OptionalLong lastDecision(
            KafkaConsumer<byte[], byte[]> consumer, Topic<?> topic, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long[] last = {Long.MIN_VALUE};
        for (TopicPartition partition : partitions) {
            long begin = begins.get(partition);
            long end = ends.get(partition);
            boolean[] found = new boolean[1];
            for (long back = FIRST_LOOK_BACK; end > begin && !found[0]; back *= 2) {
                long from = Math.max(begin, end - back);
                read(consumer, topic, partition, new CommittedTail.Range(partition.partition(), from, end), record -> {
                    if (!(record instanceof JobWeather weather) || weather.getCollector() == null) {
                        found[0] = true;
                        last[0] = Math.max(last[0], timeOf(topic, record));
                    }
                });
                end = from;
            }
        }
        return last[0] == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(last[0]);
    }

    private static List<CommittedTail.Range> ranges(
            KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions, long from) {
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, Math.max(0, from)));
        Map<TopicPartition, OffsetAndTimestamp> first = consumer.offsetsForTimes(times);
        List<CommittedTail.Range> ranges = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long end = ends.get(partition);
            OffsetAndTimestamp found = first.get(partition);
            long begin = from <= 0 ? begins.get(partition) : found == null ? end : found.offset();
            begin = Math.max(begin, end - MAX_TAIL_RECORDS);
            if (begin < end) {
                ranges.add(new CommittedTail.Range(partition.partition(), begin, end));
            }
        }
        return ranges;
    }

    private static void read(
            KafkaConsumer<byte[], byte[]> consumer,
            Topic<?> topic,
            TopicPartition partition,
            CommittedTail.Range range,
            Consumer<SpecificRecord> handler) {
        AvroCodec<?> codec = AvroCodec.of(topic.type());
        consumer.assign(List.of(partition));
        consumer.seek(partition, range.begin());
        while (consumer.position(partition) < range.end()) {
            for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                if (message.offset() < range.end()) {
                    decoded(codec, message).ifPresent(handler);
                }
            }
        }
    }

    /** What is no record was not written by the analysis, and must not keep it from starting again. */
    private static Optional<SpecificRecord> decoded(AvroCodec<?> codec, ConsumerRecord<byte[], byte[]> message) {
        try {
            return Optional.of(codec.decode(message.value()));
        } catch (MalformedRecordException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("unchecked") // the record is of the topic
    private static long timeOf(Topic<?> topic, SpecificRecord record) {
        return ((Topic<SpecificRecord>) topic).timestamp().applyAsLong(record);
    }
}
