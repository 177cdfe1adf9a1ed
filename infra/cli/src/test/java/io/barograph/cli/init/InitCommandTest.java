package io.barograph.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.stack.LocalBroker;
import io.barograph.stack.LocalInfluxDb;
import io.barograph.testing.AtLength;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site's first hour: the run says what is missing, init makes it, doctor finds nothing wrong. */
@Timeout(180)
class InitCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    private int barograph(String... arguments) {
        out.getBuffer().setLength(0);
        return Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    @Test
    void shouldMakeWhatTheFirstRunNeedsAndLeaveWhatIsThere() throws Exception {
        LocalBroker broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.PASSWORD, failure -> {});
        LocalInfluxDb influxDb = new LocalInfluxDb(
                LocalInfluxDb.findOrInstall(folder.resolve("install.log"), line -> {}),
                folder.resolve("influxdb"),
                folder.resolve("influxdb.log"),
                failure -> {});
        try {
            broker.start();
            influxDb.start();
            String config = Files.writeString(
                            folder.resolve("barograph.yaml"),
                            """
                            kafka: {bootstrapServers: '%s', topicPrefix: 'site.', propertiesFile: kafka/client.properties}
                            influxDb: {url: '%s', database: weather, user: %s, secretFile: '%s'}
                            fileSystems: [{name: scratch}]
                            """
                                    .formatted(
                                            broker.bootstrapServers(),
                                            influxDb.url(),
                                            LocalInfluxDb.USER,
                                            influxDb.passwordFile()))
                    .toString();

            assertThat(barograph("run", "--config", config)).as(out.toString()).isEqualTo(1);
            assertThat(out.toString())
                    .contains(" has no topics site.server-polls ")
                    .contains("Make them: ./barograph init --config " + config);

            assertThat(barograph("init", "--config", config, "--partitions", "3"))
                    .as(out.toString())
                    .isZero();
            assertThat(out.toString())
                    .contains(broker.bootstrapServers() + ": made ")
                    .contains(" site.server-polls")
                    .contains("database weather made");

            assertThat(barograph("init", "--config", config)).isZero();
            assertThat(out.toString()).contains("all were there").contains("database weather was there");

            assertThat(barograph("doctor", "--config", config))
                    .as(out.toString())
                    .isZero();
            assertThat(out.toString().lines())
                    .anyMatch(line -> line.startsWith("ok  topics"))
                    .anyMatch(line -> line.startsWith("ok  clocks"))
                    .anyMatch(line -> line.startsWith("ok  InfluxDB"));
        } finally {
            influxDb.stop();
            broker.stop();
        }
    }

    @AtLength
    @Test
    void shouldSayWhatIsWrong() throws Exception {
        assertThat(barograph("init")).isEqualTo(2);
        assertThat(out.toString()).contains("Give --config FILE");

        Path config = Files.writeString(folder.resolve("b.yaml"), "kafka: {bootstrapServers: '127.0.0.1:1'}\n");
        assertThat(barograph("init", "--config", config.toString(), "--partitions", "0"))
                .isEqualTo(2);
        assertThat(out.toString()).contains("--partitions is 0; give 1 to 1000");
        assertThat(barograph("init", "--config", config.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("the topics could not be made by kafka at 127.0.0.1:1")
                .contains("start the broker, or correct kafka.bootstrapServers");

        Path own = Files.writeString(folder.resolve("own.yaml"), "localStack: true\n");
        assertThat(barograph("init", "--config", own.toString())).isZero();
        assertThat(out.toString()).contains("makes its own topics and database");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }
}
