package io.barograph.runtime;

import io.barograph.schemas.RegularFileCheck;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPInputStream;

/** Text that a collector reads from its beginning to its end, again and again: a file, or what a command prints. */
public final class RereadableText {
    private interface Opening {
        InputStream open() throws IOException;
    }

    private final String name;
    private final Opening opening;

    private RereadableText(String name, Opening opening) {
        this.name = name;
        this.opening = opening;
    }

    /** @param file a text file, compressed if its name ends with {@code .gz} */
    public static RereadableText file(Path file) {
        return new RereadableText(file.toString(), () -> unzipped(file));
    }

    private static InputStream unzipped(Path file) throws IOException {
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
    }

    /**
     * What a command prints on its standard output.
     *
     * @param command command line for {@code /bin/sh}
     * @param timeLimit time after which the command and all that it started are killed
     */
    public static RereadableText command(String command, Duration timeLimit) {
        return new RereadableText(command, () -> new CommandOutput(command, timeLimit));
    }

    /** @return what to call it in a message: the file, or the command */
    public String name() {
        return name;
    }

    /**
     * @return the text from its beginning; to be closed, which also ends a command that still runs
     * @throws IOException if there is none; a stream of a command also throws it at the end of the text if the command
     *     failed, and when its time is up
     */
    public InputStream open() throws IOException {
        return opening.open();
    }
}
