package io.barograph.flink.topics;

import io.barograph.configuration.ConfigurationException;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics that a job reads and writes, and whether its account may. Asked before a job is submitted: once it runs,
 * Flink restarts for ever what a broker refuses, and a consumer takes a topic that it may not see for one that is not
 * there.
 *
 * @param job name of the job, with which its consumer groups and transactional ids begin; empty if it has none
 * @param writes topics that it writes in transactions; to see which are open, it reads them, too
 * @param appends topics that it writes without; it may read them, too
 */
public record TopicAccess(String job, List<Topic<?>> reads, List<Topic<?>> writes, List<Topic<?>> appends) {
    private static final int ANSWER_TIMEOUT_MILLIS = 10_000;

    public TopicAccess {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        appends = List.copyOf(appends);
    }

    /** @param topics topics that are read without a consumer group */
    public static TopicAccess reading(Collection<Topic<?>> topics) {
        return new TopicAccess("", List.copyOf(topics), List.of(), List.of());
    }

    /**
     * Topics that do not exist pass: the site may make them later.
     *
     * @throws ConfigurationException if the broker does not answer, does not let the account in, or does not let it do
     *     one of these things; the message says what to do
     */
    public void require(KafkaConnection connection) {
        try (Admin admin = Admin.create(properties(connection))) {
            List<String> missing = new ArrayList<>(missingOnTopics(admin, connection.topicPrefix()));
            if (!job.isEmpty()) {
                missing.addAll(missingOfJob(admin, connection.topicPrefix() + job));
            }
            if (!missing.isEmpty()) {
                throw new ConfigurationException(
                        "the account of kafka.propertiesFile may not " + String.join(", ", missing)
                                + " at " + connection.bootstrapServers()
                                + "; grant it these rights, docs/security.md has the commands");
            }
        } catch (ExecutionException | KafkaException e) {
            throw new ConfigurationException(
                    "kafka at " + connection.bootstrapServers() + ": " + BrokerErrorExplainer.explain(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking for the rights on topics", e);
        }
    }

    private static Properties properties(KafkaConnection connection) {
        Properties properties = connection.properties();
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MILLIS);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_TIMEOUT_MILLIS);
        return properties;
    }

    private List<String> missingOnTopics(Admin admin, String prefix) throws InterruptedException, ExecutionException {
        Map<String, Set<AclOperation>> needed = new LinkedHashMap<>();
        reads.forEach(topic -> need(needed, prefix, topic, AclOperation.READ));
        for (Topic<?> topic : Stream.concat(writes.stream(), appends.stream()).toList()) {
            need(needed, prefix, topic, AclOperation.READ, AclOperation.WRITE);
        }
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        needed.keySet(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues();
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, Set<AclOperation>> topic : needed.entrySet()) {
            Set<AclOperation> allowed = allowed(answers.get(topic.getKey()));
            topic.getValue().stream()
                    .filter(operation -> allowed != null && !allowed.contains(operation))
                    .forEach(operation -> missing.add(operation + " topic " + topic.getKey()));
        }
        return missing;
    }

    private static void need(
            Map<String, Set<AclOperation>> needed, String prefix, Topic<?> topic, AclOperation... operations) {
        needed.computeIfAbsent(prefix + topic.name(), name -> new TreeSet<>()).addAll(List.of(operations));
    }

    /** What may be done; null if that is not known, since there is no such topic or the broker does not report. */
    private static Set<AclOperation> allowed(KafkaFuture<TopicDescription> answer)
            throws InterruptedException, ExecutionException {
        try {
            return answer.get().authorizedOperations();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                return Set.of();
            }
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return null;
            }
            throw e;
        }
    }

    /** Brokers show only whether a group and a transaction may be looked at; that comes with the right to use them. */
    private List<String> missingOfJob(Admin admin, String name) throws InterruptedException, ExecutionException {
        List<String> missing = new ArrayList<>();
        if (isRefused(
                admin.describeConsumerGroups(List.of(name)).describedGroups().get(name))) {
            missing.add("READ group " + name);
        }
        Optional<String> transaction = writes.stream().findFirst().map(topic -> name + "-" + topic.name());
        if (transaction.isPresent()
                && isRefused(
                        admin.describeTransactions(List.of(transaction.get())).description(transaction.get()))) {
            missing.add("WRITE transactional-id " + name + "-*");
        }
        return missing;
    }

    private static boolean isRefused(KafkaFuture<?> answer) throws InterruptedException, ExecutionException {
        try {
            answer.get();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthenticationException) {
                throw e;
            }
            return e.getCause() instanceof AuthorizationException; // else there is none of that name yet
        }
    }
}
