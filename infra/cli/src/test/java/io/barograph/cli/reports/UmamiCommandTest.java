package io.barograph.cli.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.cli.export.JsonLines;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UmamiCommandTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    static {
        AvroCodec.of(Anomaly.class);
    }

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static Anomaly verdict(String job, Instant start, double value) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(job)
                .setExecutable("ior")
                .setApplication("ior")
                .setFileSystem("scratch")
                .setMotif("scratch/ior")
                .setStartTime(start)
                .setEndTime(start.plusSeconds(60))
                .setDecidedAt(start.plusSeconds(95))
                .setVerdict(Verdict.NORMAL)
                .setSentence("Performance is normal.")
                .setClimateSize(10)
                .setHistoryTimes(List.of(start.minusSeconds(86_400), start.minusSeconds(43_200)))
                .setPanel(List.of(JudgedMetric.newBuilder()
                        .setMetric("performanceBytesPerSecond")
                        .setValue(value)
                        .setQuartile(4)
                        .setP05(1e9)
                        .setP25(1.1e9)
                        .setP50(1.2e9)
                        .setP75(1.3e9)
                        .setP95(1.4e9)
                        .setHistory(Arrays.asList(1.1e9f, 1.3e9f))
                        .build()))
                .build();
    }

    private static JobWeather weather(String job, Instant start, double performance) {
        return JobWeather.newBuilder()
                .setJobId(job)
                .setExecutable("ior")
                .setApplication("ior")
                .setFileSystem("scratch")
                .setMotif("scratch/ior")
                .setStartTime(start)
                .setEndTime(start.plusSeconds(60))
                .setDecidedAt(start.plusSeconds(95))
                .setProcesses(64)
                .setEligible(true)
                .setQuality(Quality.OK)
                .setJobReadBytes(0)
                .setJobWriteBytes(1L << 40)
                .setPerformanceBytesPerSecond(performance)
                .setMetrics(Map.of())
                .build();
    }

    private static void write(Path file, List<? extends SpecificRecord> records) throws IOException {
        try (JsonLines lines = JsonLines.to(file)) {
            for (SpecificRecord record : records) {
                lines.write(record);
            }
        }
    }

    @BeforeEach
    void export() throws IOException {
        write(
                folder.resolve(Topic.ANOMALIES.name() + ".jsonl"),
                List.of(
                        verdict("4711", START, 1e9),
                        Anomaly.newBuilder(verdict("4711", START, 0.9e9))
                                .setRevision(2)
                                .build(),
                        verdict("4712", START, 1e9),
                        verdict("4712", START.plusSeconds(3_600), 1e9),
                        verdict("9999999", START, 1e9)));
        List<JobWeather> runs = new ArrayList<>(List.of(weather("4711", START, 0.9e9)));
        for (int day = 1; day <= 10; day++) {
            runs.add(weather("later" + day, START.plus(Duration.ofDays(day)), 0.5e9));
        }
        write(folder.resolve(Topic.JOB_WEATHER.name() + ".jsonl"), runs);
    }

    @Test
    void shouldDrawTheLatestVerdictOnARun() throws Exception {
        Path svg = folder.resolve("new/folder/run.svg");

        assertThat(execute("--job", "4711", "-o", svg.toString())).isEqualTo(CommandFrame.DONE);

        assertThat(Files.readString(svg)).startsWith("<?xml").contains("data-value=\"9.0E8\"");
        assertThat(out.toString()).contains("Performance is normal.").contains("Written: " + svg);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldDrawPngByTheEndOfTheFileName() throws Exception {
        Path png = folder.resolve("run.PNG");

        assertThat(execute("--job", "4711", "-o", png.toString())).isEqualTo(CommandFrame.DONE);

        assertThat(Files.readAllBytes(png)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void shouldPutTheRunBesideLaterRunsIfAsked() throws Exception {
        Path svg = folder.resolve("run.svg");

        assertThat(execute("--job", "4711", "--climate", "after", "-o", svg.toString()))
                .isEqualTo(CommandFrame.DONE);

        assertThat(Files.readString(svg))
                .contains("the 10 runs within 90 days after it")
                .contains("data-quartile=\"1\"")
                .contains("data-p50=\"5.0E8\"");
    }

    @Test
    void shouldPutTheRunBesideAsManyRunsAsTheConfigurationSays() throws Exception {
        Path config = Files.writeString(
                folder.resolve("site.yaml"),
                """
                fileSystems:
                  - name: scratch
                    kind: LUSTRE
                analysis:
                  climate:
                    window: 5d
                    fewestRuns: 5
                """);
        Path svg = folder.resolve("run.svg");
        Path html = folder.resolve("run.html");

        assertThat(execute("--job", "4711", "--climate", "after", "--config", config.toString(), "-o", svg.toString()))
                .isEqualTo(CommandFrame.DONE);
        assertThat(execute("--job", "4711", "--climate", "after", "--config", config.toString(), "-o", html.toString()))
                .isEqualTo(CommandFrame.DONE);

        assertThat(Files.readString(svg)).contains("the 5 runs within 5 days after it");
        assertThat(Files.readString(html)).contains("the 5 runs within 5 days after it");
    }

    @Test
    void shouldReportAllRunsOfAJobAsHtml() throws Exception {
        Path html = folder.resolve("job.html");

        assertThat(execute("--job", "4712", "-o", html.toString())).isEqualTo(CommandFrame.DONE);

        assertThat(Files.readString(html))
                .contains("<title>Job 4712</title>", "2026-03-01T12:00:00Z to", "2026-03-01T13:00:00Z to")
                .contains("The results hold no weather of this run.")
                .contains(">4711</th>");
    }

    @Test
    void shouldLetChooseAmongTheRunsOfAJob() throws Exception {
        Path svg = folder.resolve("run.svg");

        assertThat(execute("--job", "4712", "-o", svg.toString())).isEqualTo(CommandFrame.FAILED);
        assertThat(err.toString())
                .contains("job 4712 has 2 runs, and a picture shows one")
                .contains("--start 2026-03-01T12:00:00Z --fs scratch  ior, NORMAL")
                .contains("--start 2026-03-01T13:00:00Z --fs scratch  ior, NORMAL");
        assertThat(svg).doesNotExist();

        assertThat(execute("--job", "4712", "--start", "2026-03-01T13:00:00Z", "-o", svg.toString()))
                .isEqualTo(CommandFrame.DONE);
        assertThat(svg).exists();
    }

    @Test
    void shouldNameTheNearestJobsAndTheRunsThatThereAre() {
        String svg = folder.resolve("run.svg").toString();

        assertThat(execute("--job", "471", "-o", svg)).isEqualTo(CommandFrame.FAILED);
        assertThat(execute("--job", "4711", "--fs", "home", "-o", svg)).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("there is no verdict on a job 471 in " + folder)
                .contains("The nearest job ids: 4711, 4712, 9999999.")
                .contains("job 4711 has no such run")
                .contains("--start 2026-03-01T12:00:00Z --fs scratch");
    }

    @Test
    void shouldSayWhyARunCannotBeDrawn() {
        String svg = folder.resolve("run.svg").toString();

        assertThat(execute("--job", "9999999", "--climate", "after", "-o", svg)).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("job 9999999 cannot be drawn: there is no weather of it")
                .contains("--climate around takes earlier and later runs");
    }

    @Test
    void shouldExplainWhatIsMissingInTheCommand() {
        String svg = folder.resolve("run.svg").toString();

        assertThat(execute("-o", svg)).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--job", "4711")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--job", "4711", "-o", "run.gif")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--job", "4711", "--start", "noon", "-o", svg)).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--job", "4711", "--climate", "never", "-o", svg)).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(Barograph.commandLine()
                        .setErr(new PrintWriter(err, true))
                        .execute("umami", "--job", "1", "--bootstrap-servers", "", "-o", svg))
                .isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("which job?")
                .contains("where to?")
                .contains("run.gif ends in none of")
                .contains("\"noon\" is no time such as")
                .contains("never")
                .contains("from where? Neither a folder nor a broker is named");
    }

    @Test
    void shouldSayThatAFolderIsNoExport() {
        Path empty = folder.resolve("empty");
        assertThat(execute(empty, "--job", "4711", "-o", "x.svg")).isEqualTo(CommandFrame.FAILED);
        assertThat(empty.toFile().mkdir()).isTrue();
        assertThat(execute(empty, "--job", "4711", "-o", "x.svg")).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString()).contains("there is no folder " + empty).contains(empty + " holds no verdicts");
    }

    private int execute(String... arguments) {
        return execute(folder, arguments);
    }

    private int execute(Path export, String... arguments) {
        List<String> all = new ArrayList<>(List.of("umami", "--from-export", export.toString()));
        all.addAll(List.of(arguments));
        return Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
