package io.barograph.cli.reports;

import io.barograph.cli.command.BarographCommand;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What to write, by the end of the file's name. */
enum DiagramOutputFormat {
    SVG,
    PNG,
    HTML;

    static DiagramOutputFormat of(Path file, BarographCommand command) {
        if (file == null) {
            throw command.wrongUsage("where to? Give -o FILE.svg, FILE.png or FILE.html");
        }
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (DiagramOutputFormat format : values()) {
            if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw command.wrongUsage("-o " + file + " ends in none of .svg, .png, .html");
    }

    /** Makes the folder, too. */
    static void write(Path file, byte[] content) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Files.write(file, content);
        } catch (IOException e) {
            throw new CommandFailedException(
                    "writing " + file + ": " + e.getMessage(), "Choose a folder that you may write to.", e);
        }
    }
}
