package io.barograph.runtime;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A regular file, or a folder, below a folder that users may write to.
 *
 * <p>No link is followed below the given root; the root itself may be one. The file is held by an {@code O_PATH}
 * descriptor: opening a pipe or a device that way neither blocks nor touches it, what is checked is what is read, and
 * a file that is put in its place meanwhile is not seen. Linux only.
 */
public final class UserFile implements AutoCloseable {
    private static final int ENOENT = 2;
    private static final int EACCES = 13;

    private static final int O_PATH = 0x200000;
    private static final int O_CLOEXEC = 0x80000;
    private static final int O_NOFOLLOW = Platform.isARM() || Platform.isPPC() ? 0x8000 : 0x20000;
    private static final int AT_FDCWD = -100;

    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int FOLDER = 0040000;
    private static final Map<Integer, String> TYPES = Map.of(
            0120000,
            "a symbolic link",
            FOLDER,
            "a folder",
            0010000,
            "a named pipe",
            0020000,
            "a device",
            0060000,
            "a device",
            0140000,
            "a socket");

    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int CLOSED = -1;

    private static final Charset NAME_CHARSET = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private final int descriptor;
    private final Attributes attributes;
    private final boolean inSharedFolder;

    /** The C library; JNA binds the methods by their names. */
    interface CLibrary extends Library {
        CLibrary INSTANCE = Native.load("c", CLibrary.class);

        int openat(int folder, byte[] zeroTerminatedName, int flags) throws LastErrorException;

        int close(int descriptor);

        String strerror(int number);
    }

    private record Attributes(int mode, long owner, int links, long size) {
        /** Of what a descriptor holds; the link of {@code /proc} leads to it whatever its name now stands for. */
        static Attributes of(int descriptor) throws IOException {
            Map<String, Object> values = Files.readAttributes(path(descriptor), "unix:mode,uid,nlink,size");
            return new Attributes(
                    (Integer) values.get("mode"),
                    Integer.toUnsignedLong((Integer) values.get("uid")),
                    (Integer) values.get("nlink"),
                    (Long) values.get("size"));
        }

        int type() {
            return mode & TYPE;
        }
    }

    private UserFile(int descriptor, Attributes attributes, boolean inSharedFolder) {
        this.descriptor = descriptor;
        this.attributes = attributes;
        this.inSharedFolder = inSharedFolder;
    }

    /**
     * @param root folder that an administrator named; links in its own path are followed
     * @return the file, which is a regular one
     * @throws RefusedFileException if it is not a regular file, or below a link
     * @throws NoSuchFileException if it does not exist
     * @throws IOException if it cannot be reached
     */
    public static UserFile open(Path root, Path file) throws IOException {
        return open(root, file, REGULAR);
    }

    /**
     * @param folder the root, or a folder below it
     * @return the folder, for {@link #path()} to be listed
     * @throws IOException as {@link #open}
     */
    public static UserFile openFolder(Path root, Path folder) throws IOException {
        return open(root, folder, FOLDER);
    }

    private static UserFile open(Path root, Path file, int type) throws IOException {
        Path below = root.relativize(file);
        int descriptor = openAt(AT_FDCWD, root, O_PATH | O_CLOEXEC, root);
        try {
            Attributes attributes = Attributes.of(descriptor);
            boolean shared = false;
            Path at = root;
            for (Path name : below) {
                if (name.toString().isEmpty()) {
                    continue;
                }
                requireType(FOLDER, attributes, at, file);
                shared |= (attributes.mode() & WRITABLE_BY_OTHERS) != 0;
                at = at.resolve(name);
                int next = openAt(descriptor, name, O_PATH | O_CLOEXEC | O_NOFOLLOW, file);
                CLibrary.INSTANCE.close(descriptor);
                descriptor = next;
                attributes = Attributes.of(descriptor);
            }
            requireType(type, attributes, at, file);
            UserFile opened = new UserFile(descriptor, attributes, shared);
            descriptor = CLOSED;
            return opened;
        } finally {
            if (descriptor != CLOSED) {
                CLibrary.INSTANCE.close(descriptor);
            }
        }
    }

    private static int openAt(int folder, Path name, int flags, Path file) throws IOException {
        try {
            return CLibrary.INSTANCE.openat(folder, (name + "\0").getBytes(NAME_CHARSET), flags);
        } catch (LastErrorException e) {
            throw switch (e.getErrorCode()) {
                case ENOENT -> new NoSuchFileException(file.toString());
                case EACCES -> new AccessDeniedException(file.toString());
                default -> new FileSystemException(file.toString(), null, CLibrary.INSTANCE.strerror(e.getErrorCode()));
            };
        } catch (LinkageError e) {
            throw new IOException(
                    "the C library cannot be called, which needs a folder for temporary files from which"
                            + " programs may run (-Djna.tmpdir): " + e.getMessage(),
                    e);
        }
    }

    private static void requireType(int type, Attributes attributes, Path at, Path file) throws RefusedFileException {
        if (attributes.type() != type) {
            String name = TYPES.getOrDefault(attributes.type(), "of an unknown kind");
            throw new RefusedFileException(
                    at.equals(file) ? "it is " + name : "it lies below " + at + ", which is " + name);
        }
    }

    private static Path path(int descriptor) {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    /** @return path by which this process reads the file, whatever its name now stands for; valid until it is closed */
    public Path path() {
        return path(descriptor);
    }

    /** @return likewise, for processes of the same user */
    public Path pathForOthers() {
        return Path.of("/proc/" + ProcessHandle.current().pid() + "/fd/" + descriptor);
    }

    /** @return whether group or others may write to the root or to a folder between it and the file */
    public boolean isInSharedFolder() {
        return inSharedFolder;
    }

    public long owner() {
        return attributes.owner();
    }

    /** @return number of names (hard links) that the file has */
    public int links() {
        return attributes.links();
    }

    /** @return size when it was opened, bytes */
    public long size() {
        return attributes.size();
    }

    /** @throws IOException if this user may not read it */
    public InputStream newInputStream() throws IOException {
        return Files.newInputStream(path());
    }

    @Override
    public void close() {
        CLibrary.INSTANCE.close(descriptor);
    }
}
