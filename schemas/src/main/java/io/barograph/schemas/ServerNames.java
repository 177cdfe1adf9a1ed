package io.barograph.schemas;

import java.util.Locale;

/** Names of data servers: LMT says {@code snx11025-OST0007}, Darshan says OST 7 of the file system. */
public final class ServerNames {
    private static final String OST = "OST";
    private static final int OST_DIGITS = 4;

    /** No name has it: control characters are refused. */
    private static final char KEY_SEPARATOR = '\u0000';

    private ServerNames() {}

    /** @return {@code OST0007} of {@code snx11025-OST0007}; other names as they are */
    public static String withinFileSystem(String server) {
        int at = server.length() - OST.length() - OST_DIGITS;
        return at > 0 && server.charAt(at - 1) == '-' && server.startsWith(OST, at)
                ? server.substring(at).toUpperCase(Locale.ROOT)
                : server;
    }

    /** @return Lustre's name of it: the index in four hexadecimal digits */
    public static String ofOst(int index) {
        return String.format(Locale.ROOT, "OST%04X", index);
    }

    public static String key(String fileSystem, String server) {
        return fileSystem + KEY_SEPARATOR + server;
    }

    /** @param key what {@link #key} gave */
    public static String fileSystemOf(String key) {
        return key.substring(0, key.indexOf(KEY_SEPARATOR));
    }
}
