package io.barograph.cli.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.command.CommandFrame;
import io.barograph.cli.export.JsonLines;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    static {
        AvroCodec.of(JobWeather.class);
    }

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void export() throws IOException {
        try (JsonLines lines = JsonLines.to(folder.resolve(Topic.JOB_WEATHER.name() + ".jsonl"))) {
            lines.write(JobWeather.newBuilder()
                    .setJobId("4711")
                    .setExecutable("/opt/ior")
                    .setApplication("ior")
                    .setFileSystem("scratch")
                    .setStartTime(START)
                    .setEndTime(START.plusSeconds(60))
                    .setDecidedAt(START.plusSeconds(95))
                    .setProcesses(64)
                    .setQuality(Quality.OK)
                    .setJobReadBytes(0)
                    .setJobWriteBytes(1L << 40)
                    .build());
        }
    }

    @Test
    void shouldReportOnAnApplicationAndOnTheSite() throws Exception {
        Path ofApplication = folder.resolve("new/ior.HTML");
        Path ofSite = folder.resolve("site.html");

        assertThat(execute("--application", "ior", "-o", ofApplication.toString()))
                .isEqualTo(CommandFrame.DONE);
        assertThat(execute("--site", "-o", ofSite.toString())).isEqualTo(CommandFrame.DONE);

        assertThat(Files.readString(ofApplication)).contains("<title>Application ior</title>", "1 runs from");
        assertThat(Files.readString(ofSite)).contains("<title>Site</title>", "data-month=\"2026-03\"");
        assertThat(out.toString()).contains("Written: " + ofApplication, "Written: " + ofSite);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldNameTheNearestApplication() {
        Path html = folder.resolve("x.html");
        assertThat(execute("--application", "iro", "-o", html.toString())).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("there is no run of an application iro in " + folder)
                .contains("The nearest name: ior; 1 applications have runs.");
        assertThat(html).doesNotExist();
    }

    @Test
    void shouldExplainWhatIsWrongInTheCommand() throws Exception {
        assertThat(execute()).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--site", "--application", "ior")).isEqualTo(CommandFrame.WRONG_USAGE);
        assertThat(execute("--site", "-o", "site.pdf")).isEqualTo(CommandFrame.WRONG_USAGE);
        Files.delete(folder.resolve(Topic.JOB_WEATHER.name() + ".jsonl"));
        assertThat(execute("--site", "-o", folder.resolve("x.html").toString())).isEqualTo(CommandFrame.FAILED);

        assertThat(err.toString())
                .contains("Give either --application NAME or --site")
                .contains("-o site.pdf does not end in .html")
                .contains(folder + " holds neither runs nor rates of servers");
    }

    private int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of("report", "--from-export", folder.toString()));
        all.addAll(List.of(arguments));
        return Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
