package io.barograph.influxdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLException;

/** The HTTP interface of one server. Safe for several threads. */
final class InfluxDbClient {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_MESSAGE_LENGTH = 2_000;

    private final InfluxDbConfig config;
    private final InfluxDbCredentials credentials;
    private final URI writeUri;
    private final HttpClient http;

    InfluxDbClient(InfluxDbConfig config) throws IOException {
        this.config = config;
        this.credentials = InfluxDbCredentials.read(config);
        this.writeUri = writeUri(config);
        this.http = HttpClient.newBuilder()
                // InfluxDB 1.x speaks HTTP/1.1 only, and some proxies stumble over an upgrade request with a body.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(config.requestTimeout())
                .build();
    }

    private static URI writeUri(InfluxDbConfig config) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String path =
                switch (config.apiVersion()) {
                    case V1 -> {
                        parameters.put("db", config.database());
                        if (config.retentionPolicy() != null) {
                            parameters.put("rp", config.retentionPolicy());
                        }
                        yield "/write";
                    }
                    case V2 -> {
                        parameters.put("org", config.organisation());
                        parameters.put("bucket", config.database());
                        parameters.put("precision", "ns");
                        yield "/api/v2/write";
                    }
                    case V3 -> {
                        parameters.put("db", config.database());
                        parameters.put("precision", "nanosecond");
                        parameters.put("accept_partial", "true");
                        yield "/api/v3/write_lp";
                    }
                };
        return URI.create(base(config) + path + "?" + encoded(parameters));
    }

    private static String base(InfluxDbConfig config) {
        String url = config.url().toString();
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** @return the request's body, compressed */
    byte[] encode(List<InfluxLine> lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            for (InfluxLine line : lines) {
                out.write(line.text().getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not possible in memory
        }
        return bytes.toByteArray();
    }

    /** @return the server's answer; an IOException if there is none in time */
    CompletableFuture<WriteResponse> write(byte[] body) {
        HttpRequest request = request(writeUri)
                .header("Content-Type", "text/plain; charset=utf-8")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return http.sendAsync(request, BoundedBodySubscriber.message())
                .thenApply(response -> new WriteResponse(
                        response.statusCode(),
                        message(response),
                        response.headers().firstValue("Retry-After").orElse("")));
    }

    HttpResponse<String> post(String path, Map<String, String> parameters) throws IOException, InterruptedException {
        return send(request(URI.create(base(config) + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(parameters)))
                .build());
    }

    HttpResponse<String> get(String path, Map<String, String> parameters) throws IOException, InterruptedException {
        return send(request(uri(path, parameters)).GET().build());
    }

    HttpResponse<String> postJson(String path, Map<String, String> parameters, String json)
            throws IOException, InterruptedException {
        return send(request(uri(path, parameters))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private URI uri(String path, Map<String, String> parameters) {
        return URI.create(base(config) + path + (parameters.isEmpty() ? "" : "?" + encoded(parameters)));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, BoundedBodySubscriber.answer());
        } catch (SSLException e) {
            throw new InfluxDbException("TLS to InfluxDB at " + config.url() + " fails (" + e.getMessage()
                    + "); Java must trust its certificate: docs/security.md says how, or correct the URL");
        } catch (ConnectException e) { // says nothing of its own where nobody listens
            throw new ConnectException(
                    "nobody answers at " + config.url() + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")"));
        }
    }

    private HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(config.requestTimeout());
        if (credentials.header() != null) {
            request.header("Authorization", credentials.header());
        }
        return request;
    }

    String message(HttpResponse<String> response) {
        return credentials.redact(message(response.body()));
    }

    /** @return the exception for an answer that no repetition can mend */
    InfluxDbException misconfigured(int status, String message) {
        String remedy =
                switch (status) {
                    case 401, 403 -> credentials.remedy() + ", and the rights on '" + config.database() + "'";
                    case 404 ->
                        "create the database or bucket '" + config.database()
                                + "', and check that the server speaks API " + config.apiVersion();
                    default ->
                        "check URL, API version (" + config.apiVersion() + "), database '" + config.database()
                                + "' and retention policy";
                };
        return new InfluxDbException("InfluxDB at " + config.url() + " answered " + status + " (" + message + ") for '"
                + config.database() + "': " + remedy);
    }

    /**
     * @param body of an error answer: {@code {"error": ...}} (1.x, 3.x; 3.x adds one entry per line under {@code data}),
     *     {@code {"message": ...}} (2.x), or any text
     * @return the message in it, at most 2 000 characters
     */
    static String message(String body) {
        String message = body;
        try {
            JsonNode json = JSON.readTree(body);
            if (json.path("error").isTextual()) {
                message = json.path("error").asText() + details(json.path("data"));
            } else if (json.path("message").isTextual()) {
                message = json.path("message").asText();
            }
        } catch (JsonProcessingException e) {
            message = body; // not JSON: a proxy's page, or plain text
        }
        String line = message.strip();
        return line.length() <= MAX_MESSAGE_LENGTH ? line : line.substring(0, MAX_MESSAGE_LENGTH) + "...";
    }

    private static String details(JsonNode data) {
        return data.findValues("error_message").stream()
                .map(error -> ": " + error.asText())
                .collect(Collectors.joining());
    }
}
