package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** InfluxDB 2.x: buckets of an organisation, by the server's own API ({@code /api/v2}). */
final class InfluxDb2Buckets implements InfluxDbDatabases {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String BUCKETS = "/api/v2/buckets";

    /** Points lie between these: a replay's are of its window, and the server asks for both ends. */
    private static final Instant FIRST = Instant.EPOCH;

    private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");

    private final InfluxDbClient client;
    private final String bucket;
    private final String organisation;

    InfluxDb2Buckets(InfluxDbConfig config, InfluxDbClient client) {
        this.client = client;
        this.bucket = config.database();
        this.organisation = config.organisation().orElseThrow();
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
        return find().isPresent();
    }

    private Optional<JsonNode> find() throws IOException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("org", organisation);
        parameters.put("name", bucket);
        HttpResponse<String> response = client.get(BUCKETS, parameters);
        if (response.statusCode() == 404) {
            return Optional.empty(); // a wrong organisation answers the same; to create in it says so
        }
        for (JsonNode one : answer(response, 200).path("buckets")) {
            if (bucket.equals(one.path("name").asText())) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    @Override
    public void create(Optional<Duration> kept) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode();
        body.put("orgID", organisationId());
        body.put("name", bucket);
        ArrayNode rules = body.putArray("retentionRules");
        kept.ifPresent(duration -> rules.addObject().put("type", "expire").put("everySeconds", duration.toSeconds()));
        answer(client.postJson(BUCKETS, Map.of(), body.toString()), 201);
    }

    private String organisationId() throws IOException, InterruptedException {
        HttpResponse<String> response = client.get("/api/v2/orgs", Map.of("org", organisation));
        return answer(response, 200).at("/orgs/0/id").asText();
    }

    @Override
    public Optional<Duration> kept() throws IOException, InterruptedException {
        JsonNode found =
                find().orElseThrow(() -> new InfluxDbException("the bucket '" + bucket + "' is gone; create it again"));
        long seconds = found.at("/retentionRules/0/everySeconds").asLong();
        return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
    }

    @Override
    public void dropSeries(String tag, String value) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode();
        body.put("start", FIRST.toString());
        body.put("stop", LAST.toString());
        body.put("predicate", tag + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("org", organisation);
        parameters.put("bucket", bucket);
        answer(client.postJson("/api/v2/delete", parameters, body.toString()), 204);
    }

    private JsonNode answer(HttpResponse<String> response, int expected) throws IOException {
        if (response.statusCode() != expected) {
            throw client.misconfigured(response.statusCode(), client.message(response));
        }
        return response.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(response.body());
    }
}
