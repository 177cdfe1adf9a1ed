package io.barograph.cli.doctor;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.QuarantineTopic;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.QuarantinedRecord;
import io.barograph.schemas.Topic;
import io.barograph.stack.SiteTopics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Tests the broker: whether it answers, has the topics, allows transactions that are long enough, holds dead letters. */
record BrokerCheck(KafkaSettings kafka, Duration limit) {
    /** What the jobs ask for. */
    private static final long TRANSACTION_MILLIS = 600_000;

    private static final String TRANSACTION_LIMIT = "transaction.max.timeout.ms";
    private static final Duration LETTERS_SINCE = Duration.ofHours(1);
    private static final int MAX_REASONS = 3;

    List<CheckResult> findings() throws InterruptedException {
        String subject = "broker";
        try (Admin admin = Admin.create(clientProperties())) {
            String id = answer(admin.describeCluster().controller()).idString();
            int brokers = answer(admin.describeCluster().nodes()).size();
            List<CheckResult> findings = new ArrayList<>();
            findings.add(CheckResult.good(subject, kafka.bootstrapServers() + " answers, " + brokers + " of them"));
            Set<String> existing = answer(admin.listTopics().names());
            findings.add(topics(new SiteTopics(admin, kafka.topicPrefix()).missing(existing)));
            findings.add(clocks(admin, existing));
            findings.add(transactions(admin, id));
            if (existing.contains(kafka.topicPrefix() + Topic.DEAD_LETTERS.name())) {
                findings.add(deadLetters());
            }
            if (existing.contains(kafka.topicPrefix() + Topic.QUARANTINE.name())) {
                findings.add(quarantined());
            }
            return findings;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            return List.of(
                    CheckResult.wrong(subject, kafka.bootstrapServers() + ": " + BrokerErrorExplainer.explain(e)));
        }
    }

