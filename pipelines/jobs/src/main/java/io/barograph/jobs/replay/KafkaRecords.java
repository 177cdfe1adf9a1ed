package io.barograph.jobs.replay;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.flink.topics.RawRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.function.LongBinaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Ranges of partitions, merged. Those of a partition are put in the order of their time as far as {@value #LOOK_AHEAD} of
 * them reach: sources whose records lie in one partition may be minutes apart there, after an outage or by their clocks. A
 * partition of which enough waits is paused, so that the one that the order needs next comes. Committed records only.
 *
 * <p>Memory: {@value #MAX_BUFFERED} records a partition and what one poll brings.
 */
final class KafkaRecords implements ReplayRecords {
    private static final int LOOK_AHEAD = 8_000;
    private static final int MAX_BUFFERED = 10_000;
    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ReplayScope scope;
    private final SkippedRecords skipped;
    private final Map<TopicPartition, Partition> partitions = new HashMap<>();
    private final MergedRecords merged;

    KafkaRecords(
            KafkaConnection kafka,
            List<KafkaInput.Range> ranges,
            ReplayScope scope,
            SkippedRecords skipped,
            LateArrivals late) {
        this.consumer = consumer(kafka);
        this.scope = scope;
        this.skipped = skipped;
        for (KafkaInput.Range range : ranges) {
            Partition partition =
                    new Partition(range, range.in(kafka.topicPrefix()), late.of(range.topic(), range.partition()));
            partitions.put(partition.place, partition);
        }
        consumer.assign(partitions.keySet());
        partitions.values().forEach(partition -> consumer.seek(partition.place, partition.range.begin()));
        merged = MergedRecords.of(partitions.values());
    }

    static KafkaConsumer<byte[], byte[]> consumer(KafkaConnection kafka) {
        Properties properties = kafka.properties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"); // retention may have cut what was planned
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** {@return the partitions of a topic; none if there is no such topic} */
    static List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer, KafkaConnection kafka, Topic<?> topic) {
        return consumer.listTopics().getOrDefault(kafka.topicPrefix() + topic.name(), List.of()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    @Override
    public ReplayedRecord next() throws IOException {
        return merged.next();
    }

    @Override
    public void close() throws IOException {
        consumer.close();
    }

    private void poll() {
        for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
            partitions
                    .get(new TopicPartition(message.topic(), message.partition()))
                    .add(message);
        }
        partitions.values().forEach(Partition::note);
    }

    /** One partition: its records as they are needed. */
    private final class Partition implements ReplayRecords {
        private final KafkaInput.Range range;
        private final TopicPartition place;
        private final LongBinaryOperator late;
        private final Topic<SpecificRecord> topic;
        private final AvroCodec<SpecificRecord> codec;
        private final RecordAdmission<SpecificRecord> admission;
        private final PriorityQueue<ConsumerRecord<byte[], byte[]>> buffered =
                new PriorityQueue<>(Comparator.<ConsumerRecord<byte[], byte[]>>comparingLong(ConsumerRecord::timestamp)
                        .thenComparingLong(ConsumerRecord::offset));
        private boolean paused;
        private boolean ended;

        Partition(KafkaInput.Range range, TopicPartition place, LongBinaryOperator late) {
            this.range = range;
            this.place = place;
            this.late = late;
            this.topic = Topic.named(range.topic());
            this.codec = AvroCodec.of(topic.type());
            this.admission = RecordAdmission.of(topic.type());
        }

        void add(ConsumerRecord<byte[], byte[]> message) {
            if (message.offset() < range.end() && scope.reads(range.topic(), message.timestamp())) {
                buffered.add(message);
            }
        }

        /** Positions, not records, show the end: markers of transactions take offsets, too. */
        void note() {
            ended |= consumer.position(place) >= range.end();
            if ((ended || buffered.size() >= MAX_BUFFERED) && !paused) {
                consumer.pause(List.of(place));
                paused = true;
            }
        }

        @Override
        public ReplayedRecord next() {
            while (true) {
                while (buffered.size() < LOOK_AHEAD && !ended) {
                    if (paused) {
                        consumer.resume(List.of(place));
                        paused = false;
                    }
                    poll();
                }
                ConsumerRecord<byte[], byte[]> message = buffered.poll();
                if (message == null) {
                    return null;
                }
                ReplayedRecord replayed = replayed(message);
                if (scope.reads(replayed.record())) {
                    return replayed;
                }
            }
        }

        private ReplayedRecord replayed(ConsumerRecord<byte[], byte[]> message) {
            SpecificRecord record;
            try {
                record = codec.decode(message.value());
            } catch (MalformedRecordException e) {
                return ReplayedRecord.refused(RawRecord.of(message), e.getMessage());
            }
            String refusal = admission.refusal(record, message.timestamp());
            String reason = refusal == null ? skipped.reason(topic, record) : refusal;
            LateArrivalTime.stamp(record, late.applyAsLong(message.offset(), message.timestamp()));
            return reason != null
                    ? ReplayedRecord.refused(RawRecord.of(message), reason)
                    : new ReplayedRecord(
                            range.topic(), message.partition(), message.offset(), message.timestamp(), record);
        }

        @Override
        public void close() {
            // the consumer serves the others, too
        }
    }
}
