package io.barograph.runtime;

import io.barograph.schemas.RegularFileCheck;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPInputStream;

/** Text that a collector reads from its beginning to its end, again and again: a file, or what a command prints. */
@FunctionalInterface
public interface RereadableText {
    /**
     * @return the text from its beginning; to be closed, which also ends a command that still runs
     * @throws IOException if there is none; a stream of a command also throws it at the end of the text if the command
     *     failed, and when its time is up
     */
    InputStream open() throws IOException;

    /** @param file a text file, compressed if its name ends with {@code .gz} */
    static RereadableText file(Path file) {
        return () -> {
            InputStream bytes = new BufferedInputStream(RegularFileCheck.open(file));
            if (!file.toString().endsWith(".gz")) {
                return bytes;
            }
            try {
                return new GZIPInputStream(bytes);
            } catch (IOException e) {
                bytes.close();
                throw e;
            }
        };
    }

    /**
     * What a command prints on its standard output.
     *
     * @param command command line for {@code /bin/sh}
     * @param timeLimit time after which the command and all that it started are killed
     */
    static RereadableText command(String command, Duration timeLimit) {
        return () -> new CommandOutput(command, timeLimit);
    }
}
