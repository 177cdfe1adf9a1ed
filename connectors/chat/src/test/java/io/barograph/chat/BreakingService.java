package io.barograph.chat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A server that resets every connection after it has sent a part of an answer. */
final class BreakingService implements AutoCloseable {
    private static final int REQUEST_BYTES = 100;

    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final Thread thread;

    /** @param part what is sent first */
    BreakingService(String part) throws IOException {
        thread = new Thread(() -> serve(part.getBytes(StandardCharsets.ISO_8859_1)));
        thread.start();
    }

    private void serve(byte[] part) {
        while (!server.isClosed()) {
            try (Socket connection = server.accept()) {
                connection.getInputStream().readNBytes(REQUEST_BYTES);
                connection.getOutputStream().write(part);
                connection.setSoLinger(true, 0); // closing resets
            } catch (IOException e) {
                // the other side went first, or the server is closed
            }
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        server.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
