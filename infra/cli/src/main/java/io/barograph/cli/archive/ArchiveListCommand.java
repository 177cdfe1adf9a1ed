package io.barograph.cli.archive;

import io.barograph.cli.command.BarographCommand;
import io.barograph.configuration.ArchiveSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.FolderLocation;
import io.barograph.jobs.archive.ArchiveInventory;
import io.barograph.jobs.archive.ArchiveInventoryEntry;
import io.barograph.stack.CommandFailedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        description = {
            "Shows for each topic and file system what is held from when to when, and which whole hours between hold"
                    + " nothing.",
            "",
            "Reads the headers of all files; a file that is none of the archive is named, and the exit code is 1 then."
        },
        footer = {
            "  ./barograph archive list --folder /var/lib/barograph/archive",
            "  ./barograph archive list --config barograph.yaml"
        })
public final class ArchiveListCommand extends BarographCommand {
    private static final double MEBIBYTE = 1 << 20;

    @Option(names = "--folder", paramLabel = "FOLDER", description = "Folder of the archive, or its URI.")
    private FolderLocation folder;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site, which names it.")
    private Path config;

    @Override
    public Integer call() throws IOException {
        ArchiveInventory.Contents contents = contents();
        PrintWriter out = out();
        List<ArchiveInventoryEntry> holdings = ArchiveInventoryEntry.of(contents.files());
        out.printf(
                Locale.ROOT,
                "%-16s %-16s %-20s %-20s %12s %6s %9s%n",
                "topic",
                "file system",
                "from",
                "to",
                "records",
                "files",
                "MiB");
        for (ArchiveInventoryEntry holding : holdings) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-16s %-20s %-20s %,12d %6d %9.1f%n",
                    holding.topic(),
                    holding.fileSystem().isEmpty() ? "-" : holding.fileSystem(),
                    holding.from().truncatedTo(ChronoUnit.SECONDS),
                    holding.to().truncatedTo(ChronoUnit.SECONDS),
                    holding.records(),
                    holding.files(),
                    holding.bytes() / MEBIBYTE);
            holding.gaps()
                    .forEach(gap -> out.printf(Locale.ROOT, "%34snothing from %s to %s%n", "", gap.from(), gap.to()));
        }
        if (holdings.isEmpty()) {
            out.println("(nothing)");
        }
        contents.damaged().forEach(damaged -> out.println("Damaged: " + damaged.getMessage()));
        return contents.damaged().isEmpty() ? 0 : 1;
    }

    private ArchiveInventory.Contents contents() throws IOException {
        if ((folder == null) == (config == null)) {
            throw wrongUsage("which archive? Give --folder FOLDER or --config FILE, one of the two");
        }
        FolderLocation place = folder != null
                ? folder
                : BarographConfiguration.read(config)
                        .archived()
                        .map(ArchiveSettings::folder)
                        .orElseThrow(() -> new CommandFailedException(
                                config + " names no archive", "Add archive: {folder: FOLDER} to it."));
        try {
            return new ArchiveInventory(place.uri()).contents();
        } catch (FileNotFoundException e) {
            throw new CommandFailedException(place + ": no such folder", "Check the path.", e);
        }
    }
}
