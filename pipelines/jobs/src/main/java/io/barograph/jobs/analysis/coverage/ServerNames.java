package io.barograph.jobs.analysis.coverage;

import java.util.Locale;

/** Names of data servers: LMT says {@code snx11025-OST0007}, Darshan says OST 7 of the file system. */
final class ServerNames {
    private static final String OST = "OST";
    private static final int OST_DIGITS = 4;

    private ServerNames() {}

    /** {@code OST0007} of {@code snx11025-OST0007}; other names as they are. */
    static String withinFileSystem(String server) {
        int at = server.length() - OST.length() - OST_DIGITS;
        return at > 0 && server.charAt(at - 1) == '-' && server.startsWith(OST, at)
                ? server.substring(at).toUpperCase(Locale.ROOT)
                : server;
    }

    /** Lustre's name of an OST: its index in four hexadecimal digits. */
    static String ofOst(int index) {
        return String.format(Locale.ROOT, "OST%04X", index);
    }

    static String key(String fileSystem, String server) {
        return fileSystem + '/' + server;
    }
}
