package io.barograph.flink.topics;

import java.io.IOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.clients.admin.Admin;

/**
 * Kafka's transactional sink with pooled transactional ids. By default a writer uses a new id for each checkpoint. The
 * broker keeps each id for a week (60 480 of every writer with a checkpoint every 10 s), and a job that starts without state
 * probes one after the other.
 *
 * <p>Open transactions of a lost writer are found with ListTransactions; this needs Describe on the topic. The connector's
 * writer (5.0.0) creates an admin client for it and does not close it, so each restart would leave a thread and its
 * connections behind, and more of them while a broker is away. This sink asks with a client of its own first, and closes
 * the writer's client when it has done its work.
 */
final class TransactionalSink<R>
        implements Sink<R>, SupportsWriterState<R, KafkaWriterState>, SupportsCommitter<KafkaCommittable> {
    /** Of the class that the connector makes for exactly-once. */
    private static final String CLIENT_OF_WRITER = "adminClient";

    private final Properties properties;
    private final KafkaSink<R> sink;

    /** @param prefix with which the names of the transactions begin; no other sink's begins with it */
    TransactionalSink(Properties properties, String prefix, KafkaRecordSerializationSchema<R> serializer) {
        this.properties = properties;
        this.sink = KafkaSink.<R>builder()
                .setKafkaProducerConfig(properties)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(prefix)
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setRecordSerializer(serializer)
                .build();
    }

    /** The topics of a serializer, in whose transactions a writer looks for what it left open. */
    static Optional<KafkaDatasetFacet> facetOf(List<String> topics) {
        return Optional.of(new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(topics)));
    }

    @Override
    public SinkWriter<R> createWriter(WriterInitContext context) throws IOException {
        requireBroker();
        SinkWriter<R> writer = sink.createWriter(context);
        closeClientOf(writer);
        return writer;
    }

    @Override
    public StatefulSinkWriter<R, KafkaWriterState> restoreWriter(
            WriterInitContext context, Collection<KafkaWriterState> states) throws IOException {
        requireBroker();
        StatefulSinkWriter<R, KafkaWriterState> writer = sink.restoreWriter(context, states);
        closeClientOf(writer);
        return writer;
    }

    private void requireBroker() throws IOException {
        try (Admin admin = Admin.create(properties)) {
            admin.describeCluster().nodes().get();
        } catch (ExecutionException e) {
            throw new IOException(
                    "kafka at " + properties.get("bootstrap.servers") + ": " + BrokerErrorExplainer.explain(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while asking for the broker", e);
        }
    }

    private static void closeClientOf(SinkWriter<?> writer) {
        try {
            Field field = writer.getClass().getDeclaredField(CLIENT_OF_WRITER);
            field.setAccessible(true);
            Admin client = (Admin) field.get(writer);
            if (client != null) {
                field.set(writer, null); // it makes another one if it needs it
                client.close(Duration.ZERO);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the Kafka connector has another writer than version 5.0.0", e);
        }
    }

    @Override
    public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
        return sink.getWriterStateSerializer();
    }

    @Override
    public Committer<KafkaCommittable> createCommitter(CommitterInitContext context) {
        return sink.createCommitter(context);
    }

    @Override
    public SimpleVersionedSerializer<KafkaCommittable> getCommittableSerializer() {
        return sink.getCommittableSerializer();
    }
}
