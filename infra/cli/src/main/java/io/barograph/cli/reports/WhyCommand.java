package io.barograph.cli.reports;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.export.ResultSource;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.NearestName;
import io.barograph.schemas.Verdict;
import io.barograph.stack.CommandFailedException;
import io.barograph.verdicts.why.SlownessExplanation;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "why",
        description = {
            "Says in one word why a job was slow, or a file system at some time: load, degraded hardware, space,"
                    + " metadata, client, application or unknown; with at most three lines of evidence and the command"
                    + " to run next.",
            "",
            "Of a job with several runs the one that lost most. docs/why.md has the rules."
        },
        footer = {
            "  ./barograph why --job 1044002 --from-export results",
            "  ./barograph why --fs scratch --at 2026-03-01T12:00:00Z --config barograph.yaml --json"
        })
public final class WhyCommand extends BarographCommand {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Option(names = "--job", paramLabel = "ID", description = "Job to explain.")
    private String job;

    @Option(
            names = "--fs",
            paramLabel = "NAME",
            description = "File system: with --at the one to explain, with --job the one to look at.")
    private String fileSystem;

    @Option(names = "--at", paramLabel = "TIME", description = "Instant to explain, UTC.")
    private String at;

    @Option(names = "--start", paramLabel = "TIME", description = "With --job: start of the run, UTC, to the second.")
    private String start;

    @Option(names = "--json", description = "Prints a JSON object.")
    private boolean json;

    @Mixin
    private ResultOptions results;

    /** An answer with what it is about. */
    private record SubjectExplanation(String subject, SlownessExplanation explanation, String next) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean ofMoment = job == null && fileSystem != null && at != null && start == null;
        boolean ofJob = job != null && at == null;
        if (!ofMoment && !ofJob) {
            throw wrongUsage("why what? Give --job ID, or --fs NAME and --at TIME (without --job)");
        }
        Instant instant = time(this, "--at", at);
        Instant begin = time(this, "--start", start);
        ResultSource source = results.source();
        SubjectExplanation explained = ofJob ? ofJob(source, begin) : ofMoment(source, instant);
        if (json) {
            say(json(explained));
        } else {
            say(printable(explained.subject()));
            say("Answer: " + explained.explanation().answer().words());
            explained.explanation().evidence().forEach(line -> say("  " + printable(line)));
            say("Next:   " + explained.next());
        }
        return 0;
    }

    /** @return null without text */
    static Instant time(BarographCommand command, String option, String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw command.wrongUsage(
                    option + " \"" + printable(text) + "\" is no time such as 2017-03-11T20:44:35Z", e);
        }
    }

    private SubjectExplanation ofJob(ResultSource source, Instant begin) throws IOException, InterruptedException {
        List<Anomaly> verdicts = new VerdictSearch(source).of(job, fileSystem, begin);
        Anomaly worst = verdicts.stream()
                .min(Comparator.comparing((Anomaly verdict) -> verdict.getVerdict() != Verdict.ANOMALOUS)
                        .thenComparing(verdict -> verdict.getRobustZ() == null ? 0 : verdict.getRobustZ()))
                .orElseThrow();
        WhyReader reader = new WhyReader();
        RunWhyQuestion inquiry = reader.ask(new RunWhyQuestion(worst));
        reader.read(source);
        SlownessExplanation explanation = inquiry.answer();
        String application = worst.getApplication() == null ? worst.getExecutable() : worst.getApplication();
        String subject = "Job " + worst.getJobId() + ", " + application + " on " + worst.getFileSystem()
                + (worst.getStartTime() == null
                        ? ""
                        : ", run of " + worst.getStartTime().truncatedTo(ChronoUnit.SECONDS))
                + (verdicts.size() == 1 ? "" : " (the worst of " + verdicts.size() + ")");
        return new SubjectExplanation(subject, explanation, new NextCommandHint(results).after(worst, explanation));
    }

    private SubjectExplanation ofMoment(ResultSource source, Instant instant) throws IOException, InterruptedException {
        WhyReader reader = new WhyReader();
        MomentWhyQuestion inquiry = reader.ask(new MomentWhyQuestion(fileSystem, instant));
        reader.read(source);
        requireHeld(inquiry, source, instant);
        SlownessExplanation explanation = inquiry.answer();
        return new SubjectExplanation(
                fileSystem + " at " + instant, explanation, new NextCommandHint(results).after(inquiry, explanation));
    }

    private void requireHeld(MomentWhyQuestion inquiry, ResultSource source, Instant instant) {
        Optional<Instant> from = inquiry.heldFrom();
        Optional<Instant> to = inquiry.heldTo();
        if (from.isEmpty() || to.isEmpty()) {
            throw new CommandFailedException(
                    "nothing is held of a file system " + printable(fileSystem) + " in " + source.name(),
                    NearestName.of(fileSystem, inquiry.fileSystems())
                            .map(nearest -> "The nearest name: " + nearest + "; all: "
                                    + String.join(", ", inquiry.fileSystems()) + ".")
                            .orElse("Nothing is held of any file system."));
        }
        if (instant.isBefore(from.get()) || instant.isAfter(to.get())) {
            throw new CommandFailedException(
                    "nothing is held of " + printable(fileSystem) + " at " + instant,
                    source.name() + " holds " + from.get() + " to " + to.get() + " of it.");
        }
    }

    private static String json(SubjectExplanation explained) {
        ObjectNode json = JSON.createObjectNode()
                .put("subject", explained.subject())
                .put("answer", explained.explanation().answer().words())
                .put("rule", explained.explanation().rule().name());
        explained.explanation().evidence().forEach(json.putArray("evidence")::add);
        return json.put("next", explained.next()).toString();
    }

    /** Without what would steer a terminal: names come from users. */
    static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