    private Properties clientProperties() {
        Properties properties = kafka.clientProperties();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) limit.toMillis());
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) limit.toMillis());
        return properties;
    }

    private <T> T answer(KafkaFuture<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private CheckResult topics(List<String> missing) {
        return missing.isEmpty()
                ? CheckResult.good("topics", "all " + Topic.CATALOGUE.size() + " are there")
                : CheckResult.wrong(
                        "topics",
                        "missing, or not to be seen by this account: " + String.join(" ", missing)
                                + "; make them: ./barograph init --config FILE");
    }

    /** A source whose clock is ahead is refused by the broker, if the topic says so. */
    private CheckResult clocks(Admin admin, Set<String> existing)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<ConfigResource> inputs = Topic.LIVE_INPUTS.stream()
                .map(topic -> kafka.topicPrefix() + topic.name())
                .filter(existing::contains)
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        List<String> open = new ArrayList<>();
        try {
            Map<ConfigResource, Config> configs =
                    answer(admin.describeConfigs(inputs).all());
            for (ConfigResource input : inputs) {
                if (mayBeAhead(configs.get(input))) {
                    open.add(input.name());
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return CheckResult.note(
                        "clocks",
                        "this account may not see whether the broker refuses records whose time is ahead ("
                                + TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG + " of the input topics)");
            }
            throw e;
        }
        return open.isEmpty()
                ? CheckResult.good(
                        "clocks",
                        "the broker refuses records that are more than " + Topic.MAX_AHEAD_MILLIS / 1_000 + " s ahead")
                : CheckResult.note(
                        "clocks",
                        "records may be more than " + Topic.MAX_AHEAD_MILLIS / 1_000
                                + " s ahead of the broker's clock in "
                                + String.join(" ", open)
                                + "; unless these topics take in recorded or simulated times: for t in "
                                + String.join(" ", open) + "; do kafka-configs.sh --bootstrap-server "
                                + kafka.bootstrapServers()
                                + " --alter --entity-type topics --entity-name $t --add-config "
                                + TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG + "=" + Topic.MAX_AHEAD_MILLIS
                                + "; done");
    }

    private static boolean mayBeAhead(Config topic) {
        ConfigEntry type = topic.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
        if (type != null && TimestampType.LOG_APPEND_TIME.name.equals(type.value())) {
            return false; // the broker's own time
        }
        ConfigEntry ahead = topic.get(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG);
        return ahead != null && Long.parseLong(ahead.value()) > Topic.MAX_AHEAD_MILLIS;
    }

    private CheckResult transactions(Admin admin, String broker)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker);
        String value;
        try {
            value = answer(admin.describeConfigs(List.of(resource)).all())
                    .get(resource)
                    .get(TRANSACTION_LIMIT)
                    .value();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return CheckResult.note(
                        "transactions",
                        "this account may not see how long they may take; the jobs ask for " + TRANSACTION_MILLIS
                                + " ms (" + TRANSACTION_LIMIT + " of the brokers)");
            }
            throw e;
        }
        return Long.parseLong(value) >= TRANSACTION_MILLIS
                ? CheckResult.good("transactions", "may take " + value + " ms; the jobs ask for " + TRANSACTION_MILLIS)
                : CheckResult.wrong(
                        "transactions",
                        "may take " + value + " ms only; the jobs ask for " + TRANSACTION_MILLIS + ": set "
                                + TRANSACTION_LIMIT + "=" + TRANSACTION_MILLIS + " or more on the brokers");
    }

    private CheckResult quarantined() {
        List<QuarantinedRecord> failed = new QuarantineTopic(KafkaConnection.of(kafka), "doctor").entries();
        if (failed.isEmpty()) {
            return CheckResult.good("quarantine", "no record has made a job fail");
        }
        QuarantinedRecord last = failed.stream()
                .max(Comparator.comparing(QuarantinedRecord::getLastFailure))
                .orElseThrow();
        return CheckResult.note(
                "quarantine",
                failed.size() + " records have made a job fail and are skipped; last, at " + last.getLastFailure()
                        + ", " + last.getTopic() + " " + last.getRecord() + " job "
                        + last.getJob()
                        + ": " + last.getException());
    }

    /** A note, not a fault: refused input is what dead letters are for. */
    private CheckResult deadLetters() {
        Map<String, Long> reasons = new TreeMap<>();
        long undecodable;
        try {
            undecodable = count(reasons);
        } catch (AuthorizationException e) {
            return CheckResult.note("dead letters", "this account may not read them");
        }
        long letters = reasons.values().stream().mapToLong(Long::longValue).sum() + undecodable;
        if (letters == 0) {
            return CheckResult.good("dead letters", "none of the last hour");
        }
        String top = reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(MAX_REASONS)
                .map(reason -> reason.getValue() + " x " + reason.getKey())
                .collect(Collectors.joining("; "));
        return CheckResult.note("dead letters", letters + " of the last hour: " + top);
    }

    private long count(Map<String, Long> reasons) {
        Properties properties = clientProperties();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        AvroCodec<DeadLetter> codec = AvroCodec.of(DeadLetter.class);
        long since = Instant.now().minus(LETTERS_SINCE).toEpochMilli();
        long undecodable = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(kafka.topicPrefix() + Topic.DEAD_LETTERS.name()).stream()
                            .map(info -> new TopicPartition(info.topic(), info.partition()))
                            .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            seek(consumer, ends, since);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    if (message.timestamp() < since) {
                        continue; // an older one that arrived after a newer one
                    }
                    try {
                        reasons.merge(codec.decode(message.value()).getReason(), 1L, Long::sum);
                    } catch (MalformedRecordException e) {
                        undecodable++;
                    }
                }
            }
        }
        return undecodable;
    }

    private static void seek(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long since) {
        Set<TopicPartition> partitions = ends.keySet();
        Map<TopicPartition, OffsetAndTimestamp> begins = consumer.offsetsForTimes(
                partitions.stream().collect(Collectors.toMap(partition -> partition, unused -> since)));
        consumer.assign(partitions);
        for (TopicPartition partition : partitions) {
            OffsetAndTimestamp begin = begins.get(partition);
            consumer.seek(partition, begin == null ? ends.get(partition) : begin.offset());
        }
    }
}
