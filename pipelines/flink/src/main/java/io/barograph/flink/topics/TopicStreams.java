package io.barograph.flink.topics;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.quarantine.OperatorFailure;
import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.RecordSizeLimit.SizeLimitQuery;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.LateRecords;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.SourceQuotas;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics of one job as streams. Every source and sink gets the job's and topic's name as uid. */
public final class TopicStreams implements ResultTarget {
    /** Below the broker's default limit of 15 min ({@code transaction.max.timeout.ms}). */
    private static final String TRANSACTION_TIMEOUT_MILLIS = "600000";

    private final StreamExecutionEnvironment env;
    private final KafkaConnection connection;
    private final String job;
    private final boolean bounded;
    private final int servers;
    private final List<DataStream<LateRecords>> late = new ArrayList<>();
    private final List<DataStream<EncodedRecord>> encoded = new ArrayList<>();
    private final Set<String> written = new LinkedHashSet<>();
    private final List<DataStream<DeadLetter>> notWritten = new ArrayList<>();
    private boolean deadLettersAreWritten;

    /**
     * @param job name of the job; consumer group, transaction ids and uids begin with it
     * @param bounded true to read what the topics hold now and end, false to go on for ever
     */
    public TopicStreams(StreamExecutionEnvironment env, KafkaConnection connection, String job, boolean bounded) {
        this(env, connection, job, bounded, new FileSystemCatalogue(List.of()));
    }

    /** @param catalogue what the site has; a source that brings many times as many servers is refused */
    public TopicStreams(
            StreamExecutionEnvironment env,
            KafkaConnection connection,
            String job,
            boolean bounded,
            FileSystemCatalogue catalogue) {
        this.env = env;
        this.connection = connection;
        this.job = job;
        this.bounded = bounded;
        this.servers = SourceQuotas.serversOf(catalogue);
    }

    /**
     * @param watermarks event time of its records; the record timestamp is the sample's or result's time. Live it is
     *     {@link PartitionWatermarkStrategy}, or none
     * @return the decoded committed records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> read(
            Topic<T> topic, WatermarkStrategy<RawRecord> watermarks) {
        return read(topic, watermarks, begin());
    }

    /**
     * As {@link #read(Topic, WatermarkStrategy)}, from a time on when the job has no state.
     *
     * @param from time of the first record, milliseconds since the epoch; before it, what lies behind that one
     * @return the decoded records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> readFrom(
            Topic<T> topic, WatermarkStrategy<RawRecord> watermarks, long from) {
        return read(topic, watermarks, from <= 0 ? OffsetsInitializer.earliest() : OffsetsInitializer.timestamp(from));
    }

    /**
     * @param topic topic that is read from its begin whenever the job starts without a checkpoint: a compacted one
     * @return the decoded records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> readWhole(Topic<T> topic) {
        return read(topic, WatermarkStrategy.noWatermarks(), OffsetsInitializer.earliest());
    }

    private <T extends SpecificRecord> SingleOutputStreamOperator<T> read(
            Topic<T> topic, WatermarkStrategy<RawRecord> watermarks, OffsetsInitializer begin) {
        String name = job + "-" + topic.name();
        KafkaSource<RawRecord> source = source(List.of(topic), name, true, begin);
        SingleOutputStreamOperator<RawRecord> records = env.fromSource(
                        watermarks instanceof PartitionWatermarkStrategy
                                        || watermarks instanceof HistoryWatermarkStrategy
                                ? new PartitionTrackingSource(source, connection)
                                : source,
                        watermarks,
                        "read " + topic.name(),
                        RawRecord.TYPE)
                .uid(name + "-source");
        if (watermarks instanceof PartitionWatermarkStrategy live && live.isClock()) {
            records = records.partitionCustom(
                            new SubtaskPartitioner(connection.topicPrefix() + topic.name()), RawRecord::partition)
                    .transform("judge lateness of " + topic.name(), RawRecord.TYPE, new LatenessOperator(topic.name()))
                    .uid(name + "-lateness");
            late.add(records.getSideOutput(LatenessOperator.LATE));
        }
        return decoded(records, topic);
    }

    private <T extends SpecificRecord> SingleOutputStreamOperator<T> decoded(
            DataStream<RawRecord> records, Topic<T> topic) {
        return records.process(new DecodeFunction<>(topic, "job " + job, servers, quarantine()))
                .returns(AvroFormat.typeOf(topic.type()))
                .name("decode " + topic.name())
                .uid(job + "-" + topic.name() + "-decode");
    }

    /**
     * Decodes the records of one topic.
     *
     * @param records records of several topics, as of {@link #readRaw}
     * @return the decoded records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> decode(
            DataStream<RawRecord> records, Topic<T> topic) {
        return decoded(
                records.filter(new IsOfTopic(connection.topicPrefix() + topic.name()))
                        .name("of " + topic.name())
                        .uid(job + "-" + topic.name() + "-of-topic"),
                topic);
    }

    /**
     * Reads several topics with one source. A source of its own for each topic costs a client and seven threads each; with
     * one, all topics wait while an operator behind it takes no more records of one of them.
     *
     * @param committedOnly false to see results before their transaction ends, for idempotent readers
     * @return the records as they are in the topics, without watermarks
     */
    public DataStream<RawRecord> readRaw(List<? extends Topic<?>> topics, boolean committedOnly) {
        return env.fromSource(
                        source(topics, job, committedOnly, begin()),
                        WatermarkStrategy.noWatermarks(),
                        "read topics",
                        RawRecord.TYPE)
                .uid(job + "-source");
    }

