package io.barograph.flink.topics;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.OperatorFailure;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.QuarantinedRecord;
import io.barograph.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that made a job fail, in a topic that all its task managers and its replays read. The job restarts from its
 * checkpoint and skips them from then on.
 *
 * <p>A bug of the program makes many records fail. To skip them all would hide it, so no more than
 * {@value #MAX_OFFENDERS_PER_DAY} records of an operator are noted in a day; with further ones the job goes on failing.
 */
public record QuarantineTopic(KafkaConnection kafka, String job) implements FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(QuarantineTopic.class);

    /** More than hostile or odd records of one day in a site that is in order; few enough to be looked at one by one. */
    static final int MAX_OFFENDERS_PER_DAY = 20;

    private static final ConcurrentMap<QuarantineTopic, LastRead> LAST_READ = new ConcurrentHashMap<>();

    /** Less than the shortest pause before a restart, so that no process misses what another one noted. */
    private static final long MAX_AGE_NANOS = Duration.ofMillis(500).toNanos();

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(100);

    /** @return what its live analysis has noted, which replays skip, too */
    public static QuarantineTopic ofAnalysis(KafkaConnection kafka) {
        return new QuarantineTopic(kafka, "analysis");
    }

    /** All operators of a process ask when a job starts; those that wait for one who reads take what it has read. */
    @Override
    public SkippedRecords skipped() {
        long oldest = System.nanoTime() - MAX_AGE_NANOS;
        return LAST_READ
                .compute(this, (topic, last) -> last != null && last.since() - oldest > 0 ? last : topic.read())
                .skipped();
    }

    private LastRead read() {
        long since = System.nanoTime();
        Map<RecordIdentity, String> reasons = new HashMap<>();
        Map<String, Set<RecordIdentity>> byOperator = new HashMap<>();
        for (QuarantinedRecord entry : entries()) {
            if (entry.getJob().equals(job)) {
                RecordIdentity record = new RecordIdentity(entry.getTopic(), entry.getRecord());
                reasons.put(record, reason(entry));
                if (!record.isWithinOperator()) {
                    operators(entry).forEach(operator -> byOperator
                            .computeIfAbsent(operator, each -> new HashSet<>())
                            .add(record));
                }
            }
        }
        return new LastRead(new SkippedRecords(reasons, byOperator), since);
    }

    /** @param since when it began to be read */
    private record LastRead(SkippedRecords skipped, long since) {}

    private static Set<String> operators(QuarantinedRecord entry) {
        Set<String> operators = new TreeSet<>(entry.getEarlierOperators());
        operators.add(entry.getOperator());
        return operators;
    }

    private static String reason(QuarantinedRecord entry) {
        return "made operator \"" + entry.getOperator() + "\" of job " + entry.getJob() + " fail: "
                + entry.getException();
    }

    @Override
    public String note(OperatorFailure failure) {
        try {
            return noted(failure);
        } catch (InterruptException | InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it could not be noted, for the task ends";
        } catch (KafkaException | IllegalStateException | ExecutionException e) {
            LOG.warn("record {} made an operator fail, which could not be noted", failure.record(), e);
            return "that could not be noted in topic " + topic() + ": " + e.getMessage();
        }
    }

    private String noted(OperatorFailure failure) throws InterruptedException, ExecutionException {
        String key = key(failure.record());
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        QuarantinedRecord known = null;
        int others = 0;
        for (QuarantinedRecord each : entries()) {
            if (each.getKey().equals(key)) {
                known = each;
            } else if (each.getJob().equals(job)
                    && each.getOperator().equals(failure.operator())
                    && each.getFirstFailure().isAfter(now.minus(DAY))) {
                others++;
            }
        }
        if (known == null && others >= MAX_OFFENDERS_PER_DAY) {
            return "it is not skipped: " + others + " other records made this operator of job " + job
                    + " fail within a day, so the fault is the program's, not theirs";
        }
        QuarantinedRecord entry = QuarantinedRecord.newBuilder()
                .setKey(key)
                .setJob(job)
                .setTopic(failure.record().topic())
                .setRecord(failure.record().name())
                .setOperator(failure.operator())
                .setEarlierOperators(known == null ? List.of() : List.copyOf(operators(known)))
                .setException(failure.exception())
                .setFirstFailure(known == null ? now : known.getFirstFailure())
                .setLastFailure(now)
                .setLeftOut(known == null ? null : known.getLeftOut())
                .build();
        if (known == null && failure.record().isWithinOperator()) {
            // First, for once it is noted nobody comes back to it: rather twice than not at all.
            write(Topic.DEAD_LETTERS, letter(failure.record().topic(), entry, now));
        }
        write(Topic.QUARANTINE, entry);
        LAST_READ.remove(this);
        return "it is skipped from now on (topic " + topic() + ")";
    }

    private String key(RecordIdentity record) {
        return job + "/" + record.topic() + "/" + record.name();
    }

    @Override
    public void leftOut(RecordIdentity record) {
        try {
            writeThatLeftOut(record);
        } catch (InterruptException | InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException | IllegalStateException | ExecutionException e) {
            LOG.warn("record {} is left out; its dead letter could not be written", record, e);
        }
    }

    /** One dead letter, however many operators of this process leave something of it out, and however often. */
    private void writeThatLeftOut(RecordIdentity record) throws InterruptedException, ExecutionException {
        synchronized (LAST_READ) {
            Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
            for (QuarantinedRecord entry : entries()) {
                if (entry.getKey().equals(key(record)) && entry.getLeftOut() == null) {
                    write(Topic.DEAD_LETTERS, letter(kafka.topicPrefix() + record.topic(), entry, now));
                    entry.setLeftOut(now);
                    write(Topic.QUARANTINE, entry);
                }
            }
        }
    }

    /** Of a record that is read again, its decoder writes that. */
    private DeadLetter letter(String source, QuarantinedRecord entry, Instant now) {
        return DeadLetters.of(source, entry.getRecord(), "job " + job, SkippedRecords.REASON + reason(entry), now);
    }

    private String topic() {
        return kafka.topicPrefix() + Topic.QUARANTINE.name();
    }

    private <T extends SpecificRecord> void write(Topic<T> topic, T entry)
            throws InterruptedException, ExecutionException {
        Properties properties = kafka.properties();
        KafkaSettings.PRODUCER_DEFAULTS.forEach(properties::putIfAbsent);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) TIMEOUT.toMillis());
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis() / 2);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            kafka.topicPrefix() + topic.name(),
                            null,
                            topic.timestamp().applyAsLong(entry),
                            topic.keyBytes(entry),
                            AvroCodec.of(topic.type()).encode(entry)))
                    .get();
        }
    }

    /**
     * @return what the topic holds of all jobs now, the newest of each key; nothing if there is no such topic
     * @throws KafkaException if the broker does not answer
     */
    public List<QuarantinedRecord> entries() {
        Properties properties = kafka.properties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) TIMEOUT.toMillis());
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"); // the broker compacts meanwhile
        Map<String, QuarantinedRecord> newest = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().getOrDefault(topic(), List.of()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + TIMEOUT.toNanos();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                if (System.nanoTime() > deadline) {
                    throw new KafkaException("topic " + topic() + " could not be read within " + TIMEOUT);
                }
                consumer.poll(POLL).forEach(message -> put(message, newest));
            }
        }
        return new ArrayList<>(newest.values());
    }

    /** Somebody else's record, or one of a later schema, is none of ours: it must not keep a job from starting. */
    private void put(ConsumerRecord<byte[], byte[]> message, Map<String, QuarantinedRecord> newest) {
        if (message.key() == null) {
            return;
        }
        String key = new String(message.key(), StandardCharsets.UTF_8);
        newest.remove(key);
        if (message.value() != null) {
            try {
                newest.put(key, AvroCodec.of(QuarantinedRecord.class).decode(message.value()));
            } catch (MalformedRecordException e) {
                LOG.warn("record {} of topic {} cannot be read: {}", message.offset(), topic(), e.getMessage());
            }
        }
    }
}
