package io.barograph.alerting.operators;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Takes messages as a webhook does; can hold one of them back, and can refuse all. */
final class ChatServer implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    private final AtomicInteger heldNumber = new AtomicInteger();
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile int status = OK;

    ChatServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            messages.add(new ObjectMapper().readTree(exchange.getRequestBody()));
            if (messages.size() == heldNumber.get()) {
                holding.countDown();
                released.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            }
            exchange.sendResponseHeaders(status, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
    }

    /** The message of that number is taken, but answered only when it is released. */
    void holdAnswerTo(int number) {
        heldNumber.set(number);
    }

    void awaitHeld() throws InterruptedException {
        if (!holding.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the message to be held did not come; came: " + messages);
        }
    }

    void release() {
        released.countDown();
    }

    void answerWith(int newStatus) {
        status = newStatus;
    }

    List<JsonNode> messages() {
        return messages;
    }

    List<JsonNode> await(int number) {
        Awaitility.await().alias(number + " messages").atMost(TIMEOUT).until(() -> messages.size() >= number);
        return messages;
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdownNow();
    }
}
