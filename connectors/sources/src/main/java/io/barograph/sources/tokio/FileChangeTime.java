package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** What is known of a file without opening it. */
final class FileChangeTime {
    private FileChangeTime() {}

    /** @return time of the last change: the time of refused input that has none of its own */
    static Instant lastChange(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    file.toString(), "cannot be opened (" + e + ")", "check its name and permissions", e);
        }
    }
}
