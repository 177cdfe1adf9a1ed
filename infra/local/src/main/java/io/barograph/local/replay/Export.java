package io.barograph.local.replay;

import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.local.export.JsonLines;
import io.barograph.local.export.TopicReader;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/** Writes result topics as {@code FOLDER/<topic>.jsonl}, in an order that does not depend on partitions or luck. */
final class Export {
    private static final Duration TRANSACTION_LIMIT = Duration.ofMinutes(1);

    private final KafkaConnection kafka;

    Export(KafkaConnection kafka) {
        this.kafka = kafka;
    }

    /**
     * @param topic result topic
     * @param folder where the file goes; made if it is not there
     * @param <T> record type
     * @return the records, by time, key and content
     */
    <T extends SpecificRecord> List<T> write(Topic<T> topic, Path folder) throws IOException, InterruptedException {
        List<T> records = new ArrayList<>();
        TopicReader<T> reader = new TopicReader<>(
                kafka.bootstrapServers(),
                topic.in(kafka.topicPrefix()),
                IsolationLevel.READ_COMMITTED,
                kafka.properties());
        reader.awaitTransactions(TRANSACTION_LIMIT);
        reader.readAll(records::add);
        records.sort(Comparator.comparingLong(topic.timestamp())
                .thenComparing(topic.key())
                .thenComparing(JsonLines::line));
        try (JsonLines lines = JsonLines.to(folder.resolve(topic.name() + ".jsonl"))) {
            for (T record : records) {
                lines.write(record);
            }
        }
        return records;
    }
}
