package io.barograph.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders and files that other users of the machine neither read nor change: mode 0700 and 0600 from the moment they
 * exist. What lies in such a folder is out of their reach, whatever its own mode.
 */
public final class PrivateFolder {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFolder.class);
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private PrivateFolder() {}

    /**
     * Makes the folder, and those above it that are missing. One that others can reach is closed to them.
     *
     * @return true if others could reach it before; that is in the log, too
     * @throws IOException if it can be neither made nor closed, for instance as it is another user's
     */
    public static boolean create(Path folder) throws IOException {
        if (!isPosix(folder)) {
            Files.createDirectories(folder);
            return false;
        }
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(FOLDER);
        Files.createDirectories(folder, mode);
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(folder);
        if (FOLDER.containsAll(found)) {
            return false;
        }
        Files.setPosixFilePermissions(folder, FOLDER);
        LOG.warn("{} was open to other users ({}); it is closed now", folder, PosixFilePermissions.toString(found));
        return true;
    }

    /** Writes a text that only its owner reads; a file that is there is replaced. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file that only its owner reads; one that is there is replaced. */
    public static void write(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        if (isPosix(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
        }
        Files.write(file, content);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
    }
}
