package io.barograph.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Opens recordings and archives of others: regular files only, links followed. A pipe would be waited for without end, and
 * a device read without end; a link that leads nowhere is named as one. Between the check and the opening the file may
 * be exchanged, so this is not for folders that users may write to.
 */
public final class RegularFileCheck {
    private static final String REMEDY = "name a regular file, or take it out of the folder";
    private static final int TYPE = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private RegularFileCheck() {}

    /** @throws IOException as {@link #require} */
    public static InputStream open(Path file) throws IOException {
        require(file);
        return Files.newInputStream(file);
    }

    /**
     * @throws java.nio.file.NoSuchFileException if there is no such name
     * @throws FileSystemException if it is no regular file, or cannot be reached or read; the message says why
     * @throws IOException if the file system fails
     */
    public static void require(Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (FileSystemException e) {
            if (Files.isSymbolicLink(file)) {
                throw refused(file, "it is a link to " + Files.readSymbolicLink(file) + ", which leads to no file", e);
            }
            throw e;
        }
        if (!attributes.isRegularFile()) {
            throw refused(file, "it is " + kind(file, attributes), null);
        }
        if (!Files.isReadable(file)) {
            throw new AccessDeniedException(file.toString(), null, "this user may not read it");
        }
    }

    private static String kind(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isDirectory()) {
            return "a folder";
        }
        return switch ((Integer) Files.getAttribute(file, "unix:mode") & TYPE) {
            case PIPE -> "a named pipe";
            case SOCKET -> "a socket";
            default -> "a device";
        };
    }

    private static FileSystemException refused(Path file, String reason, IOException cause) {
        FileSystemException refused = new FileSystemException(file.toString(), null, reason + "; " + REMEDY);
        if (cause != null) {
            refused.initCause(cause);
        }
        return refused;
    }
}
