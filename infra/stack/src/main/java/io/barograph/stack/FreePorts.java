package io.barograph.stack;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds TCP ports of the loopback interface that nothing listens on. They lie below those that the kernel gives to
 * outgoing connections (from 32768 on Linux): a server that starts a second later would find such a port taken now and
 * then.
 */
final class FreePorts {
    private static final int LOWEST = 15_000;
    private static final int ABOVE = 32_768;
    private static final int ATTEMPTS = 1_000;

    private FreePorts() {}

    /** @return that many different ports, free at the time of the call */
    static List<Integer> find(int count) throws IOException {
        SplittableRandom random = new SplittableRandom();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int attempt = 0; sockets.size() < count; attempt++) {
                int port = random.nextInt(LOWEST, ABOVE);
                try {
                    sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (BindException e) {
                    if (attempt >= ATTEMPTS) {
                        throw new IOException(
                                "no free port between " + LOWEST + " and " + ABOVE + " in " + ATTEMPTS + " attempts",
                                e);
                    }
                }
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
