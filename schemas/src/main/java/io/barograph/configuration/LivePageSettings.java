package io.barograph.configuration;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/** The live page. */
public record LivePageSettings(
        @Setting(value = "Address that it listens on; any but the loopback needs a token.", defaultValue = "127.0.0.1")
                String address,
        @Setting(
                        value = "Port that it listens on; 0 takes a free one and says which.",
                        defaultValue = "" + DEFAULT_PORT)
                int port,
        @Setting(
                        value =
                                "Who looks at it: staff see everything; users see how the file systems are and their own"
                                        + " jobs, while jobs, users and applications of others have no name.",
                        defaultValue = "staff")
                Audience audience,
        @Setting("Header in which a reverse proxy that authenticates users names the user, for instance"
                        + " X-Remote-User. The proxy must be the only way to the page, and must drop that header"
                        + " from what it receives. Without it nobody has jobs of their own.")
                String userHeader,
        @Setting("File whose first line is the token that protects the page, at least 16 characters: sent as bearer"
                        + " token, or typed in once.")
                Path tokenFile) {
    /** Port where none is given. */
    public static final int DEFAULT_PORT = 8096;

    private static final int MAX = 65_535;

    /** Who looks at the page. */
    public enum Audience {
        /** Sees everything. */
        STAFF,
        /** See file systems and their own jobs. */
        USERS
    }

    /** Checks the combination and the ranges. */
    public LivePageSettings {
        if (port < 0 || port > MAX) {
            throw new IllegalArgumentException("port " + port + " is none; give 0 to " + MAX);
        }
        if (userHeader != null && !userHeader.matches("[A-Za-z0-9-]+")) {
            throw new IllegalArgumentException("userHeader is no name of a header; for instance X-Remote-User");
        }
        if (tokenFile == null && !resolve(address).isLoopbackAddress()) {
            throw new IllegalArgumentException("address " + address
                    + " can be reached from other hosts; give tokenFile as well, or listen on 127.0.0.1");
        }
    }

    /**
     * @param port port; 0 for a free one
     * @return a page for the staff who can reach this host's loopback
     */
    public static LivePageSettings forThisHost(int port) {
        return new LivePageSettings("127.0.0.1", port, Audience.STAFF, null, null);
    }

    private static InetAddress resolve(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "address " + address + " is no address of this host; give 127.0.0.1, 0.0.0.0 or one of its own", e);
        }
    }

    /** @return address and port that it listens on */
    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(resolve(address), port);
    }
}
