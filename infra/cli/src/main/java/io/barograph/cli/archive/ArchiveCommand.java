package io.barograph.cli.archive;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "archive",
        description = "Shows what the archive of the input topics holds.",
        subcommands = ArchiveListCommand.class,
        footer = "  ./barograph archive list --folder /var/lib/barograph/archive")
public final class ArchiveCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "what of it? Give list");
    }
}
