package io.barograph.runtime;

import java.io.IOException;

/** A file that is refused whatever it holds: a link, a pipe, a device or a folder, or a file below a link. */
public final class RefusedFileException extends IOException {
    public RefusedFileException(String message) {
        super(message);
    }
}
