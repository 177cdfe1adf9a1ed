package io.barograph.configuration;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Names by which a server for this host alone is called.
 *
 * <p>A page from elsewhere that gives its own name this host's address ("DNS rebinding") makes a browser here send its
 * requests to such a server. The {@code Host} header then has the foreign name.
 */
public final class ThisHostNames {
    private ThisHostNames() {}

    /**
     * @param hostHeader what a request says; null if it says nothing, as no browser does
     * @param ownName the name or address that the server is configured to listen on
     * @return whether the request is meant for this host
     */
    public static boolean include(String hostHeader, String ownName) {
        if (hostHeader == null) {
            return true;
        }
        try {
            String name = URI.create("http://" + hostHeader).getHost();
            // Only what is written as an address is looked at: a name could lead anywhere.
            return name != null
                    && (name.equalsIgnoreCase("localhost")
                            || name.equalsIgnoreCase(ownName)
                            || (name.matches("[0-9.]+|\\[[0-9a-fA-F:]+\\]")
                                    && InetAddress.getByName(name).isLoopbackAddress()));
        } catch (IllegalArgumentException | UnknownHostException e) {
            return false;
        }
    }
}
