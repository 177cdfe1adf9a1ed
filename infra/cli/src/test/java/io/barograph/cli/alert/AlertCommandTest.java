package io.barograph.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.barograph.alerting.AlertBook;
import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.cli.run.RunCommand;
import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.AlertSeverity;
import io.barograph.schemas.AlertState;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.InstructionKind;
import io.barograph.schemas.Topic;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalBroker;
import io.barograph.stack.LocalStack;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class AlertCommandTest {
    static {
        AvroCodec.of(Alert.class); // so that Avro trusts the records
    }

    @TempDir
    private static Path folder;

    private static LocalBroker broker;
    private static int prefixes;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String prefix;
    private AlertTopics topics;

    @BeforeAll
    static void start() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        broker.start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
    }

    @BeforeEach
    void createTopics() throws Exception {
        prefix = "p" + prefixes++ + ".";
        broker.createTopics(prefix, 1, true);
        topics = new AlertTopics(new KafkaSettings(broker.bootstrapServers(), prefix, null));
    }

    private int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of("alert"));
        all.addAll(List.of(arguments));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    private int onBroker(String command, String... arguments) {
        List<String> all = new ArrayList<>(
                List.of(command, "--bootstrap-servers", broker.bootstrapServers(), "--topic-prefix", prefix));
        all.addAll(List.of(arguments));
        return execute(all.toArray(String[]::new));
    }

    private void sent(String id, String rule, AlertState state, boolean delivered, Instant at) {
        topics.publish(
                Topic.ALERTS,
                Alert.newBuilder()
                        .setKey(rule + "|" + id)
                        .setId(id)
                        .setMessage(id + state)
                        .setChannel("ops")
                        .setState(state)
                        .setSeverity(AlertSeverity.CRITICAL)
                        .setRule(rule)
                        .setSince(at.truncatedTo(ChronoUnit.SECONDS))
                        .setOver(state == AlertState.RESOLVED)
                        .setTitle("Reading of scratch is slow")
                        .setSentAt(at)
                        .setDelivered(delivered)
                        .setFailure(delivered ? null : "GIVEN_UP after 3 attempts")
                        .build());
    }

    @Test
    void shouldListWhatIsOpenAndWhatPeopleFound() throws Exception {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        sent("a1", "contention", AlertState.OPENED, true, now.minusSeconds(900));
        sent("a2", "contention", AlertState.OPENED, true, now.minusSeconds(800));
        sent("a2", "contention", AlertState.RESOLVED, true, now.minusSeconds(700));
        sent("a3", "capacity", AlertState.OPENED, false, now.minusSeconds(600));
        sent("a4", "capacity", AlertState.RESOLVED, true, now.minusSeconds(200_000));

        assertThat(onBroker("true-positive", "a1", "a", "rebuild")).isEqualTo(CommandFrame.DONE);
        assertThat(onBroker("true-positive", "a2", "seen")).isEqualTo(CommandFrame.DONE);
        assertThat(onBroker("false-positive", "a2", "a", "test")).isEqualTo(CommandFrame.DONE);
        assertThat(out.toString()).contains("Recorded: a2 of rule contention was a false positive.");
        assertThat(onBroker("list")).as(err.toString()).isEqualTo(CommandFrame.DONE);

        List<String> lines = out.toString().lines().toList();
        assertThat(lines)
                .anyMatch(line ->
                        line.contains("a1") && line.contains("open") && line.contains("[true positive: a rebuild]"));
        assertThat(lines)
                .anyMatch(line ->
                        line.contains("a2") && line.contains("over") && line.contains("[false positive: a test]"));
        assertThat(lines)
                .anyMatch(line -> line.contains("a3") && line.contains("NOT SENT") && line.contains("GIVEN_UP"));
        assertThat(lines).noneMatch(line -> line.contains("a4"));
        assertThat(lines)
                .anyMatch(line -> line.matches("  contention +2 alerts, 1 true and 1 false positives, precision 0.50"))
                .anyMatch(line ->
                        line.matches("  capacity +2 alerts, 0 true and 0 false positives, precision not known"));
    }

    @Test
    void shouldReachTheBrokerThatARunHasStarted(@TempDir Path home) throws Exception {
        System.setProperty("barograph.home", home.toString());
        Path configuration = Files.writeString(home.resolve("barograph.yaml"), "localStack: true\n");

        assertThat(execute("list", "--config", configuration.toString())).isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString())
                .contains("has localStack: true, but no broker was started yet")
                .contains("Start ./barograph run --config " + configuration + " first.");

        Path started = LocalStack.siteFile(HomeFolder.ofLauncher(), RunCommand.NAME);
        Files.createDirectories(started.getParent());
        Files.writeString(
                started,
                "kafka: {bootstrapServers: '" + broker.bootstrapServers() + "', topicPrefix: '" + prefix + "'}\n");
        sent("a1", "contention", AlertState.OPENED, true, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        assertThat(execute("list", "--config", configuration.toString()))
                .as(err.toString())
                .isEqualTo(CommandFrame.DONE);
        assertThat(out.toString()).contains("a1");
    }

    @Test
    void shouldNameTheNearestAlertAndSilence() {
        sent("5c76cc2eae", "contention", AlertState.OPENED, true, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        assertThat(onBroker("false-positive", "5c76cc2eab", "x")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("there is no alert 5c76cc2eab; did you mean 5c76cc2eae?");
        assertThat(onBroker("unsilence", "x")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString()).contains("there is no silence x; none is in force");
    }

    @Test
    void shouldSilenceAndLiftASilence() throws Exception {
        assertThat(onBroker("silence", "--fs", "scratch", "--type", "read", "--for", "4h", "for", "maintenance"))
                .as(err.toString())
                .isEqualTo(CommandFrame.DONE);
        AlertInstruction silence = topics.instructions().get(0);
        assertThat(silence.getKind()).isEqualTo(InstructionKind.SILENCE);
        assertThat(silence.getFileSystems()).containsExactly("scratch");
        assertThat(silence.getTypes()).containsExactly("read");
        assertThat(silence.getReason()).isEqualTo("for maintenance");
        assertThat(silence.getUntil()).isEqualTo(silence.getRecordedAt().plusSeconds(4 * 3600));
        onBroker("list");
        assertThat(out.toString()).contains(silence.getId()).contains("file systems scratch; types read");

        assertThat(onBroker("unsilence", silence.getId())).isEqualTo(CommandFrame.DONE);
        assertThat(topics.instructions()).singleElement().satisfies(lifted -> assertThat(lifted.getUntil())
                .isEqualTo(lifted.getRecordedAt()));
        onBroker("list");
        assertThat(out.toString()).doesNotContain("Silences");
    }

    @Test
    void shouldRefuseASilenceThatAlertingWouldLeaveOut() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        KafkaSettings kafka = topics.kafka();
        try (KafkaPublisher publisher =
                new KafkaPublisher(kafka.bootstrapServers(), kafka.topicPrefix(), kafka.clientProperties())) {
            for (int i = 0; i < AlertBook.MAX_SILENCES; i++) {
                publisher.publish(
                        Topic.ALERT_INSTRUCTIONS,
                        AlertInstruction.newBuilder()
                                .setKey("silence/" + i)
                                .setKind(InstructionKind.SILENCE)
                                .setId(Integer.toString(i))
                                .setUntil(now.plusSeconds(3_600))
                                .setRecordedAt(now)
                                .build());
            }
            publisher.flush();
        }
        assertThat(onBroker("silence", "--for", "4h", "maintenance")).isNotEqualTo(CommandFrame.DONE);
        assertThat(err.toString()).contains("1000 silences hold already").contains("./barograph alert unsilence ID");

        assertThat(onBroker("unsilence", "7")).isEqualTo(CommandFrame.DONE);
        assertThat(onBroker("silence", "--for", "4h", "maintenance"))
                .as(err.toString())
                .isEqualTo(CommandFrame.DONE);
    }

    @Test
    void shouldSendAMarkedTestMessageAndSayWhenItIsNotTaken() throws Exception {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/taken", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            Path config = Files.writeString(
                    folder.resolve("alerting.yaml"),
                    """
                    kafka: {bootstrapServers: '%s', topicPrefix: %s}
                    alerting:
                      channels:
                        - {name: ops, type: webhook, url: '%s/taken'}
                        - {name: gone, type: webhook, url: '%s/gone'}
                      routes:
                        - {name: operations, channel: ops}
                        - {name: nowhere, channel: gone}
                    """
                            .formatted(broker.bootstrapServers(), prefix, url, url));
            assertThat(execute("test", "--config", config.toString(), "--route", "operations"))
                    .as(err.toString())
                    .isEqualTo(CommandFrame.DONE);
            assertThat(out.toString()).contains("Channel ops has taken the test message of route operations.");
            assertThat(bodies)
                    .singleElement()
                    .asString()
                    .contains("\"state\":\"test\"")
                    .contains("TEST");
            assertThat(topics.alerts()).singleElement().satisfies(alert -> assertThat(alert.getState())
                    .isEqualTo(AlertState.TEST));

            assertThat(execute("test", "--config", config.toString(), "--route", "nowhere"))
                    .isEqualTo(CommandFrame.FAILED);
            assertThat(err.toString())
                    .contains("channel gone did not take the test message")
                    .contains("404");
            assertThat(execute("test", "--config", config.toString(), "--route", "operation"))
                    .isEqualTo(CommandFrame.WRONG_USAGE);
            assertThat(err.toString()).contains("there is no route \"operation\"; did you mean operations?");
        } finally {
            server.stop(0);
        }
    }
}