    @SuppressWarnings("deprecation") // the connector still asks for Kafka's deprecated OffsetResetStrategy
    private OffsetsInitializer begin() {
        return bounded
                ? OffsetsInitializer.earliest()
                : OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
    }

    private KafkaSource<RawRecord> source(
            List<? extends Topic<?>> topics, String name, boolean committedOnly, OffsetsInitializer begin) {
        KafkaSourceBuilder<RawRecord> source = KafkaSource.<RawRecord>builder()
                .setProperties(connection.properties())
                .setTopics(topics.stream()
                        .map(topic -> connection.topicPrefix() + topic.name())
                        .toList())
                .setGroupId(connection.topicPrefix() + job)
                .setClientIdPrefix(connection.topicPrefix() + name)
                .setProperty(
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, committedOnly ? "read_committed" : "read_uncommitted")
                .setStartingOffsets(begin)
                .setDeserializer(new RawRecordDeserializer());
        if (bounded) {
            source.setBounded(OffsetsInitializer.latest());
        }
        return source.build();
    }

    /** @return which records came behind the watermark, of the topics that were read so far; one stream of each */
    public List<DataStream<LateRecords>> late() {
        return List.copyOf(late);
    }

    /** @return where it is noted that a record made the job fail */
    public QuarantineTopic quarantine() {
        return new QuarantineTopic(connection, job);
    }

    /** As {@link #write(List, Topic)} for the records of one operator. */
    public <T extends SpecificRecord> void write(DataStream<T> records, Topic<T> topic) {
        write(List.of(records), topic);
    }

    /**
     * Writes records in Kafka transactions that end with Flink's checkpoints: exactly once for those who read committed
     * records. They are encoded where they are made and go to the one sink of the job as bytes: a transaction of each of its
     * subtasks holds the records of all topics. A record that is larger than its topic takes, or cannot be encoded, is among
     * the dead letters, which are therefore written last: the sink is made then.
     *
     * @param streams records to write, at least one stream
     * @throws IllegalStateException if the dead letters are written already
     */
    @Override
    public <T extends SpecificRecord> void write(List<DataStream<T>> streams, Topic<T> topic) {
        boolean letters = topic.equals(Topic.DEAD_LETTERS);
        if (deadLettersAreWritten) {
            throw new IllegalStateException(
                    topic.name() + " is written after the dead letters, which would lack those of it");
        }
        deadLettersAreWritten = letters;
        written.add(connection.topicPrefix() + topic.name());
        int number = 0;
        for (DataStream<T> stream : letters ? withNotWritten(streams) : streams) {
            SingleOutputStreamOperator<EncodedRecord> records = encode(stream, topic, number++);
            encoded.add(records);
            if (!letters) {
                notWritten.add(records.getSideOutput(EncodeFunction.NOT_WRITTEN));
            }
        }
        if (letters) {
            writeEncoded();
        }
    }

