package io.barograph.cli.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.cli.export.JsonLines;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhyCommandTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    static {
        AvroCodec.of(Anomaly.class);
        AvroCodec.of(ContentionEvent.class);
        AvroCodec.of(Slowdown.class);
    }

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static Anomaly.Builder verdict(String job, Instant start, Verdict verdict, double robustZ) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(job)
                .setExecutable("ior")
                .setApplication("ior o'hara")
                .setFileSystem("scratch")
                .setStartTime(start)
                .setEndTime(start.plusSeconds(600))
                .setDecidedAt(start.plusSeconds(635))
                .setVerdict(verdict)
                .setPerformance(1e9)
                .setQuartile(verdict == Verdict.ANOMALOUS ? 4 : 2)
                .setRobustZ(robustZ)
                .setClimateSize(20);
    }

    private static ContentionEvent.Builder event(int revision) {
        return ContentionEvent.newBuilder()
                .setKind(EventKind.CONTENTION)
                .setType(EventType.READ)
                .setFileSystem("scratch")
                .setOnset(START)
                .setState(EventState.UPDATED)
                .setRevision(revision)
                .setDecidedAt(START.plusSeconds(60))
                .setWorstSlowdown(4.0)
                .setSuspects(List.of(Suspect.newBuilder()
                        .setJobId("4713")
                        .setAmount(5e12)
                        .setShare(0.8)
                        .setSource(SuspectSource.JOB_STATS)
                        .build()));
    }

    private void write(Topic<?> topic, SpecificRecord... records) throws IOException {
        try (JsonLines lines = JsonLines.to(folder.resolve(topic.name() + ".jsonl"))) {
            for (SpecificRecord record : records) {
                lines.write(record);
            }
        }
    }

    @BeforeEach
    void export() throws IOException {
        write(
                Topic.ANOMALIES,
                verdict("4711", START, Verdict.ANOMALOUS, -5).build(),
                verdict("4711", START.plusSeconds(7_200), Verdict.NORMAL, -9).build(),
                verdict("4712", START.plusSeconds(3_600), Verdict.ANOMALOUS, -5)
                        .setLikelyCause("METADATA_LOAD")
                        .setLoss(0.7)
                        .setFindings(List.of(Finding.newBuilder()
                                .setCause("METADATA_LOAD")
                                .setShare(0.35)
                                .setConfidence(0.6)
                                .setConfidenceLow(0.4)
                                .setConfidenceHigh(0.8)
                                .setEvidence("directory reads")
                                .setUnit("/s")
                                .setValue(7.2)
                                .setUsual(0.2)
                                .build()))
                        .build(),
                verdict("4713", START, Verdict.NORMAL, 0).build());
        write(Topic.CONTENTION_EVENTS, event(2).setEnd(START.plusSeconds(500)).build(), event(1).build());
        write(
                Topic.SLOWDOWNS,
                Slowdown.newBuilder()
                        .setFileSystem("scratch")
                        .setOperation("DATA_READ")
                        .setKind(SlowdownKind.INTERVAL)
                        .setScope(SlowdownScope.FILE_SYSTEM)
                        .setStart(START)
                        .setEnd(START.plusSeconds(60))
                        .setDecidedAt(START.plusSeconds(60))
                        .setTimings(60)
                        .setSlowdown(3.5)
                        .build());
    }

    @Test
    void shouldExplainTheWorstRunOfAJob() {
        assertThat(execute("--job", "4711")).isEqualTo(CommandFrame.DONE);

        assertThat(out.toString().lines())
                .containsExactly(
                        "Job 4711, ior o'hara on scratch, run of 2026-03-01T12:00:00Z (the worst of 2)",
                        "Answer: load",
                        "  Read contention on scratch from 2026-03-01T12:00:00Z to 2026-03-01T12:08:20Z: it made others"
                                + " up to 4.0 times slower.",
                        "  Most of the load: job 4713, 5 TB, 80 % of it.",
                        "  Performance 1 GB/s is in the slowest quarter of 20 earlier runs.",
                        "Next:   ./barograph why --fs scratch --at 2026-03-01T12:00:00Z --from-export " + folder);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldExplainTheRunThatIsChosen() {
        assertThat(execute("--job", "4711", "--start", "2026-03-01T14:00:00Z")).isEqualTo(CommandFrame.DONE);

        assertThat(out.toString())
                .contains("run of 2026-03-01T14:00:00Z\n", "Answer: unknown")
                .contains("there is no loss to explain.")
                .contains(
                        "Next:   ./barograph umami --job 4711 --start 2026-03-01T14:00:00Z --climate around -o 4711.html");
    }

    @Test
    void shouldExplainAnInstantAndNameTheNextCommandForTheCulprit() {
        assertThat(execute("--fs", "scratch", "--at", "2026-03-01T12:00:30Z")).isEqualTo(CommandFrame.DONE);

        assertThat(out.toString())
                .contains("scratch at 2026-03-01T12:00:30Z", "Answer: load")
                .contains("Probes then: at most 3.50 times slower than expected (reading data, 60 timings).")
                .contains("Next:   ./barograph umami --job 4713 -o 4713.html");
    }

    @Test
    void shouldWriteJson() throws Exception {
        assertThat(execute("--job", "4712", "--json")).isEqualTo(CommandFrame.DONE);

        JsonNode answer = new ObjectMapper().readTree(out.toString());
        assertThat(answer.get("answer").asText()).isEqualTo("metadata");
        assertThat(answer.get("rule").asText()).isEqualTo("WEATHER");
        assertThat(answer.get("evidence").get(0).asText())
                .isEqualTo("Metadata load was high: directory reads 7.2/s (usually 0.2/s); 50 % of the loss (likely,"
                        + " 0.60).");
        assertThat(answer.get("next").asText()).startsWith("./barograph umami --job 4712");
    }

    @Test
    void shouldNameWhatIsNearestOrHeldInstead() {
        assertThat(execute("--job", "471")).isEqualTo(CommandFrame.FAILED);
        assertThat(execute("--fs", "scatch", "--at", "2026-03-01T12:00:00Z")).isEqualTo(CommandFrame.FAILED);
        assertThat(execute("--fs", "scratch", "--at", "2026-03-01T11:59:59Z")).isEqualTo(CommandFrame.FAILED);
        assertThat(execute("--fs", "scratch", "--at", "2026-03-01T14:10:01Z")).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("The nearest job ids: 4711, 4712, 4713.")
                .contains("nothing is held of a file system scatch in " + folder, "The nearest name: scratch")
                .contains("nothing is held of scratch at 2026-03-01T11:59:59Z")
                .contains("holds 2026-03-01T12:00:00Z to 2026-03-01T14:10:00Z of it.");
    }

    @Test
    void shouldExplainWhatIsWrongInTheCommand() {
        assertThat(execute()).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--fs", "scratch")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--job", "4711", "--at", "2026-03-01T12:00:00Z")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--fs", "scratch", "--at", "noon")).isEqualTo(CommandFrame.WRONG_USAGE);

        assertThat(err.toString())
                .contains("why what? Give --job ID, or --fs NAME and --at TIME")
                .contains("--at \"noon\" is no time such as");
    }

    @Test
    void shouldQuoteNamesForTheShellAndHideWhatSteersATerminal() throws IOException {
        write(
                Topic.ANOMALIES,
                verdict("5", START.plusSeconds(9_999), Verdict.NORMAL, 0)
                        .setApplication("\u001b[2Jx'; rm -rf ~")
                        .setRootCauses(List.of(RootCause.newBuilder()
                                .setCause("small requests")
                                .setSide("application")
                                .setEvidence("95 % below 1 KiB")
                                .setRemedy("buffer")
                                .setConfidence(0.9)
                                .build()))
                        .build());

        assertThat(execute("--job", "5")).isEqualTo(CommandFrame.DONE);

        assertThat(out.toString())
                .doesNotContain("\u001b")
                .contains("Answer: application")
                .contains("Next:   ./barograph report --application '?[2Jx'\\''; rm -rf ~' -o __2Jx___rm_-rf__.html");
    }

    private int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of("why", "--from-export", folder.toString()));
        all.addAll(List.of(arguments));
        return Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
