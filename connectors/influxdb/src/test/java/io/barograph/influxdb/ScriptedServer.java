package io.barograph.influxdb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** A real HTTP server that answers writes as the test says, for the InfluxDB versions that do not run everywhere. */
final class ScriptedServer implements AutoCloseable {
    /** A request as it arrived; the body is uncompressed. */
    record Request(String target, Map<String, List<String>> headers, String body) {
        List<String> lines() {
            return body.lines().toList();
        }

        String header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst().orElse(null);
        }
    }

    /** An answer. */
    record ScriptedAnswer(int status, String body, Map<String, String> headers) {
        static final ScriptedAnswer WRITTEN = new ScriptedAnswer(204, "", Map.of());

        static ScriptedAnswer of(int status, String body) {
            return new ScriptedAnswer(status, body, Map.of());
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Function<Request, ScriptedAnswer> script;

    ScriptedServer(Function<Request, ScriptedAnswer> script) throws IOException {
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        String body;
        try (InputStream raw = exchange.getRequestBody();
                InputStream in = gzip ? new GZIPInputStream(raw) : raw) {
            body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Request request =
                new Request(exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders()), body);
        requests.add(request);
        ScriptedAnswer answer = script.apply(request);
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        byte[] text = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), text.length == 0 ? -1 : text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
