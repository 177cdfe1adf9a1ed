package io.barograph.cli.reports;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.export.ResultSource;
import io.barograph.pictures.ApplicationReport;
import io.barograph.pictures.SiteReport;
import io.barograph.schemas.NearestName;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "report",
        description = {
            "Writes a report over all runs of an application, or of the whole site, as one HTML page: contributing"
                    + " factors, correlations, bandwidth by application and user, root causes, load of each OST; of a"
                    + " site fractions of peak, node-hours, reported and server rates, volumes.",
            "",
            "docs/reports.md says how to read it."
        },
        footer = {
            "  ./barograph report --application vpicio_uni --from-export results -o vpic.html",
            "  ./barograph report --site --config barograph.yaml"
        })
public final class ReportCommand extends BarographCommand {
    private static final String END = ".html";

    @Option(names = "--application", paramLabel = "NAME", description = "Application to report on.")
    private String application;

    @Option(names = "--site", description = "Reports on the whole site.")
    private boolean site;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write, .html (default: application.html or site.html).")
    private Path output;

    @Mixin
    private ResultOptions results;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if ((application != null) == site) {
            throw wrongUsage("report on what? Give either --application NAME or --site");
        }
        Path file = output == null ? Path.of(site ? "site.html" : "application.html") : output;
        if (!file.toString().toLowerCase(Locale.ROOT).endsWith(END)) {
            throw wrongUsage("-o " + file + " does not end in " + END);
        }
        ResultSource source = results.source();
        String page = site ? ofSite(source) : ofApplication(source);
        DiagramOutputFormat.write(file, page.getBytes(StandardCharsets.UTF_8));
        say("Written: " + file);
        return 0;
    }

    private String ofApplication(ResultSource source) throws IOException, InterruptedException {
        ApplicationReport report = new ApplicationReport(application);
        source.read(Topic.JOB_WEATHER, report::add);
        if (report.runs() == 0) {
            throw new CommandFailedException(
                    "there is no run of an application " + WhyCommand.printable(application) + " in " + source.name(),
                    NearestName.of(application, report.applications())
                            .map(nearest -> "The nearest name: " + WhyCommand.printable(nearest) + "; "
                                    + report.applications().size() + " applications have runs.")
                            .orElse("There are no runs at all."));
        }
        source.read(Topic.ANOMALIES, report::add);
        source.read(Topic.JOB_SUMMARIES, report::add);
        source.read(Topic.SERVER_RATES, report::add);
        return report.page();
    }

    private static String ofSite(ResultSource source) throws IOException, InterruptedException {
        SiteReport report = new SiteReport();
        source.read(Topic.JOB_WEATHER, report::add);
        source.read(Topic.SERVER_RATES, report::add);
        if (report.isEmpty()) {
            throw new CommandFailedException(
                    source.name() + " holds neither runs nor rates of servers",
                    "They are in " + Topic.JOB_WEATHER.name() + ".jsonl and " + Topic.SERVER_RATES.name()
                            + ".jsonl of a folder that ./barograph replay --export DIR wrote.");
        }
        return report.page();
    }
}
