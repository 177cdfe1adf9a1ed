package io.barograph.lab.evaluate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "evaluate",
        description =
                "Measures how well the analysis recognises what really happened on a site, and how fast the live page is.",
        subcommands = {ContentionCommand.class, RecordingCommand.class, LivePageCommand.class},
        footer = {"  ./barograph evaluate contention --seeds 20", "  ./barograph evaluate live-page"})
public final class EvaluateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "evaluate what? One of: " + String.join(", ", spec.subcommands().keySet()));
    }
}