    private <T extends SpecificRecord> SingleOutputStreamOperator<EncodedRecord> encode(
            DataStream<T> records, Topic<T> topic, int number) {
        SizeLimitQuery limits = new RecordSizeLimit.BrokerSizeLimits(
                connection, producerProperties().getProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG));
        return records.process(
                        new EncodeFunction<>(topic, connection.topicPrefix(), "job " + job, limits), EncodedRecord.TYPE)
                .name("encode " + topic.name())
                .uid(job + "-" + topic.name() + "-encode-" + number);
    }

    @SuppressWarnings("unchecked") // the topic is that of dead letters
    private <T extends SpecificRecord> List<DataStream<T>> withNotWritten(List<DataStream<T>> letters) {
        List<DataStream<T>> all = new ArrayList<>(letters);
        notWritten.forEach(more -> all.add((DataStream<T>) (DataStream<?>) more));
        return all;
    }

    private void writeEncoded() {
        Properties properties = producerProperties();
        properties.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MILLIS);
        encoded.stream()
                .reduce(DataStream::union)
                .orElseThrow()
                .sinkTo(new TransactionalSink<>(
                        properties,
                        connection.topicPrefix() + job + "-results",
                        new EncodedSerializer(List.copyOf(written))))
                .name("write results")
                .uid(job + "-results-sink");
    }

    /**
     * Writes records at once, and again after a failure: for a job whose checkpoints may take longer than a transaction.
     * What is larger than the topic takes, or cannot be encoded, is counted and logged.
     *
     * @param records records that may lie in their topic twice
     */
    public <T extends SpecificRecord> void append(DataStream<T> records, Topic<T> topic) {
        String name = job + "-" + topic.name();
        encode(records, topic, 0)
                .sinkTo(KafkaSink.<EncodedRecord>builder()
                        .setKafkaProducerConfig(producerProperties())
                        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                        .setRecordSerializer(new EncodedSerializer(List.of(connection.topicPrefix() + topic.name())))
                        .build())
                .name("append to " + topic.name())
                .uid(name + "-sink");
    }

    private Properties producerProperties() {
        Properties properties = connection.properties();
        properties.setProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(Topic.MAX_RECORD_BYTES));
        KafkaSettings.PRODUCER_DEFAULTS.forEach(properties::putIfAbsent);
        return properties;
    }

    private static final class IsOfTopic implements FilterFunction<RawRecord> {
        private final String topic;

        IsOfTopic(String topic) {
            this.topic = topic;
        }

        @Override
        public boolean filter(RawRecord record) {
            return record.topic().equals(topic);
        }
    }

    /**
     * Key, timestamp and value of a record, as the topic catalogue says. A record that is larger than its topic takes, or
     * of which these cannot be made, would make the job fail, again after each restart: it goes to
     * {@link #NOT_WRITTEN}, and is counted.
     */
    static final class EncodeFunction<T extends SpecificRecord> extends ProcessFunction<T, EncodedRecord> {
        static final OutputTag<DeadLetter> NOT_WRITTEN =
                new OutputTag<>("too-large", AvroFormat.typeOf(DeadLetter.class));

        private static final Logger LOG = LoggerFactory.getLogger(EncodeFunction.class);
        private static final int MAX_ORIGIN = 1_000;
        private static final byte[] NO_VALUE = {};

        private final String topicName;
        private final String prefix;
        private final String component;
        private final SizeLimitQuery limits;
        private transient Topic<T> topic;
        private transient AvroCodec<T> codec;
        private transient RecordSizeLimit limit;
        private transient Counter tooLarge;
        private transient Counter unencodable;

        /** Takes the topic's name along, because its key and time functions do not travel. */
        EncodeFunction(Topic<T> topic, String prefix, String component, SizeLimitQuery limits) {
            this.topicName = topic.name();
            this.prefix = prefix;
            this.component = component;
            this.limits = limits;
        }

        @Override
        public void open(OpenContext context) throws Exception {
            topic = Topic.named(topicName);
            codec = AvroCodec.of(topic.type());
            limit = limits.limitOf(prefix + topicName);
            tooLarge = getRuntimeContext().getMetricGroup().counter("tooLargeRecords");
            unencodable = getRuntimeContext().getMetricGroup().counter("unencodableRecords");
        }

        @Override
        public void processElement(T element, Context context, Collector<EncodedRecord> out) {
            String name = null;
            long time = 0;
            byte[] key;
            byte[] value = NO_VALUE;
            String refusal;
            try {
                name = topic.key().apply(element);
                time = topic.timestamp().applyAsLong(element);
                key = topic.keyBytes(element);
                value = codec.encode(element);
                if (time < 0) {
                    throw new IllegalArgumentException("its time, " + time + ", is before 1970");
                }
                refusal = limit.refusal(key, value);
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                LOG.warn("a result for {} cannot be encoded", prefix + topicName, e);
                unencodable.inc();
                String reason = "it cannot be encoded: " + OperatorFailure.textOf(e);
                refuse(letter(name, Math.max(0, time), value, reason), context);
                return;
            }
            if (refusal == null) {
                out.collect(new EncodedRecord(prefix + topicName, key, time, value));
            } else {
                tooLarge.inc();
                refuse(letter(name, time, value, refusal), context);
            }
        }

        private void refuse(DeadLetter letter, Context context) {
            LOG.warn("{} is not written to {}: {}", letter.getOrigin(), letter.getSource(), letter.getReason());
            context.output(NOT_WRITTEN, letter);
        }

        private DeadLetter letter(String key, long time, byte[] value, String reason) {
            String shown = key == null ? "unknown key" : key.substring(0, Math.min(MAX_ORIGIN, key.length()));
            return DeadLetters.of(
                    prefix + topicName, "result of " + shown, component, reason, Instant.ofEpochMilli(time), value);
        }
    }

    /** Records that are encoded already, each to its topic. */
    static final class EncodedSerializer
            implements KafkaRecordSerializationSchema<EncodedRecord>, KafkaDatasetFacetProvider {
        private final List<String> topics;

        /** @param topics names, with their prefix, of the topics that records are of */
        EncodedSerializer(List<String> topics) {
            this.topics = topics;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(
                EncodedRecord element, KafkaSinkContext context, Long timestamp) {
            return new ProducerRecord<>(element.topic(), null, element.timestamp(), element.key(), element.value());
        }

        @Override
        public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
            return TransactionalSink.facetOf(topics);
        }
    }

    /** A source of Kafka that lets {@link PartitionWatermarkStrategy} know which partitions it reads from where; its state is Kafka's. */
    static final class PartitionTrackingSource implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState> {
        private final KafkaSource<RawRecord> source;
        private final KafkaConnection connection;

        PartitionTrackingSource(KafkaSource<RawRecord> source, KafkaConnection connection) {
            this.source = source;
            this.connection = connection;
        }

        @Override
        public Boundedness getBoundedness() {
            return source.getBoundedness();
        }

        @Override
        public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
            return new PartitionTrackingReader(
                    source.createReader(context), TrackedPartitions.open(context.metricGroup(), connection));
        }

        @Override
        public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
                SplitEnumeratorContext<KafkaPartitionSplit> context) {
            return source.createEnumerator(context);
        }

        @Override
        public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
                SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint) throws Exception {
            return source.restoreEnumerator(context, checkpoint);
        }

        @Override
        public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
            return source.getSplitSerializer();
        }

        @Override
        public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
            return source.getEnumeratorCheckpointSerializer();
        }
    }

    /** Hands Kafka's bytes on; decoding happens where a dead letter can be written. */
    static final class RawRecordDeserializer implements KafkaRecordDeserializationSchema<RawRecord> {
        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<RawRecord> out) {
            out.collect(RawRecord.of(message));
        }

        @Override
        public TypeInformation<RawRecord> getProducedType() {
            return RawRecord.TYPE;
        }
    }

    /**
     * Sends the records of a partition to the subtask of the number that reads it, by the rule of Flink's Kafka source: as a
     * rule in the same process. Were the rule another one, only that would be lost.
     */
    static final class SubtaskPartitioner implements Partitioner<Integer> {
        private final int hash;

        SubtaskPartitioner(String topic) {
            this.hash = topic.hashCode() * 31 & Integer.MAX_VALUE;
        }

        @Override
        public int partition(Integer partition, int subtasks) {
            return (hash % subtasks + partition) % subtasks;
        }
    }

    /**
     * A record on its way to the sink.
     *
     * @param topic name of its topic, with the prefix
     * @param timestamp its timestamp, milliseconds since the epoch
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and copying each value would cost for nothing
    record EncodedRecord(String topic, byte[] key, long timestamp, byte[] value) {
        static final BinaryType<EncodedRecord> TYPE = DelegatingFormat.recordTypeOf(EncodedRecord.class, 2);
    }
}
