package io.barograph.sources.probe;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of system errors. Java gives the C library's text of an error, in the language of the process, and keeps the
 * number to itself; the same library is asked for the text of each number, so that the text finds the name.
 */
final class SystemErrors {
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "EPERM"),
            Map.entry(2, "ENOENT"),
            Map.entry(4, "EINTR"),
            Map.entry(5, "EIO"),
            Map.entry(6, "ENXIO"),
            Map.entry(9, "EBADF"),
            Map.entry(11, "EAGAIN"),
            Map.entry(12, "ENOMEM"),
            Map.entry(13, "EACCES"),
            Map.entry(16, "EBUSY"),
            Map.entry(17, "EEXIST"),
            Map.entry(19, "ENODEV"),
            Map.entry(20, "ENOTDIR"),
            Map.entry(21, "EISDIR"),
            Map.entry(22, "EINVAL"),
            Map.entry(23, "ENFILE"),
            Map.entry(24, "EMFILE"),
            Map.entry(26, "ETXTBSY"),
            Map.entry(27, "EFBIG"),
            Map.entry(28, "ENOSPC"),
            Map.entry(30, "EROFS"),
            Map.entry(31, "EMLINK"),
            Map.entry(36, "ENAMETOOLONG"),
            Map.entry(38, "ENOSYS"),
            Map.entry(39, "ENOTEMPTY"),
            Map.entry(40, "ELOOP"),
            Map.entry(61, "ENODATA"),
            Map.entry(70, "ECOMM"),
            Map.entry(71, "EPROTO"),
            Map.entry(95, "EOPNOTSUPP"),
            Map.entry(103, "ECONNABORTED"),
            Map.entry(104, "ECONNRESET"),
            Map.entry(107, "ENOTCONN"),
            Map.entry(108, "ESHUTDOWN"),
            Map.entry(110, "ETIMEDOUT"),
            Map.entry(111, "ECONNREFUSED"),
            Map.entry(112, "EHOSTDOWN"),
            Map.entry(113, "EHOSTUNREACH"),
            Map.entry(116, "ESTALE"),
            Map.entry(121, "EREMOTEIO"),
            Map.entry(122, "EDQUOT"));

    private static final Map<String, String> NAME_BY_TEXT = readTexts();

    /** The C library; JNA binds the methods by their names. */
    interface CLibrary extends Library {
        String strerror(int number);
    }

    private SystemErrors() {}

    private static Map<String, String> readTexts() {
        Map<String, String> texts = new HashMap<>();
        CLibrary library;
        try {
            library = Native.load("c", CLibrary.class);
        } catch (LinkageError e) {
            // For instance where temporary files must not be executed: errors then keep their text and lose their name.
            return texts;
        }
        NAMES.forEach((number, name) -> texts.put(library.strerror(number), name));
        return texts;
    }

    /** @return name of the error and what the system said, for instance {@code ENOSPC: No space left on device} */
    static String describe(IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return "ENOENT: " + missing.getFile();
        }
        if (failure instanceof AccessDeniedException denied) {
            return "EACCES: " + denied.getFile();
        }
        if (failure instanceof FileAlreadyExistsException existing) {
            return "EEXIST: " + existing.getFile();
        }
        String text = failure instanceof FileSystemException named ? named.getReason() : failure.getMessage();
        String name = NAME_BY_TEXT.get(text);
        return name == null ? failure.toString() : name + ": " + failure.getMessage();
    }
}
