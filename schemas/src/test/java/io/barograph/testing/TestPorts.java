package io.barograph.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * TCP ports of the loopback for servers that tests start. Below those that the kernel gives to clients: one of these may
 * be taken when the server comes to bind it, or while it is stopped and to be started again on the same port.
 */
public final class TestPorts {
    private static final int LOWEST = 15_000;
    private static final int ABOVE = 32_768;

    private TestPorts() {}

    private static Optional<ServerSocket> bind(int port) throws IOException {
        try {
            return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (BindException e) {
            return Optional.empty(); // taken
        }
    }

    /**
     * @param count how many
     * @return that many different ports, free at the time of the call
     * @throws IOException if the loopback cannot be used
     */
    public static int[] find(int count) throws IOException {
        SplittableRandom random = new SplittableRandom();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            while (sockets.size() < count) {
                bind(random.nextInt(LOWEST, ABOVE)).ifPresent(sockets::add);
            }
            return sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
