package io.barograph.jobs.archive;

import java.io.IOException;

/** A file of the archive that cannot be read, or not to its end. The message names the file. */
public final class DamagedArchiveException extends IOException {
    private final String path;
    private final String reason;

    DamagedArchiveException(String path, String reason, Throwable cause) {
        super(path + ": " + reason, cause);
        this.path = path;
        this.reason = reason;
    }

    public String path() {
        return path;
    }

    public String reason() {
        return reason;
    }
}
