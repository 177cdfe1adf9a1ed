package io.barograph.sources.note;

import io.barograph.configuration.Setting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/** Options of the collector {@code notes}. */
public record NoteOptions(
        @Setting(value = "Address that it listens on; any but the loopback needs a token.", defaultValue = "127.0.0.1")
                String address,
        @Setting(value = "Port that it listens on; 0 takes a free one and says which.", defaultValue = "8095") int port,
        @Setting("File whose first line is the bearer token that a client must send; read for each request.")
                Path tokenFile) {
    private static final int MAX = 65_535;

    public NoteOptions {
        if (port < 0 || port > MAX) {
            throw new IllegalArgumentException("port " + port + " is none; give 0 to " + MAX);
        }
        if (tokenFile == null && !resolve(address).isLoopbackAddress()) {
            throw new IllegalArgumentException("address " + address
                    + " can be reached from other hosts; give tokenFile as well, or listen on 127.0.0.1");
        }
    }

    private static InetAddress resolve(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "address " + address + " is no address of this host; give 127.0.0.1, 0.0.0.0 or one of its own", e);
        }
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(resolve(address), port);
    }
}
