package io.barograph.cli.alert;

import io.barograph.cli.export.TopicReader;
import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;

record AlertTopics(KafkaSettings kafka) {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** @return what was sent, in that order */
    List<Alert> alerts() throws InterruptedException {
        List<Alert> alerts = new ArrayList<>();
        read(Topic.ALERTS, alerts);
        alerts.sort(Comparator.comparing(Alert::getSentAt));
        return alerts;
    }

    /** @return the last word on each silence and alert, in the order of their times */
    List<AlertInstruction> instructions() throws InterruptedException {
        List<AlertInstruction> all = new ArrayList<>();
        read(Topic.ALERT_INSTRUCTIONS, all);
        Map<String, AlertInstruction> last = new HashMap<>();
        all.forEach(instruction -> last.merge(
                instruction.getKey(), instruction, (a, b) -> b.getRecordedAt().isBefore(a.getRecordedAt()) ? a : b));
        return last.values().stream()
                .sorted(Comparator.comparing(AlertInstruction::getRecordedAt).thenComparing(AlertInstruction::getKey))
                .toList();
    }

    private <T extends SpecificRecord> void read(Topic<T> topic, List<T> records) throws InterruptedException {
        new TopicReader<>(
                        kafka.bootstrapServers(),
                        topic.in(kafka.topicPrefix()),
                        IsolationLevel.READ_COMMITTED,
                        kafka.clientProperties())
                .readAll(records::add);
    }

    <T extends SpecificRecord> void publish(Topic<T> topic, T datum) {
        publish(topic, List.of(datum));
    }

    <T extends SpecificRecord> void publish(Topic<T> topic, List<T> data) {
        Properties properties = kafka.clientProperties();
        int limit = Math.toIntExact(TIMEOUT.toMillis());
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, limit);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, limit - 1_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, limit);
        try (RecordPublisher publisher =
                new KafkaPublisher(kafka.bootstrapServers(), kafka.topicPrefix(), properties)) {
            for (T datum : data) {
                publisher.publish(topic, datum);
            }
            publisher.flush();
        } catch (PublishException e) {
            throw new CommandFailedException(
                    e.getMessage(),
                    BrokerErrorExplainer.remedy(e)
                            .orElse("Check that the broker at " + kafka.bootstrapServers()
                                    + " runs and has the topic; one that"
                                    + " wants TLS or a password needs kafka.propertiesFile."),
                    e);
        }
    }
}
