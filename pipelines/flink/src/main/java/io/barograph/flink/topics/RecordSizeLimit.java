package io.barograph.flink.topics;

import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How large a record of a topic may be: as its broker says, but never more than {@link Topic#MAX_RECORD_BYTES}. The
 * broker judges the compressed batch, the producer the record before it is compressed; so what is too large as it is, is
 * compressed to find out whether it fits.
 */
final class RecordSizeLimit {
    /** Kafka adds some 90 bytes for a record and its batch. */
    private static final int OVERHEAD_BYTES = 512;

    /** Key and value of the largest record that the producers send. */
    static final int MAX_ENCODED_BYTES = Topic.MAX_RECORD_BYTES - OVERHEAD_BYTES;

    /** Of a topic that takes what the catalogue promises. */
    static final RecordSizeLimit OF_CATALOGUE = new RecordSizeLimit(MAX_ENCODED_BYTES, Compression.NONE);

    private static final Logger LOG = LoggerFactory.getLogger(RecordSizeLimit.class);

    /** Value of the topic's {@code compression.type} that leaves batches as they come. */
    private static final String AS_SENT = "producer";

    private final int maxBytes;
    private final Compression compression;

    private RecordSizeLimit(int maxBytes, Compression compression) {
        this.maxBytes = maxBytes;
        this.compression = compression;
    }

    /**
     * @param batchBytes bytes of the largest batch that the topic takes
     * @param compression with which its records are sent and stored
     */
    static RecordSizeLimit of(int batchBytes, Compression compression) {
        int maxBytes = Math.min(Math.max(0, batchBytes - OVERHEAD_BYTES), MAX_ENCODED_BYTES);
        return new RecordSizeLimit(maxBytes, compression);
    }

    /** @return why the topic does not take a record; null if it does */
    String refusal(byte[] key, byte[] value) {
        long bytes = (long) key.length + value.length;
        if (bytes <= maxBytes) {
            return null;
        }
        String size = "it has " + bytes + " bytes";
        if (bytes <= MAX_ENCODED_BYTES && compression.type() != CompressionType.NONE) {
            int compressed = MemoryRecords.withRecords(compression, new SimpleRecord(key, value))
                    .sizeInBytes();
            if (compressed <= maxBytes) {
                return null;
            }
            size += ", compressed " + compressed;
        }
        return size + ", the topic takes at most " + maxBytes;
    }

    /** Asks for the limit of a topic, when a task begins: it may have been changed since the job was submitted. */
    @FunctionalInterface
    interface SizeLimitQuery extends Serializable {
        /** @throws IOException if the broker does not answer; then it takes no record either */
        RecordSizeLimit limitOf(String topic) throws IOException;
    }

    /**
     * Asks the broker. It needs the right {@code DESCRIBE_CONFIGS}; without it, the topic is taken to be as the catalogue
     * promises.
     *
     * @param compression {@code compression.type} of the producer
     */
    record BrokerSizeLimits(KafkaConnection kafka, String compression) implements SizeLimitQuery {
        @Override
        public RecordSizeLimit limitOf(String topic) throws IOException {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            try (Admin admin = Admin.create(kafka.properties())) {
                return limitOf(admin.describeConfigs(List.of(resource))
                        .values()
                        .get(resource)
                        .get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AuthorizationException) {
                    LOG.info(
                            "the account may not ask how large a record of topic {} may be (DESCRIBE_CONFIGS); it is"
                                    + " taken to be {} bytes",
                            topic,
                            Topic.MAX_RECORD_BYTES);
                    return OF_CATALOGUE;
                }
                if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                    return OF_CATALOGUE;
                }
                throw new IOException(
                        "kafka at " + kafka.bootstrapServers() + ": " + BrokerErrorExplainer.explain(e), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while asking how large a record may be", e);
            }
        }

        private RecordSizeLimit limitOf(Config topic) {
            ConfigEntry limit = topic.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
            if (limit == null || limit.value() == null) {
                return OF_CATALOGUE;
            }
            ConfigEntry stored = topic.get(TopicConfig.COMPRESSION_TYPE_CONFIG);
            boolean isStoredAsSent = stored == null || AS_SENT.equals(stored.value());
            return RecordSizeLimit.of(
                    Integer.parseInt(limit.value()),
                    isStoredAsSent && compression != null
                            ? Compression.of(compression).build()
                            : Compression.NONE);
        }
    }
}
