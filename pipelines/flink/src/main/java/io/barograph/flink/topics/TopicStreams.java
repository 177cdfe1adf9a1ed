package io.barograph.flink.topics;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.LateRecords;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The topics of one job as streams. Every source and sink gets the job's and topic's name as uid. */
public final class TopicStreams implements ResultTarget {
    /** Below the broker's default limit of 15 min ({@code transaction.max.timeout.ms}). */
    private static final String TRANSACTION_TIMEOUT_MILLIS = "600000";

    private final StreamExecutionEnvironment env;
    private final KafkaConnection connection;
    private final String job;
    private final boolean bounded;
    private final List<DataStream<LateRecords>> late = new ArrayList<>();

    /**
     * @param env environment of the job
     * @param connection the broker
     * @param job name of the job; consumer group, transaction ids and uids begin with it
     * @param bounded true to read what the topics hold now and end, false to go on for ever
     */
    public TopicStreams(StreamExecutionEnvironment env, KafkaConnection connection, String job, boolean bounded) {
        this.env = env;
        this.connection = connection;
        this.job = job;
        this.bounded = bounded;
    }

    /**
     * @param topic topic to read
     * @param watermarks event time of its records; the record timestamp is the sample's or result's time. Live it is
     *     {@link PartitionWatermarkStrategy}, or none
     * @param committedOnly false to see results before their transaction ends, for idempotent readers
     * @param <T> record type
     * @return the decoded records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> read(
            Topic<T> topic, WatermarkStrategy<RawRecord> watermarks, boolean committedOnly) {
        return read(topic, watermarks, committedOnly, begin());
    }

    /**
     * As {@link #read(Topic, WatermarkStrategy, boolean)}, committed records from a time on when the job has no state.
     *
     * @param topic topic to read
     * @param watermarks event time of its records
     * @param from time of the first record, milliseconds since the epoch; before it, what lies behind that one
     * @param <T> record type
     * @return the decoded records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> readFrom(
            Topic<T> topic, WatermarkStrategy<RawRecord> watermarks, long from) {
        return read(
                topic,
                watermarks,
                true,
                from <= 0 ? OffsetsInitializer.earliest() : OffsetsInitializer.timestamp(from));
    }

    /**
     * @param topic topic that is read from its begin whenever the job starts without a checkpoint: a compacted one
     * @param <T> record type
     * @return the decoded records; what was refused is on {@link DecodeFunction#REFUSED}
     */
    public <T extends SpecificRecord> SingleOutputStreamOperator<T> readWhole(Topic<T> topic) {
        return read(topic, WatermarkStrategy.noWatermarks(), true, OffsetsInitializer.earliest());
    }

    private <T extends SpecificRecord> SingleOutputStreamOperator<T> read(
            Topic<T> topic, WatermarkStrategy<RawRecord> watermarks, boolean committedOnly, OffsetsInitializer begin) {
        String name = job + "-" + topic.name();
        KafkaSource<RawRecord> source = source(List.of(topic), name, committedOnly, begin);
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
        return records.process(new DecodeFunction<>(topic, "job " + job, quarantine()))
                .returns(AvroFormat.typeOf(topic.type()))
                .name("decode " + topic.name())
                .uid(name + "-decode");
    }

    /**
     * @param topics topics to read with one source
     * @return their committed records as they lie there, without watermarks
     */
    public DataStream<RawRecord> readRaw(List<Topic<?>> topics) {
        return env.fromSource(
                        source(topics, job, true, begin()),
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
                .setBootstrapServers(connection.bootstrapServers())
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

    /**
     * Writes records in Kafka transactions that end with Flink's checkpoints: exactly once for those who read committed
     * records.
     *
     * @param records records to write
     * @param topic their topic
     * @param <T> record type
     */
    public <T extends SpecificRecord> void write(DataStream<T> records, Topic<T> topic) {
        write(records, topic, new TopicSerializer<>(topic.name(), connection.topicPrefix()));
    }

    /**
     * As {@link #write(DataStream, Topic)} for records of several operators. They are encoded where they are made and go
     * to the one sink of their topic as bytes.
     *
     * @param streams records to write, at least one stream
     * @param topic their topic
     * @param <T> record type
     */
    @Override
    public <T extends SpecificRecord> void write(List<DataStream<T>> streams, Topic<T> topic) {
        if (streams.size() == 1) {
            write(streams.get(0), topic);
            return;
        }
        List<DataStream<EncodedRecord>> encoded = new ArrayList<>();
        for (DataStream<T> stream : streams) {
            encoded.add(stream.map(new EncodeFunction<>(topic))
                    .returns(EncodedRecord.TYPE)
                    .name("encode " + topic.name())
                    .uid(job + "-" + topic.name() + "-encode-" + encoded.size()));
        }
        write(
                encoded.stream().reduce(DataStream::union).orElseThrow(),
                topic,
                new EncodedSerializer(connection.topicPrefix() + topic.name()));
    }

    private <R> void write(DataStream<R> records, Topic<?> topic, KafkaRecordSerializationSchema<R> serializer) {
        String name = job + "-" + topic.name();
        Properties properties = producerProperties();
        properties.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MILLIS);
        records.sinkTo(new TransactionalSink<>(properties, connection.topicPrefix() + name, serializer))
                .name("write " + topic.name())
                .uid(name + "-sink");
    }

    /**
     * Writes records at once, and again after a failure: for a job whose checkpoints may take longer than a transaction.
     *
     * @param records records that may lie in their topic twice
     * @param topic their topic
     * @param <T> record type
     */
    public <T extends SpecificRecord> void append(DataStream<T> records, Topic<T> topic) {
        String name = job + "-" + topic.name();
        records.sinkTo(KafkaSink.<T>builder()
                        .setKafkaProducerConfig(producerProperties())
                        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                        .setRecordSerializer(new TopicSerializer<>(topic.name(), connection.topicPrefix()))
                        .build())
                .name("append to " + topic.name())
                .uid(name + "-sink");
    }

    private Properties producerProperties() {
        Properties properties = connection.properties();
        properties.setProperty(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(Topic.MAX_RECORD_BYTES));
        KafkaSettings.PRODUCER_DEFAULTS.forEach(properties::putIfAbsent);
        properties.setProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, connection.bootstrapServers());
        return properties;
    }
}
