package io.barograph.chat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A real HTTP server that answers one request after the other as the test says; the last answer is repeated. */
final class ScriptedService implements AutoCloseable {
    /** A request as it arrived. */
    record Request(String method, String target, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst().orElse(null);
        }
    }

    /** How a request is answered. */
    @FunctionalInterface
    interface Script {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final HttpServer server;
    private final String scheme;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Deque<Script> scripts = new ArrayDeque<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    ScriptedService(Script... scripts) throws IOException {
        this(HttpServer.create(loopback(), 0), "http", scripts);
    }

    /** A server that speaks TLS. */
    static ScriptedService secure(SSLContext context, Script... scripts) throws IOException {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new ScriptedService(server, "https", scripts);
    }

    private ScriptedService(HttpServer server, String scheme, Script... scripts) {
        this.server = server;
        this.scheme = scheme;
        this.scripts.addAll(Arrays.asList(scripts));
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    static Script status(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            byte[] text = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, text.length == 0 ? -1 : text.length);
            exchange.getResponseBody().write(text);
        };
    }

    /** Answers with what it was asked with, as some proxies do. */
    static Script echo(int status) {
        return exchange -> status(
                        status,
                        "no: " + exchange.getRequestURI() + " with "
                                + exchange.getRequestHeaders().getFirst("Authorization"))
                .answer(exchange);
    }

    /** Never answers. */
    Script silence() {
        return exchange -> await(closing);
    }

    /** Sends the head, and of the body one byte. */
    Script drip(int status) {
        return exchange -> {
            exchange.sendResponseHeaders(status, 100);
            exchange.getResponseBody().write('o');
            exchange.getResponseBody().flush();
            await(closing);
        };
    }

    /** Sends a body without end, until the other side has had enough; then the future completes. */
    static Script endless(int status, CompletableFuture<Void> leftAlone) {
        return exchange -> {
            exchange.sendResponseHeaders(status, 0);
            byte[] page = "too much ".repeat(1_000).getBytes(StandardCharsets.UTF_8);
            OutputStream out = exchange.getResponseBody();
            try {
                while (true) {
                    out.write(page);
                }
            } catch (IOException e) {
                leftAlone.complete(null);
                throw e;
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            next().answer(exchange);
        }
    }

    private synchronized Script next() {
        return scripts.size() > 1 ? scripts.removeFirst() : scripts.getFirst();
    }

    /** Sets what is answered from now on. */
    synchronized void answer(Script... next) {
        scripts.clear();
        scripts.addAll(Arrays.asList(next));
    }

    URI url() {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
