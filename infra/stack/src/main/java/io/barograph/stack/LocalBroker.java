package io.barograph.stack;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.runtime.PrivateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * A Kafka broker on this machine: one process that is broker and controller (KRaft), from the jars of this program's
 * class path. Data stay in its folder; ports stay the same from one {@link #start} to the next.
 */
public final class LocalBroker {
    private static final Duration TOPICS_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private static final String USER = "barograph";
    private static final String SCRAM = "SCRAM-SHA-256";

    /**
     * A small heap, which begins smaller still; and no second compiler nor parallel collector: beside the jobs, on a
     * machine of few cores, they cost more than they save. The start takes half the processor time, and so do millions of
     * records.
     */
    private static final List<String> JVM_OPTIONS =
            List.of("-Xms64m", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** Of the cleaner of compacted topics: some 600 000 keys at once, and more in several passes. */
    private static final int CLEANER_BYTES = 16 << 20;

    private final Path folder;
    private final Path log;
    private final Consumer<CommandFailedException> onUnexpectedEnd;
    private final int port;
    private final int controllerPort;
    private final Access access;
    private final Path clientProperties;
    // Not under the lock of start(): Ctrl-C may stop what is still starting.
    private volatile ChildProcess child;

    /** Whom it serves. */
    public enum Access {
        /** Who knows the password that it makes at its first start and keeps in its folder. */
        PASSWORD,
        /** Every user of the machine. */
        EVERYBODY
    }

    /** @param onUnexpectedEnd called, from another thread, if the broker ends without {@link #stop} */
    public LocalBroker(Path folder, Path log, Access access, Consumer<CommandFailedException> onUnexpectedEnd)
            throws IOException {
        this.access = access;
        this.clientProperties = folder.toAbsolutePath().resolve("client.properties");
        this.folder = folder.toAbsolutePath();
        this.log = log;
        this.onUnexpectedEnd = onUnexpectedEnd;
        List<Integer> ports = FreePorts.find(2);
        this.port = ports.get(0);
        this.controllerPort = ports.get(1);
    }

    /** Starts the broker and returns when it answers. */
    public void start() throws IOException, InterruptedException {
        start(notice -> {});
    }

    /** As {@link #start()}. */
    public synchronized void start(Consumer<String> notice) throws IOException, InterruptedException {
        PrivateFolder.create(folder);
        Path properties = writeProperties();
        format(properties);
        List<String> arguments = new ArrayList<>(JVM_OPTIONS);
        arguments.addAll(List.of("-Dlog4j2.configurationFile=log4j2-broker.xml", "kafka.Kafka", properties.toString()));
        child = ChildProcess.startJava("Kafka broker", arguments, log, onUnexpectedEnd);
        try (Admin admin = admin()) {
            StartUp.PATIENT.await(child, () -> answers(admin), notice);
        }
    }

    /** Stops the broker in order: what was acknowledged is on disk. */
    public void stop() throws InterruptedException {
        ChildProcess running = child;
        if (running != null) {
            running.stop(STOP_LIMIT);
        }
    }

    /** Kills the broker: what it has acknowledged but not yet written is in the hands of the operating system. */
    public void kill() throws InterruptedException {
        child.kill();
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** @return how to reach them, with the password */
    public KafkaSettings settings(String topicPrefix) {
        return new KafkaSettings(bootstrapServers(), topicPrefix, access == Access.PASSWORD ? clientProperties : null);
    }

    /** @return how a job reaches them, with the password */
    public KafkaConnection connection(String topicPrefix) {
        return KafkaConnection.of(settings(topicPrefix));
    }

    /** @return what a client needs beside the address: the password */
    public Properties clientProperties() {
        return settings("").clientProperties();
    }

    /** @return all that an administrator's client needs: address and password */
    public Properties adminProperties() {
        Properties properties = clientProperties();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        return properties;
    }

    public long pid() {
        return child.pid();
    }

    /** As {@link SiteTopics#create}, with one copy of each topic. */
    public void createTopics(String prefix, int partitions, boolean keepForever) throws InterruptedException {
        try (Admin admin = admin()) {
            List<String> made = new SiteTopics(admin, prefix).create(partitions, Optional.of((short) 1), keepForever);
            awaitLeaders(admin, made, partitions);
        } catch (ExecutionException e) {
            throw failure("creating the topics " + prefix + "*", e);
        }
    }

    /**
     * Deletes all topics whose names begin with a prefix.
     *
     * @throws CommandFailedException if the broker refuses
     */
    public void deleteTopics(String prefix) throws InterruptedException {
        if (prefix.isEmpty()) {
            throw new IllegalArgumentException("an empty prefix would delete every topic");
        }
        try (Admin admin = admin()) {
            List<String> topics = admin.listTopics().names().get().stream()
                    .filter(topic -> topic.startsWith(prefix))
                    .toList();
            admin.deleteTopics(topics).all().get();
        } catch (ExecutionException e) {
            throw failure("deleting the topics " + prefix + "*", e);
        }
    }

    /**
     * Waits until every partition is led. The controller has created the topics, but the broker leads their partitions
     * a little later; a producer that sends several batches in between may lose the first of them (KAFKA-15591).
     */
    private void awaitLeaders(Admin admin, List<String> topics, int partitions) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (String topic : topics) {
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
        }
        long deadline = System.nanoTime() + TOPICS_LIMIT.toNanos();
        while (true) {
            try {
                admin.listOffsets(ends, new ListOffsetsOptions().timeoutMs((int) TOPICS_LIMIT.toMillis()))
                        .all()
                        .get();
                return;
            } catch (ExecutionException e) {
                // A broker that is busy with something else does not know the new topics for some seconds.
                boolean unknownYet = e.getCause() instanceof UnknownTopicOrPartitionException;
                if (!unknownYet || System.nanoTime() > deadline) {
                    throw failure("asking for the ends of the topics just created", e);
                }
            }
        }
    }

    private CommandFailedException failure(String what, ExecutionException e) {
        return new CommandFailedException(
                what + ": " + e.getCause().getMessage(), "The broker's log says more: " + log, e);
    }

    private boolean answers(Admin admin) throws InterruptedException {
        try {
            admin.describeCluster().nodes().get(1, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthenticationException) {
                throw new CommandFailedException(
                        "the Kafka broker refuses the password in " + clientProperties,
                        "Remove the folder " + folder + " if its data may go.",
                        e);
            }
            return false;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private Admin admin() {
        Properties properties = adminProperties();
        properties.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, 100);
        properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 100);
        return Admin.create(properties);
    }

    private Path writeProperties() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty(
                "listeners", "CLIENTS://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.setProperty("advertised.listeners", "CLIENTS://127.0.0.1:" + port);
        properties.setProperty("inter.broker.listener.name", "CLIENTS");
        String protocol = access == Access.PASSWORD ? "SASL_PLAINTEXT" : "PLAINTEXT";
        properties.setProperty("listener.security.protocol.map", "CLIENTS:" + protocol + ",CONTROLLER:" + protocol);
        if (access == Access.PASSWORD) {
            addLogins(properties);
        }
        properties.setProperty("log.dirs", folder.resolve("data").toString());
        properties.setProperty("auto.create.topics.enable", "false");
        // One broker: one replica, and few partitions of the internal topics, so that it starts quickly.
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("offsets.topic.num.partitions", "4");
        properties.setProperty("transaction.state.log.replication.factor", "1");
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("transaction.state.log.num.partitions", "4");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(CLEANER_BYTES));
        Path file = folder.resolve("server.properties");
        write(properties, file);
        return file;
    }

    /**
     * Clients log in with SCRAM: should another program get hold of the port, it does not learn the password. The broker
     * logs in to its own controller, in the same process, before that knows any account, so PLAIN it is there, with a
     * password of its own for each start.
     */
    private void addLogins(Properties server) throws IOException {
        String scram = "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + USER
                + "\" password=\"" + GeneratedPasswords.keptIn(passwordFile()) + "\";";
        String once = GeneratedPasswords.random();
        server.setProperty("sasl.enabled.mechanisms", SCRAM + ",PLAIN");
        server.setProperty("sasl.mechanism.inter.broker.protocol", SCRAM);
        server.setProperty("sasl.mechanism.controller.protocol", "PLAIN");
        server.setProperty("listener.name.clients.sasl.enabled.mechanisms", SCRAM);
        server.setProperty("listener.name.clients.scram-sha-256.sasl.jaas.config", scram);
        server.setProperty("listener.name.controller.sasl.enabled.mechanisms", "PLAIN");
        server.setProperty(
                "listener.name.controller.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + USER + "\" password=\""
                        + once + "\" user_" + USER + "=\"" + once + "\";");
        Properties client = new Properties();
        client.setProperty("security.protocol", "SASL_PLAINTEXT");
        client.setProperty("sasl.mechanism", SCRAM);
        client.setProperty("sasl.jaas.config", scram);
        write(client, clientProperties);
    }

    private Path passwordFile() {
        return folder.resolve("password");
    }

    private static void write(Properties properties, Path file) throws IOException {
        StringWriter text = new StringWriter();
        properties.store(text, null);
        PrivateFolder.write(file, text.toString());
    }

    private void format(Path properties) throws IOException {
        if (Files.exists(folder.resolve("data").resolve("meta.properties"))) {
            return;
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(
                List.of("format", "--cluster-id", Uuid.randomUuid().toString(), "--config", properties.toString()));
        if (access == Access.PASSWORD) {
            arguments.add("--add-scram"); // not on a command line: the tool runs in this process
            arguments.add(SCRAM + "=[name=" + USER + ",password=" + GeneratedPasswords.keptIn(passwordFile()) + "]");
        }
        int exitCode = StorageTool.execute(
                arguments.toArray(String[]::new), new PrintStream(said, true, StandardCharsets.UTF_8));
        if (exitCode != 0) {
            throw new CommandFailedException(
                    "formatting the Kafka broker's data folder failed: " + said.toString(StandardCharsets.UTF_8),
                    "Remove the folder " + properties.getParent() + " if its data may go.");
        }
    }
}
