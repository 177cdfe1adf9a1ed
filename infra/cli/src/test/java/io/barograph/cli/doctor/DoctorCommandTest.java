package io.barograph.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.runtime.DeadLetterFactory;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalBroker;
import io.barograph.stack.LocalInfluxDb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(180)
class DoctorCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private Duration limit = Duration.ofMinutes(2);

    private int doctor(String configuration) throws Exception {
        Path file = Files.writeString(folder.resolve("b.yaml"), configuration);
        out.getBuffer().setLength(0);
        CommandLine commandLine = Barograph.commandLine();
        DoctorCommand command = commandLine.getSubcommands().get("doctor").getCommand();
        command.setLimit(limit);
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute("doctor", "--config", file.toString());
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void shouldSayWhatIsWrongInOneLineEachAndTheRemedy() throws Exception {
        limit = Duration.ofSeconds(16);
        int exitCode = doctor(
                """
                kafka: {bootstrapServers: '127.0.0.1:1'}
                influxDb: {url: 'http://127.0.0.1:1', database: weather}
                collectors:
                  - {type: lmt, host: 127.0.0.1, port: 1, database: d, passwordVariable: PATH}
                alerting:
                  channels:
                    - {name: ops, type: slack, urlFile: slack.url}
                    - {name: hook, type: webhook, url: 'http://127.0.0.1:1'}
                """);

        assertThat(exitCode).isEqualTo(1);
        assertThat(lines()).anyMatch(line -> line.startsWith("ok  configuration"));
        assertThat(lines())
                .anyMatch(line -> line.startsWith("!!  broker")
                        && line.contains("127.0.0.1:1: ")
                        && line.contains("start the broker, or correct kafka.bootstrapServers"));
        assertThat(lines())
                .anyMatch(line -> line.startsWith("!!  InfluxDB") && line.contains("does not answer; start it"));
        assertThat(lines()).anyMatch(line -> line.startsWith("!!  collector lmt") && line.contains("check host, port"));
        assertThat(lines()).anyMatch(line -> line.matches("(ok|--) {2}Darshan library .*"));
        assertThat(lines()).anyMatch(line -> line.startsWith("!!  channel ops") && line.contains("slack.url"));
        assertThat(lines())
                .as("nothing is sent, so an address without a server is no fault")
                .anyMatch(line -> line.startsWith("ok  channel hook"));
        assertThat(lines()).hasSize(7);
    }

    @Test
    void shouldSayWhatIsWrongWithTheConfiguration() throws Exception {
        assertThat(doctor("kafka: {bootstrap: x}\n")).isEqualTo(1);
        assertThat(lines())
                .singleElement()
                .asString()
                .startsWith("!!  configuration")
                .contains(":1: kafka.bootstrap");
    }

    @Test
    void shouldFindSecretsThatAllUsersOfTheHostCanRead() throws Exception {
        Path slack = Files.writeString(folder.resolve("slack.url"), "http://127.0.0.1:1/\n");
        Path password = Files.writeString(folder.resolve("lmt.password"), "quicksilver\n");
        Files.setPosixFilePermissions(slack, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
        String configuration =
                """
                localStack: true
                alerting: {channels: [{name: ops, type: slack, urlFile: slack.url}]}
                collectors:
                  - {type: lmt, host: 127.0.0.1, port: 1, database: d, passwordFile: lmt.password}
                """;

        assertThat(doctor(configuration)).isEqualTo(1);
        assertThat(lines())
                .anyMatch(line -> line.startsWith("!!  secret files") && line.endsWith("chmod 600 " + password));

        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r-----"));
        doctor(configuration);
        assertThat(lines())
                .anyMatch(line -> line.startsWith("ok  secret files") && line.contains("2 of them"))
                .noneMatch(line -> line.contains("quicksilver"));
    }

    @Test
    void shouldFindNothingWrongWithWhatWorks() throws Exception {
        LocalBroker broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        LocalInfluxDb influxDb = new LocalInfluxDb(
                LocalInfluxDb.findOrInstall(folder.resolve("install.log"), line -> {}),
                folder.resolve("influxdb"),
                folder.resolve("influxdb.log"),
                failure -> {});
        try {
            broker.start();
            influxDb.start();
            String configuration = "kafka: {bootstrapServers: '" + broker.bootstrapServers() + "'}\ninfluxDb: {url: '"
                    + influxDb.url() + "', database: weather, user: " + LocalInfluxDb.USER + ", secretFile: "
                    + influxDb.passwordFile()
                    + "}\n";

            assertThat(doctor(configuration)).isEqualTo(1);
            assertThat(lines())
                    .anyMatch(line -> line.startsWith("!!  topics")
                            && line.contains("missing, or not to be seen by this account: server-polls ")
                            && line.contains("make them: ./barograph init --config"));
            assertThat(lines())
                    .anyMatch(line -> line.startsWith("!!  InfluxDB") && line.contains("has no database weather"));

            broker.createTopics("", 2, true);
            new io.barograph.influxdb.InfluxDbAdmin(influxDb.config("weather")).ensureDatabase();
            try (KafkaPublisher publisher = new KafkaPublisher(broker.bootstrapServers(), "", new Properties())) {
                for (int i = 0; i < 3; i++) {
                    publisher.refuse(letter("no number", Instant.now()));
                }
                publisher.refuse(letter("too long", Instant.now()));
                publisher.refuse(letter("too old", Instant.now().minusSeconds(86_400)));
                publisher.flush();
            }
            assertThat(doctor(configuration)).as(out.toString()).isZero();
            assertThat(lines()).anyMatch(line -> line.startsWith("ok  broker"));
            assertThat(lines()).anyMatch(line -> line.startsWith("ok  topics"));
            assertThat(lines()).anyMatch(line -> line.startsWith("ok  transactions"));
            assertThat(lines())
                    .anyMatch(line -> line.startsWith("--  clocks")
                            && line.contains(" server-polls ")
                            && line.contains("message.timestamp.after.max.ms=30000"));
            assertThat(lines()).anyMatch(line -> line.startsWith("ok  InfluxDB"));
            assertThat(lines())
                    .anyMatch(line -> line.startsWith("--  dead letters")
                            && line.contains("5 of the last hour: 3 x no number; 1 x too long; 1 x too old"));
        } finally {
            influxDb.stop();
            broker.stop();
        }
    }

    private static io.barograph.schemas.DeadLetter letter(String reason, Instant time) {
        return DeadLetterFactory.of(Topic.SERVER_POLLS, "test", "file:1", reason, time, null);
    }
}
