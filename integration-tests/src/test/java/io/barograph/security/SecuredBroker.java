package io.barograph.security;

import io.barograph.schemas.Topic;
import io.barograph.testing.TestPorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.admin.ConfigCommand;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.AclCommand;
import org.awaitility.Awaitility;

/**
 * A Kafka broker that speaks TLS, asks for a password (SCRAM), and lets nobody do what no rule allows. Its
 * administrator is there from the beginning; the other accounts are made by the commands of docs/security.md.
 */
final class SecuredBroker implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;
    private final Path log;
    private final int port;
    private final Process process;
    private final Properties administrator;

    /**
     * @param secrets folder for files with secrets
     * @param folder folder for everything else
     */
    SecuredBroker(Path secrets, Path folder, Certificate certificate, Secrets words) throws Exception {
        this.folder = folder;
        int[] ports = TestPorts.find(2);
        port = ports[0];
        Path server = Files.writeString(secrets.resolve("server.properties"), properties(ports, certificate, words));
        format(server, words.of("admin"));
        log = folder.resolve("broker.log");
        ProcessBuilder broker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlog4j2.configurationFile=log4j2-broker.xml",
                        "kafka.Kafka",
                        server.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        broker.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        process = broker.start();
        administrator = new Properties();
        try (var in = Files.newBufferedReader(
                writeClient(secrets.resolve("admin.properties"), certificate, "admin", words.of("admin")))) {
            administrator.load(in);
        }
        administrator.put("bootstrap.servers", address());
        try (Admin admin = admin()) {
            Awaitility.await("the broker answers; its log is " + log)
                    .atMost(TIMEOUT)
                    .until(() -> answers(admin));
            createTopics(admin);
        }
    }

    /** The controller is on the loopback only; on a site of several it has certificates, too. */
    private String properties(int[] ports, Certificate certificate, Secrets words) {
        return """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                listeners=SASL_SSL://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                listener.security.protocol.map=SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT
                inter.broker.listener.name=SASL_SSL
                sasl.enabled.mechanisms=SCRAM-SHA-512
                sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
                listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=\
                org.apache.kafka.common.security.scram.ScramLoginModule required username="admin" password="%6$s";
                ssl.keystore.type=PKCS12
                ssl.keystore.location=%4$s
                ssl.keystore.password=%5$s
                ssl.truststore.type=PEM
                ssl.truststore.location=%7$s
                authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
                super.users=User:admin;User:ANONYMOUS
                allow.everyone.if.no.acl.found=false
                auto.create.topics.enable=false
                log.dirs=%3$s
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=1
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=1
                log.cleaner.dedupe.buffer.size=4194304
                group.initial.rebalance.delay.ms=0
                """
                .formatted(
                        ports[0],
                        ports[1],
                        folder.resolve("data"),
                        certificate.keyStore(),
                        words.of("keystore"),
                        words.of("admin"),
                        certificate.pem());
    }

    private static void format(Path properties, String password) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        String[] arguments = {
            "format",
            "--cluster-id",
            Uuid.randomUuid().toString(),
            "--config",
            properties.toString(),
            "--add-scram",
            "SCRAM-SHA-512=[name=admin,password=" + password + "]"
        };
        if (StorageTool.execute(arguments, new PrintStream(said, true, StandardCharsets.UTF_8)) != 0) {
            throw new AssertionError(said.toString(StandardCharsets.UTF_8));
        }
    }

    private boolean answers(Admin admin) throws InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError("the broker ended with " + process.exitValue() + "; its log is " + log);
        }
        try {
            admin.describeCluster().nodes().get(1, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static void createTopics(Admin admin) throws ExecutionException, InterruptedException {
        List<NewTopic> topics = Topic.CATALOGUE.stream()
                .map(topic -> new NewTopic(topic.name(), 1, (short) 1).configs(Map.of("retention.ms", "-1")))
                .toList();
        admin.createTopics(topics).all().get();
        Map<TopicPartition, OffsetSpec> questions = new HashMap<>();
        Topic.CATALOGUE.forEach(topic -> questions.put(new TopicPartition(topic.name(), 0), OffsetSpec.latest()));
        Awaitility.await("every partition is led")
                .atMost(TIMEOUT)
                .ignoreExceptions()
                .until(() -> !admin.listOffsets(questions).all().get().isEmpty());
    }

    /** Writes the client properties of an account, as docs/security.md shows them. */
    static Path writeClient(Path file, Certificate certificate, String user, String password) throws IOException {
        return Files.writeString(
                file,
                """
                security.protocol=SASL_SSL
                sasl.mechanism=SCRAM-SHA-512
                sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="%s" password="%s";
                ssl.truststore.type=PEM
                ssl.truststore.location=%s
                """
                        .formatted(user, password, certificate.pem()));
    }

    /**
     * Runs a command of the docs.
     *
     * @param words {@code kafka-acls.sh} or {@code kafka-configs.sh} and its arguments
     */
    static void run(List<String> words) throws IOException {
        Exit.setExitProcedure((code, message) -> {
            throw new IllegalStateException(words + " ended with " + code + ": " + message);
        });
        PrintStream out = System.out;
        try (PrintStream quiet = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)) {
            System.setOut(quiet);
            String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
            if (words.get(0).equals("kafka-acls.sh")) {
                AclCommand.main(arguments);
            } else {
                ConfigCommand.main(arguments);
            }
        } finally {
            System.setOut(out);
            Exit.resetExitProcedure();
        }
    }

    Admin admin() {
        return Admin.create(administrator);
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** How many records, and marks of transactions, all topics hold. */
    long records() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> questions = new HashMap<>();
        Topic.CATALOGUE.forEach(topic -> questions.put(new TopicPartition(topic.name(), 0), OffsetSpec.latest()));
        try (Admin admin = admin()) {
            return admin.listOffsets(questions).all().get().values().stream()
                    .mapToLong(info -> info.offset())
                    .sum();
        }
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Words of a line of the docs. */
    static List<String> words(String line) {
        return Arrays.asList(line.strip().split("\\s+"));
    }
}
