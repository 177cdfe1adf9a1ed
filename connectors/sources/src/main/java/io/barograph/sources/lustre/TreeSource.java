package io.barograph.sources.lustre;

import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The server that it runs on, or a copy of its {@code /proc} and {@code /sys}. It is a server when {@code proc} is the
 * kernel's.
 */
final class TreeSource implements ServerTextSource {
    private final Path root;

    /** @param root folder that has {@code sys} and {@code proc}; {@code /} on a server */
    TreeSource(Path root) {
        this.root = root;
    }

    @Override
    public String name() {
        return root.toString();
    }

    @Override
    public Reading read(ParseProblemHandler problems) {
        Path proc = root.resolve("proc");
        try {
            if (!Files.isDirectory(proc) && !Files.isDirectory(root.resolve("sys"))) {
                throw new UnreadableSourceException(
                        name(),
                        "has neither proc nor sys in it",
                        "give \"root\" the folder above them, / on a Lustre server");
            }
            boolean kernel =
                    Files.isDirectory(proc) && Files.getFileStore(proc).type().equals("proc");
            Instant copied = kernel ? null : Files.getLastModifiedTime(root).toInstant();
            return new Reading(new TreeTexts(root, problems), copied);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(), "cannot be read: " + e.getMessage(), "see whether the collector's user may read it", e);
        }
    }
}
