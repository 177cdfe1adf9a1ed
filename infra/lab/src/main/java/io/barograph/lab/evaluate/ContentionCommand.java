package io.barograph.lab.evaluate;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.TerminalDetection;
import io.barograph.cli.replay.ProgressBars;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "contention",
        description = {
            "Simulates sites on which jobs hinder others, servers and probing hosts are slow and OSTs fill, and quiet"
                    + " ones; runs their records through Kafka and the analysis as fast as it goes; and compares the"
                    + " reported events with what really happened.",
            "",
            "Also asks ./barograph why about each fault, the pauses between them and the jobs that lost most.",
            "",
            "Two runs print the same tables. docs/contention.md and docs/why.md explain them."
        },
        footer = {
            "  ./barograph evaluate contention --seeds 20",
            "  ./barograph evaluate contention --seeds 1 --from-seed 7 --warm-up 3h --quiet-seeds 0 --json faults.jsonl"
        })
public final class ContentionCommand extends BarographCommand {
    private static final String TOPIC_PREFIX = "evaluate-";

    @Option(
            names = "--seeds",
            paramLabel = "NUMBER",
            defaultValue = "20",
            description = "Number of sites with a round of faults (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--quiet-seeds",
            paramLabel = "NUMBER",
            defaultValue = "5",
            description = "Number of sites without faults (default: ${DEFAULT-VALUE}).")
    private int quietSeeds;

    @Option(
            names = "--from-seed",
            paramLabel = "SEED",
            defaultValue = "1",
            description = "Seed of the first site; the others count on from it (default: ${DEFAULT-VALUE}).")
    private long fromSeed;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "4h",
            description = "Simulated time before the first fault, in which climates and baselines come about (default:"
                    + " ${DEFAULT-VALUE}).")
    private Duration warmUp;

    @Option(
            names = "--quiet-for",
            paramLabel = "TIME",
            defaultValue = "10h",
            description = "Simulated time of a site without faults (default: ${DEFAULT-VALUE}).")
    private Duration quietFor;

    @Option(
            names = "--rough",
            description = "Sites of 48 OSTs with more load, whose records are lost, late and wrong by the clock; faults"
                    + " of a third of the OSTs, of one host and of one OST as well, and load that does no harm.")
    private boolean rough;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Also writes a JSON line for each fault, with the event that reports it, and for each event"
                    + " that reports none.")
    private Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seeds < 0 || quietSeeds < 0 || seeds + quietSeeds == 0) {
            throw wrongUsage("nothing to evaluate: give --seeds or --quiet-seeds above 0");
        }
        PrintWriter out = out();
        List<ContentionScenario> scenarios = scenarios();
        ContentionScore score = new ContentionScore();
        WhyScore why = new WhyScore();
        FineRuns fine = FineRuns.NONE;
        LocalStack.Settings settings = LocalStack.Settings.of("evaluate");
        try (TrialLines details = new TrialLines(json);
                LocalStack stack =
                        LocalStack.start(settings, HomeFolder.ofLauncher(), out, EnumSet.of(LocalStack.Server.KAFKA));
                ProgressBar bar = new ProgressBars(System.err, TerminalDetection.isError())
                        .bar("Evaluating", 2L * scenarios.size())) {
            // What an earlier evaluation has left behind that was ended by Ctrl-C.
            stack.broker().deleteTopics(TOPIC_PREFIX);
            String prefix = TOPIC_PREFIX + Instant.now().getEpochSecond() + "-";
            for (ContentionScenario scenario : scenarios) {
                ContentionTrial trial = new ContentionTrial(stack, prefix + scenario.seed() + ".");
                TrialOutcome outcome = trial.run(scenario, bar::step);
                bar.step();
                score.add(outcome);
                why.add(outcome.answers());
                fine = fine.plus(outcome.fine());
                details.write(outcome);
            }
        }
        new ContentionTable(score, out).print();
        why.print(out);
        out.printf("Runs that nobody slowed: %d of %d flagged%n", fine.flagged(), fine.judged());
        return 0;
    }

    private List<ContentionScenario> scenarios() {
        List<ContentionScenario> scenarios = new ArrayList<>();
        for (long seed = fromSeed; seed < fromSeed + seeds; seed++) {
            scenarios.add(rough ? ContentionScenario.rough(seed, warmUp) : ContentionScenario.withFaults(seed, warmUp));
        }
        for (long seed = fromSeed + seeds; seed < fromSeed + seeds + quietSeeds; seed++) {
            scenarios.add(ContentionScenario.quiet(seed, quietFor, rough));
        }
        return scenarios;
    }
}
