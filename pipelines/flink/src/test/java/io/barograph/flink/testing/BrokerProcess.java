package io.barograph.flink.testing;

import io.barograph.schemas.Topic;
import io.barograph.testing.TestPorts;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.awaitility.Awaitility;

/** A real Kafka broker as child process, with its own folder and ports. */
public final class BrokerProcess implements AutoCloseable {
    /** On a machine that is busy with other tests a start takes minutes; one that fails ends the process. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Of a log, in a message. */
    private static final int MAX_LINES = 40;

    private final String bootstrapServers;
    private final Path properties;
    private final File log;
    private Process process;

    /** @param folder its folder */
    public BrokerProcess(Path folder) throws IOException {
        int[] ports = TestPorts.find(2);
        bootstrapServers = "127.0.0.1:" + ports[0];
        properties = Files.writeString(folder.resolve("server.properties"), properties(folder, ports));
        format(properties);
        log = folder.resolve("broker.log").toFile();
        start();
    }

    /** Starts it, on the same ports and with the same data, and returns when it answers. */
    public void start() throws IOException {
        ProcessBuilder broker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "kafka.Kafka",
                        properties.toString())
                .redirectErrorStream(true)
                .redirectOutput(log);
        broker.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        process = broker.start();
        try (Admin admin = admin()) {
            Awaitility.await("the broker answers; its log is " + log)
                    .atMost(TIMEOUT)
                    .until(() -> answers(admin));
        }
    }

    /** The log cleaner takes 128 MiB by default, half of the heap: now and then the broker ran out of memory at its start. */
    private static String properties(Path folder, int[] ports) {
        return """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                log.dirs=%3$s
                initial.broker.registration.timeout.ms=%4$d
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=1
                log.cleaner.dedupe.buffer.size=4194304
                """
                .formatted(ports[0], ports[1], folder.resolve("data"), TIMEOUT.toMillis());
    }

    private static void format(Path properties) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        String[] arguments = {"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", properties.toString()
        };
        if (StorageTool.execute(arguments, new PrintStream(said, true, StandardCharsets.UTF_8)) != 0) {
            throw new AssertionError(said.toString(StandardCharsets.UTF_8));
        }
    }

    private String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(log.toPath());
        return String.join("\n", lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()));
    }

    private boolean answers(Admin admin) throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError(
                    "the broker ended with " + process.exitValue() + "; its log ends with\n" + lastWords());
        }
        try {
            admin.describeCluster().nodes().get(1, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /**
     * Creates all topics of the catalogue, whose records stay, and returns when every partition is led: a producer that
     * sends several batches earlier may lose the first of them (KAFKA-15591).
     *
     * @param prefix prefix of their names
     * @param partitions partitions of each
     */
    public void createTopics(String prefix, int partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        List<NewTopic> topics = new ArrayList<>();
        for (Topic<?> topic : Topic.CATALOGUE) {
            String name = topic.in(prefix).name();
            topics.add(
                    new NewTopic(name, partitions, (short) 1).configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1")));
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(name, partition), OffsetSpec.latest());
            }
        }
        try (Admin admin = admin()) {
            admin.createTopics(topics).all().get();
            Awaitility.await("every partition is led")
                    .atMost(TIMEOUT)
                    .ignoreExceptions()
                    .until(() -> !admin.listOffsets(ends).all().get().isEmpty());
        }
    }

    /** @return a client of it */
    public Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /** @return its address */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
