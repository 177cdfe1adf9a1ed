package io.barograph.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.cli.Barograph;
import io.barograph.cli.export.TopicReader;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalInfluxDb;
import io.barograph.stack.LocalStack;
import io.barograph.testing.AtLength;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The demonstration with real servers, alone and while things go wrong. */
class DemoIT {
    private static final Duration LIMIT = Duration.ofMinutes(6);

    @TempDir
    private Path folder;

    @Test
    void shouldShowCoverageFactorsThatAgreeWithTheTruthAndEndByItself() {
        assertThat(demo("--duration", "20s"))
                .contains(
                        "Live page: http://127.0.0.1:",
                        "Flink:     https://",
                        "database barograph_demo",
                        "The story begins at",
                        "sim-scratch: read",
                        "runs of quality OK",
                        "runs decided")
                .doesNotContain("WRONG", "differ by more than 1 %");
    }

    @AtLength
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldTellTheStoryAndBeRight(long seed) {
        assertThat(demo("--duration", "2m", "--seed", Long.toString(seed)))
                .contains(
                        "Opened: Write contention on sim-scratch. ",
                        "Suspect known: Write contention on sim-scratch. ",
                        "Over: Write contention on sim-scratch. ",
                        "Answer: load",
                        " on sim-projects-OST000",
                        "Answer: degraded hardware")
                .doesNotContain("WRONG");
    }

    /** @return what it printed; its exit code is 0 */
    private String demo(String... options) {
        System.setProperty("barograph.home", folder.toString());
        StringWriter out = new StringWriter();
        PrintWriter printer = new PrintWriter(out, true);
        CommandLine commandLine = Barograph.commandLine().setOut(printer).setErr(printer);
        List<String> command = new ArrayList<>(List.of("demo"));
        command.addAll(List.of(options));

        assertThat(commandLine.execute(command.toArray(String[]::new)))
                .as(() -> whatIsWrong(out.toString()) + System.lineSeparator() + out)
                .isZero();
        return out.toString();
    }

    /** First in the description, as reports cut it: what is wrong, or else how it ended. */
    private static String whatIsWrong(String output) {
        List<String> lines = output.lines().toList();
        List<String> wrong = lines.stream()
                .filter(line -> line.contains("WRONG") || line.contains("differ by more than"))
                .toList();
        return String.join(" | ", wrong.isEmpty() ? lines.subList(Math.max(0, lines.size() - 3), lines.size()) : wrong);
    }

    @AtLength
    @Test
    void shouldGoOnWithoutInfluxDbAndMissNothingAfterwardsAndSetMalformedRecordsAside() throws Exception {
        LocalStack.Settings settings = LocalStack.Settings.of("outage");
        try (LocalStack stack =
                LocalStack.start(settings, new HomeFolder(folder), new PrintWriter(new StringWriter()))) {
            InfluxDbConfig config = stack.influxDb("barograph_demo");
            InfluxDbAdmin influxDb = new InfluxDbAdmin(config);
            LocalInfluxDb server = stack.influxDb().orElseThrow();
            try (DemoSession demo = new DemoSession(stack, config, "demo-outage.", 3, 0)) {
                demo.start();
                await().atMost(LIMIT).until(() -> stored(influxDb) > 0);

                server.stop();
                int decided = demo.scoreboard().entries().size();
                writeMalformed(stack.broker().adminProperties());
                await().atMost(LIMIT).until(() -> demo.scoreboard().entries().size() >= decided + 3);
                server.start();

                List<DeadLetter> letters = new ArrayList<>();
                await().atMost(LIMIT).until(() -> {
                    letters.clear();
                    new TopicReader<>(
                                    stack.broker().bootstrapServers(),
                                    Topic.DEAD_LETTERS.in("demo-outage."),
                                    IsolationLevel.READ_COMMITTED,
                                    stack.broker().clientProperties())
                            .readAll(letters::add);
                    return letters.size() == 2;
                });
                assertThat(letters)
                        .extracting(DeadLetter::getSource)
                        .containsExactlyInAnyOrder("demo-outage.server-polls", "demo-outage.job-summaries");
                assertThat(letters).allSatisfy(letter -> assertThat(letter.getReason())
                        .contains("not Avro single-object encoding"));

                int now = demo.scoreboard().entries().size();
                assertThat(now).isGreaterThanOrEqualTo(decided + 3);
                await().atMost(LIMIT).until(() -> stored(influxDb) >= now);
                assertThat(demo.scoreboard().entries()).noneMatch(CoverageScoreboard.Entry::isWrong);
            }
        }
    }

    private static void writeMalformed(Properties broker) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(broker, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String topic : List.of("demo-outage.server-polls", "demo-outage.job-summaries")) {
                producer.send(new ProducerRecord<>(topic, "no record".getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
        }
    }

    private static long stored(InfluxDbAdmin influxDb) throws Exception {
        if (!influxDb.isAvailable()) {
            return 0;
        }
        List<InfluxRow> rows = influxDb.query("SELECT COUNT(revision) FROM job_weather");
        return rows.isEmpty() ? 0 : (Long) rows.get(0).values().get("count");
    }
}
