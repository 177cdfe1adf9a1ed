package io.barograph.cli.reports;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.export.ResultSource;
import io.barograph.pictures.ClimateSide;
import io.barograph.pictures.JobReport;
import io.barograph.pictures.PictureRenderer;
import io.barograph.pictures.UmamiDiagram;
import io.barograph.pictures.UndrawableRunException;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "umami",
        description = {
            "Draws the UMAMI diagram of a run: each metric beside the earlier runs of its motif, coloured from best to"
                    + " worst quartile. As .html a report of all runs of the job: diagram, diagnosis, root causes, when"
                    + " it did I/O, weather, neighbours.",
            "",
            "docs/umami.md says how to read it."
        },
        footer = {
            "  ./barograph umami --job 1044002 --from-export results -o job.html",
            "  ./barograph replay --tokio-weather mira.csv.gz --export results",
            "  ./barograph umami --job 1044002 --start 2017-03-11T20:44:35Z --from-export results -o umami.svg",
            "  ./barograph umami --job 4711 --climate around --bootstrap-servers kafka1:9092 -o umami.png"
        })
public final class UmamiCommand extends BarographCommand {
    @Option(names = "--job", paramLabel = "ID", description = "Job id; must be given.")
    private String job;

    @Option(names = "--fs", paramLabel = "NAME", description = "File system, if the job used several.")
    private String fileSystem;

    @Option(
            names = "--start",
            paramLabel = "TIME",
            description = "Start of the run, if the job has several: UTC, to the second.")
    private String start;

    @Option(
            names = "--climate",
            paramLabel = "WHICH",
            defaultValue = "before",
            description = "Runs of the motif to compare with: before (those of the verdict), around or after, within 90"
                    + " days (default: ${DEFAULT-VALUE}).")
    private ClimateSide climate;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write: .svg, .png, or .html for a report of the whole job; must be given.")
    private Path output;

    @Mixin
    private ResultOptions results;

    @Override
    public Integer call() throws IOException, InterruptedException {
        require(job, "which job? Give --job ID");
        DiagramOutputFormat format = DiagramOutputFormat.of(output, this);
        Instant begin = WhyCommand.time(this, "--start", start);
        ResultSource source = results.source();
        List<Anomaly> verdicts = new VerdictSearch(source).of(job, fileSystem, begin);
        if (verdicts.size() > 1 && format != DiagramOutputFormat.HTML) {
            throw new CommandFailedException(
                    "job " + job + " has " + verdicts.size() + " runs, and a picture shows one",
                    "An .html report shows all. Choose one:\n" + VerdictSearch.list(verdicts));
        }
        DiagramOutputFormat.write(output, drawn(format, source, verdicts));
        verdicts.forEach(verdict -> say(verdict.getSentence()));
        say("Written: " + output);
        return 0;
    }

    private byte[] drawn(DiagramOutputFormat format, ResultSource source, List<Anomaly> verdicts)
            throws IOException, InterruptedException {
        return switch (format) {
            case SVG -> PictureRenderer.svg(umami(source, verdicts.get(0))).getBytes(StandardCharsets.UTF_8);
            case PNG -> PictureRenderer.png(umami(source, verdicts.get(0)));
            case HTML ->
                JobReport.page(job, EvidenceReader.read(source, verdicts, climate, results.climate()))
                        .getBytes(StandardCharsets.UTF_8);
        };
    }

    private UmamiDiagram umami(ResultSource source, Anomaly verdict) throws IOException, InterruptedException {
        try {
            if (climate == ClimateSide.BEFORE) {
                return UmamiDiagram.ofVerdict(verdict);
            }
            List<JobWeather> runs = new ArrayList<>();
            source.read(Topic.JOB_WEATHER, weather -> {
                if (weather.getMotif() != null && weather.getMotif().equals(verdict.getMotif())) {
                    runs.add(weather);
                }
            });
            return UmamiDiagram.ofRuns(verdict, runs, climate, results.climate());
        } catch (UndrawableRunException e) {
            throw new CommandFailedException(
                    "job " + job + " cannot be drawn: " + e.getMessage(),
                    climate == ClimateSide.AROUND
                            ? "More runs of the same application, direction, layout and size are needed."
                            : "--climate around takes earlier and later runs of its motif.",
                    e);
        }
    }
}
