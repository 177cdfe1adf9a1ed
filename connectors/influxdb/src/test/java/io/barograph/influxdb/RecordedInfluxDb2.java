package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.barograph.influxdb.ScriptedServer.Request;
import io.barograph.influxdb.ScriptedServer.ScriptedAnswer;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a real InfluxDB 2.7 answered, as a server: a request gets the answer that the same request got. */
final class RecordedInfluxDb2 {
    private static final JsonMapper JSON = new JsonMapper();

    /** One request and its answer. */
    record Exchange(String note, String path, Map<String, String> parameters, String body, ScriptedAnswer answer) {}

    private final List<Exchange> exchanges = new ArrayList<>();

    RecordedInfluxDb2() throws IOException {
        for (String line : Files.readAllLines(RecordedData.path("influxdb-2.7/exchanges.jsonl"))) {
            JsonNode exchange = JSON.readTree(line);
            URI uri = URI.create(
                    "http://recorded" + exchange.at("/request/path").asText().replace(" ", "+"));
            exchanges.add(new Exchange(
                    exchange.path("note").asText(),
                    uri.getPath(),
                    parameters(uri),
                    exchange.at("/request/body").asText(""),
                    new ScriptedAnswer(
                            exchange.at("/response/status").asInt(),
                            exchange.at("/response/body").asText(""),
                            Map.of())));
        }
    }

    private static Map<String, String> parameters(URI uri) {
        Map<String, String> parameters = new HashMap<>();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&", -1)) {
                int equals = pair.indexOf('=');
                parameters.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    List<Exchange> exchanges() {
        return exchanges;
    }

    Exchange noted(String note) {
        return exchanges.stream()
                .filter(exchange -> exchange.note().equals(note))
                .findFirst()
                .orElseThrow();
    }

    /** @return the recorded answer; a bucket that was never asked for is not there; anything else is no recorded request */
    ScriptedAnswer answer(Request request) {
        URI uri = URI.create("http://asked" + request.target());
        Map<String, String> parameters = parameters(uri);
        parameters.remove("epoch"); // only the form of times depends on it
        Optional<Exchange> same = exchanges.stream()
                .filter(exchange -> exchange.path().equals(uri.getPath())
                        && withoutEpoch(exchange.parameters()).equals(parameters)
                        && isSame(exchange.body(), request.body()))
                .findFirst();
        if (same.isPresent()) {
            return same.get().answer();
        }
        if (uri.getPath().equals("/api/v2/buckets") && request.body().isEmpty()) {
            return noted("bucket by name: not there").answer();
        }
        return ScriptedAnswer.of(501, "not recorded: " + request.target() + " " + request.body());
    }

    private static Map<String, String> withoutEpoch(Map<String, String> parameters) {
        Map<String, String> rest = new HashMap<>(parameters);
        rest.remove("epoch");
        return rest;
    }

    private static boolean isSame(String recorded, String body) {
        try {
            return recorded.equals(body)
                    || (recorded.startsWith("{") && JSON.readTree(recorded).equals(JSON.readTree(body)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
