package io.barograph.containers;

import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Network.Ipam;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/**
 * A site in containers: a broker, and a standalone Flink cluster of one job manager and two task managers, which finds its
 * jobs again by ZooKeeper. All share a folder for checkpoints and configurations. Addresses are fixed, so that a container
 * that was killed and started again is found where it was; the tests reach them directly.
 */
final class ContainerSite implements AutoCloseable {
    static final int PARTITIONS = 2;

    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final String SHARED = "/site";
    private static final String CLOCK = "/tmp/clock";
    static final Path JAR = Path.of(System.getProperty("barograph.root"), "pipelines/jobs/target")
            .resolve("barograph-jobs-0.1.0-SNAPSHOT-cluster.jar");

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Path folder;
    private final String subnet;
    private final Network network;
    private final Machine broker;
    private final Machine jobManager;
    private final List<Machine> taskManagers = new ArrayList<>();
    private final FlinkRest flink;
    private String jar;

    ContainerSite() throws Exception {
        folder = Files.createTempDirectory("container-site");
        Files.createDirectories(folder.resolve("kafka-config"));
        String[] found = new String[1];
        network = network(found);
        subnet = found[0];
        broker = new Machine("broker", kafka(address(2)), address(2));
        Machine zooKeeper = new Machine("zookeeper", flinkProcess("zookeeper"), address(3));
        jobManager = new Machine("job manager", flinkProcess("jobmanager"), address(4));
        for (int i = 0; i < 2; i++) {
            taskManagers.add(new Machine("task manager " + i, flinkProcess("taskmanager"), address(5 + i)));
        }
        flink = new FlinkRest(URI.create("http://" + address(4) + ":8081"));
        try {
            broker.start();
            zooKeeper.start();
            jobManager.start();
            taskManagers.forEach(Machine::start);
            awaitBroker();
            awaitTaskManagers();
            jar = flink.upload(JAR);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    /** One container, with what goes wrong with it. */
    final class Machine implements AutoCloseable {
        private final String name;
        private final GenericContainer<?> container;

        Machine(String name, GenericContainer<?> container, String address) {
            this.name = name;
            this.container =
                    container.withNetwork(network).withCreateContainerCmdModifier(command -> place(command, address));
        }

        private void place(CreateContainerCmd command, String address) {
            command.withIpv4Address(address);
            command.getHostConfig().withCapAdd(Capability.NET_ADMIN);
        }

        void start() {
            container.start();
            open.push(this);
        }

        /** As when the power fails. */
        void kill() {
            DockerClientFactory.lazyClient()
                    .killContainerCmd(container.getContainerId())
                    .exec();
        }

        /** As when it is shut down. */
        void stop() {
            DockerClientFactory.lazyClient()
                    .stopContainerCmd(container.getContainerId())
                    .withTimeout(30)
                    .exec();
        }

        /** Sets its clock off by seconds, for all that runs in it. */
        void setClock(long seconds) throws IOException, InterruptedException {
            run("sh", "-c", String.format("echo %+d >" + CLOCK, seconds));
            long now = Instant.now().getEpochSecond();
            // what reads the clock looks once a second how far it is off
            await("the clock of " + name + " is off by " + seconds + " s")
                    .atMost(TIMEOUT)
                    .until(() -> Math.abs(Long.parseLong(run("date", "+%s").strip()) - now - seconds) < 60);
        }

        /** Starts it again after {@link #kill} or {@link #stop}; its disk is as it was. */
        void startAgain() {
            DockerClientFactory.lazyClient()
                    .startContainerCmd(container.getContainerId())
                    .exec();
        }

        /** Runs a command in it, which must succeed. */
        String run(String... command) throws IOException, InterruptedException {
            var result = container.execInContainer(command);
            if (result.getExitCode() != 0) {
                throw new IOException(String.join(" ", command) + " in " + name + ": " + result.getStderr());
            }
            return result.getStdout();
        }

        String log() {
            return container.getLogs();
        }

        @Override
        public void close() {
            container.stop();
        }
    }

    private String address(int host) {
        return subnet + "." + host;
    }

    /** A network of a range that no other has. */
    private static Network network(String[] found) {
        for (int i = 1; i < 255; i++) {
            String range = "10.219." + i;
            try {
                Network created = Network.builder()
                        .createNetworkCmdModifier(command ->
                                command.withIpam(new Ipam().withConfig(new Ipam.Config().withSubnet(range + ".0/24"))))
                        .build();
                created.getId(); // creates it
                found[0] = range;
                return created;
            } catch (DockerException e) {
                if (!String.valueOf(e.getMessage()).contains("overlaps")) {
                    throw e;
                }
            }
        }
        throw new IllegalStateException("all networks 10.219.x.0/24 are taken");
    }

    private GenericContainer<?> kafka(String address) throws IOException {
        Files.writeString(
                folder.resolve("kafka-config").resolve("server.properties"),
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@%1$s:9093
                controller.listener.names=CONTROLLER
                listeners=PLAINTEXT://0.0.0.0:9092,CONTROLLER://0.0.0.0:9093
                advertised.listeners=PLAINTEXT://%1$s:9092
                inter.broker.listener.name=PLAINTEXT
                log.dirs=/var/lib/kafka-data
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=4
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=4
                group.initial.rebalance.delay.ms=0
                """
                        .formatted(address));
        return withClock(new GenericContainer<>(ContainerImages.KAFKA.get()))
                .withFileSystemBind(
                        folder.resolve("kafka-config").toString(), "/mnt/shared/config", BindMode.READ_ONLY);
    }

    /** Its clock can be set, where all faults are tested; that makes each look at it dearer. */
    private static GenericContainer<?> withClock(GenericContainer<?> container) {
        if (!"all".equals(System.getProperty("barograph.tests"))) {
            return container;
        }
        return container
                .withEnv("LD_PRELOAD", "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
                .withEnv("FAKETIME_TIMESTAMP_FILE", CLOCK)
                .withEnv("FAKETIME_CACHE_DURATION", "1")
                .withEnv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                // the other way, Java waits by spinning
                .withEnv("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    private GenericContainer<?> flinkProcess(String what) {
        return withClock(new GenericContainer<>(ContainerImages.FLINK.get()))
                .withCommand(what)
                .withEnv(
                        "FLINK_PROPERTIES",
                        """
                        jobmanager.memory.process.size: 900m
                        taskmanager.numberOfTaskSlots: 2
                        heartbeat.interval: 1000
                        heartbeat.timeout: 8000
                        pipeline.object-reuse: true
                        restart-strategy.type: exponential-delay
                        restart-strategy.exponential-delay.max-backoff: 5 s
                        execution.checkpointing.storage: filesystem
                        execution.checkpointing.dir: file://%1$s/checkpoints
                        execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION
                        high-availability.type: zookeeper
                        high-availability.zookeeper.quorum: %2$s:2181
                        high-availability.zookeeper.client.session-timeout: 8000
                        high-availability.storageDir: file://%1$s/ha
                        web.upload.dir: %1$s/uploads
                        """
                                .formatted(SHARED, address(3)))
                .withFileSystemBind(folder.toString(), SHARED, BindMode.READ_WRITE);
    }

    String bootstrapServers() {
        return address(2) + ":9092";
    }

    Machine broker() {
        return broker;
    }

    Machine jobManager() {
        return jobManager;
    }

    Machine taskManager(int number) {
        return taskManagers.get(number);
    }

    FlinkRest flink() {
        return flink;
    }

    /** Sets the clocks of the machines that run the jobs, and of the broker, off by seconds; 0 sets them right. */
    void setClocks(long ofFirstTaskManager, long ofSecondTaskManager, long ofJobManager, long ofBroker)
            throws IOException, InterruptedException {
        taskManagers.get(0).setClock(ofFirstTaskManager);
        taskManagers.get(1).setClock(ofSecondTaskManager);
        jobManager.setClock(ofJobManager);
        broker.setClock(ofBroker);
    }

    /** Cuts the task managers off from the broker, or lets them reach it again; the broker does not answer nor refuse. */
    void cutFromBroker(boolean cut) throws IOException, InterruptedException {
        for (Machine taskManager : taskManagers) {
            taskManager.run("ip", "route", cut ? "add" : "del", "blackhole", address(2) + "/32");
        }
    }

    /** Lets the broker send no more than 2 Mbit/s, or as much as it likes. */
    void slowBroker(boolean slow) throws IOException, InterruptedException {
        if (slow) {
            broker.run(
                    "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "2mbit", "burst", "16kb", "latency",
                    "400ms");
        } else {
            broker.run("tc", "qdisc", "del", "dev", "eth0", "root");
        }
    }

    /** Writes bytes as a record of a topic. */
    void write(String topic, byte[] value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, null, SimulatedHour.FROM.toEpochMilli(), null, value))
                    .get();
        }
    }

    void awaitBroker() {
        try (Admin admin = admin()) {
            await("the broker answers").atMost(TIMEOUT).ignoreExceptions().until(() -> {
                admin.describeCluster().nodes().get();
                return true;
            });
        }
    }

    void awaitTaskManagers() {
        await("two task managers are there").atMost(TIMEOUT).ignoreExceptions().until(() -> flink.taskManagers() >= 2);
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers(), "reconnect.backoff.max.ms", 200));
    }

    /** Creates all topics of a prefix, whose records stay. */
    void createTopics(String prefix) throws Exception {
        List<NewTopic> topics = Topic.CATALOGUE.stream()
                .map(topic -> new NewTopic(topic.in(prefix).name(), PARTITIONS, (short) 1)
                        .configs(Map.of("retention.ms", "-1")))
                .toList();
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (NewTopic topic : topics) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        try (Admin admin = admin()) {
            admin.createTopics(topics).all().get();
            await("the broker leads the new topics")
                    .atMost(TIMEOUT)
                    .ignoreExceptions()
                    .until(() -> !admin.listOffsets(ends).all().get().isEmpty());
        }
    }

    /** @return MariaDB with LMT's database, started now */
    ContainedLmt startLmt() {
        new Machine("MariaDB", ContainedLmt.container(), address(11)).start();
        return new ContainedLmt(address(11));
    }

    /** @return InfluxDB, started now, with a disk of 64 MB; see {@link ContainedInfluxDb} */
    ContainedInfluxDb startInfluxDb() {
        Machine machine = new Machine("InfluxDB", ContainedInfluxDb.container(), address(10));
        machine.start();
        return new ContainedInfluxDb(machine, URI.create("http://" + address(10) + ":8086"));
    }

    /** Writes what a job reads all results of a prefix into a database with, and submits it; it ends by itself. */
    String publish(String prefix, FileSystemCatalogue catalogue, URI influxDb, String database) throws Exception {
        Path configuration = folder.resolve(database + ".yaml");
        Files.writeString(
                configuration,
                configuration(prefix, catalogue)
                        + """
                        influxDb:
                          url: %s
                          database: %s
                          retentionLevels: false
                        """
                                .formatted(influxDb, database));
        return flink.run(
                jar,
                PublishJob.class.getName(),
                1,
                List.of("--config", SHARED + "/" + configuration.getFileName(), "--bounded", "true"),
                Optional.empty());
    }

    /** @return id of the analysis job, which runs */
    String submit(int parallelism, String prefix, FileSystemCatalogue catalogue, String savepoint) throws Exception {
        return submit(jar, parallelism, prefix, catalogue, savepoint);
    }

    /** @return id of the analysis job of another jar, which runs */
    String submit(String uploaded, int parallelism, String prefix, FileSystemCatalogue catalogue, String savepoint)
            throws Exception {
        Path configuration = folder.resolve(prefix + "yaml");
        Files.writeString(configuration, configuration(prefix, catalogue));
        String job = flink.run(
                uploaded,
                AnalysisJob.class.getName(),
                parallelism,
                List.of("--config", SHARED + "/" + configuration.getFileName()),
                Optional.ofNullable(savepoint));
        await("the job runs").atMost(TIMEOUT).ignoreExceptions().until(() -> flink.isRunning(job));
        return job;
    }

    /** @return a configuration file of the site, for topics of a prefix */
    String configuration(String prefix, FileSystemCatalogue catalogue) {
        StringBuilder text = new StringBuilder("fileSystems:\n");
        for (CatalogueFileSystem fileSystem : catalogue.fileSystems()) {
            text.append("  - name: ").append(fileSystem.name()).append('\n');
            text.append("    aliases: [")
                    .append(String.join(", ", fileSystem.aliases()))
                    .append("]\n");
            text.append("    samplingInterval: ")
                    .append(fileSystem.samplingInterval().toSeconds())
                    .append("s\n");
            text.append("    expectedServers: ")
                    .append(fileSystem.expectedServers())
                    .append('\n');
        }
        return text.append("kafka:\n  bootstrapServers: ")
                .append(bootstrapServers())
                .append("\n  topicPrefix: ")
                .append(prefix)
                .append('\n')
                .toString();
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) { // what AutoCloseable declares; the others must still be closed
                System.err.println("closing a container: " + e);
            }
        }
        network.close();
    }
}
