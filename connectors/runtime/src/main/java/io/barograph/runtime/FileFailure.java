package io.barograph.runtime;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Says what went wrong with a file. For the most frequent reasons the JDK's message is no more than the path. */
public final class FileFailure {
    private FileFailure() {}

    /**
     * @return file and reason, for instance {@code /var/lib/barograph: permission denied}; the message of a failure that
     *     names no file
     */
    public static String describe(IOException failure) {
        if (!(failure instanceof FileSystemException known) || known.getFile() == null) {
            return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
        }
        String reason = known.getReason();
        if (known instanceof NoSuchFileException) {
            reason = "no such file or folder";
        } else if (known instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (known instanceof NotDirectoryException) {
            reason = "not a folder";
        } else if (known instanceof FileAlreadyExistsException) {
            reason = "there is a file of that name";
        } else if (reason == null) {
            reason = known.getClass().getSimpleName();
        }
        return known.getFile() + ": " + reason;
    }
}
