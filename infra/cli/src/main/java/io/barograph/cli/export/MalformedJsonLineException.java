package io.barograph.cli.export;

import java.nio.file.Path;

/** A line of a file is not the record that it should be; the message names file and line. */
public final class MalformedJsonLineException extends RuntimeException {
    MalformedJsonLineException(Path file, int line, String record, Exception cause) {
        super(file + ", line " + line + ": no " + record + ": " + cause.getMessage(), cause);
    }
}
