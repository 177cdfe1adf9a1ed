package io.barograph.cli.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.cli.export.TopicReader;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(180)
class NoteCommandTest {
    @TempDir
    private static Path folder;

    private static LocalBroker broker;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Duration patience = Duration.ofMinutes(1);

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

    @Test
    void shouldPublishANoteWithItsTimes() throws Exception {
        broker.createTopics("noted.", 1, true);

        int code = execute(
                "--fs",
                "scratch",
                "--kind",
                "PURGE",
                "--from",
                "2026-01-31T08:00:00Z",
                "--to",
                "2026-01-31T10:00:00+01:00",
                "--author",
                "ada",
                "--bootstrap-servers",
                broker.bootstrapServers(),
                "--topic-prefix",
                "noted.",
                "files",
                "older than",
                "12 weeks");

        assertThat(err.toString()).isEmpty();
        assertThat(code).isEqualTo(CommandFrame.DONE);
        assertThat(out.toString()).isEqualTo("Noted: scratch/purge/2026-01-31T08:00:00Z" + System.lineSeparator());
        assertThat(read("noted.")).singleElement().satisfies(event -> {
            assertThat(event.getFileSystem()).isEqualTo("scratch");
            assertThat(event.getKind()).isEqualTo(SiteEventKind.PURGE);
            assertThat(event.getFrom()).isEqualTo(Instant.parse("2026-01-31T08:00:00Z"));
            assertThat(event.getTo()).isEqualTo(Instant.parse("2026-01-31T09:00:00Z"));
            assertThat(event.getText()).isEqualTo("files older than 12 weeks");
            assertThat(event.getAuthor()).isEqualTo("ada");
        });
    }

    @Test
    void shouldBeginNowByDefaultAndNameTheUser() throws Exception {
        broker.createTopics("now.", 1, true);

        assertThat(execute(
                        "--fs",
                        "scratch",
                        "--kind",
                        "change",
                        "--bootstrap-servers",
                        broker.bootstrapServers(),
                        "--topic-prefix",
                        "now.",
                        "quota raised"))
                .isEqualTo(CommandFrame.DONE);

        assertThat(read("now.")).singleElement().satisfies(event -> {
            assertThat(Duration.between(event.getFrom(), event.getRecordedAt())).isZero();
            assertThat(event.getTo()).isNull();
            assertThat(event.getAuthor()).isEqualTo(System.getProperty("user.name"));
        });
    }

    @Test
    void shouldNameWhatIsMissingOrWrong() {
        String[] server = {"--bootstrap-servers", "localhost:1"};
        assertThat(execute("--kind", "purge", server[0], server[1], "x")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--fs", "a", "--kind", "wipe", server[0], server[1], "x"))
                .isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--fs", "a", "--kind", "purge", server[0], server[1]))
                .isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(err.toString())
                .contains("fileSystem is missing")
                .contains("kind \"wipe\" is none of purge, failover")
                .contains("text is missing");
    }

    @Test
    void shouldSayWhichBrokerDoesNotAnswerAndThatNoneIsNamed() {
        patience = Duration.ofSeconds(2);
        assertThat(execute("--fs", "a", "--kind", "purge", "--bootstrap-servers", "localhost:1", "x"))
                .isEqualTo(CommandFrame.FAILED);
        assertThat(execute("--fs", "a", "--kind", "purge", "--bootstrap-servers", "", "x"))
                .isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString())
                .contains("site-events")
                .contains("Check that the broker at localhost:1 runs")
                .contains("no broker is named")
                .contains("BAROGRAPH_BOOTSTRAP_SERVERS");
    }

    private int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of("note"));
        all.addAll(List.of(arguments));
        CommandLine commandLine = Barograph.commandLine();
        NoteCommand command = commandLine.getSubcommands().get("note").getCommand();
        command.setPatience(patience);
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    private static List<SiteEvent> read(String prefix) throws InterruptedException {
        List<SiteEvent> events = new ArrayList<>();
        new TopicReader<>(broker.bootstrapServers(), Topic.SITE_EVENTS.in(prefix), IsolationLevel.READ_UNCOMMITTED)
                .readAll(events::add);
        return events;
    }
}
