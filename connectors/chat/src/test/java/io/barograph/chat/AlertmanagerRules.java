package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;

/**
 * github.com/prometheus/alertmanager: {@code postableAlerts} in api/v2/openapi.yaml. {@link AlertmanagerServerTest} asks
 * an Alertmanager itself.
 */
final class AlertmanagerRules extends PayloadRules {
    @Override
    void checkForm(JsonNode json, int bytes) {
        assertThat(json.isArray()).isTrue();
        assertThat(json.size()).isEqualTo(1);
        JsonNode alert = json.path(0);
        assertKeys(alert, Set.of("labels", "annotations", "startsAt"), Set.of("endsAt", "generatorURL"));
        checkLabels(alert.path("labels"));
        checkLabels(alert.path("annotations"));
        assertThat(alert.path("labels").path("alertname").asText()).isNotBlank();
        assertThat(alert.path("labels").path("alert").asText()).isNotBlank();
        Instant start = Instant.parse(alert.path("startsAt").asText());
        if (alert.has("endsAt")) {
            assertThat(Instant.parse(alert.path("endsAt").asText())).isAfterOrEqualTo(start);
        }
        if (alert.has("generatorURL")) {
            assertWebAddress(alert.path("generatorURL"));
        }
    }

    private static void checkLabels(JsonNode labels) {
        labels.fieldNames().forEachRemaining(name -> assertThat(name).matches("[a-zA-Z_][a-zA-Z0-9_]*"));
        labels.forEach(value -> {
            assertText(value, 60_000);
            assertNoMention(value.asText().replaceAll("https?://\\S+", ""));
        });
    }
}
