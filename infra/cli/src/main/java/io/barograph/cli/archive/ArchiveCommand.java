package io.barograph.cli.archive;

import io.barograph.cli.command.BarographCommand;
import picocli.CommandLine.Command;

@Command(
        name = "archive",
        description = "Shows what the archive of the input topics holds.",
        subcommands = ArchiveListCommand.class,
        footer = "  ./barograph archive list --folder /var/lib/barograph/archive")
public final class ArchiveCommand extends BarographCommand {
    @Override
    public Integer call() {
        throw wrongUsage("what of it? Give list");
    }
}
