package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;

/** docs/chat.md, "Webhook". */
final class WebhookRules extends PayloadRules {
    @Override
    void checkForm(JsonNode json, int bytes) {
        assertThat(bytes).isLessThanOrEqualTo(64_000);
        assertKeys(
                json,
                Set.of(
                        "version",
                        "key",
                        "state",
                        "severity",
                        "title",
                        "sentAt",
                        "startedAt",
                        "endedAt",
                        "facts",
                        "factsLeftOut",
                        "evidence",
                        "links",
                        "picture",
                        "labels"),
                Set.of());
        assertThat(json.path("version").asInt()).isEqualTo(1);
        assertText(json.path("key"), 200);
        assertThat(json.path("state").asText()).isIn("opened", "updated", "resolved", "digest", "test", "heartbeat");
        assertThat(json.path("severity").asText()).isIn("info", "warning", "critical");
        assertText(json.path("title"), 2_000);
        assertThat(Instant.parse(json.path("sentAt").asText())).isNotNull();
        Instant start = Instant.parse(json.path("startedAt").asText());
        if (!json.path("endedAt").isNull()) {
            assertThat(Instant.parse(json.path("endedAt").asText())).isAfterOrEqualTo(start);
        }
        assertThat(json.path("facts").size()).isLessThanOrEqualTo(100);
        json.path("facts").forEach(fact -> {
            assertKeys(fact, Set.of("name", "value"), Set.of());
            assertText(fact.path("name"), 100);
            assertText(fact.path("value"), 2_000);
        });
        assertThat(json.path("factsLeftOut").isInt()).isTrue();
        assertThat(json.path("evidence").size()).isLessThanOrEqualTo(3);
        json.path("evidence").forEach(line -> assertText(line, 2_000));
        json.path("links").forEach(link -> {
            assertKeys(link, Set.of("label", "url"), Set.of());
            assertText(link.path("label"), 100);
            if (!link.path("url").isNull()) {
                assertWebAddress(link.path("url"));
            }
        });
        json.path("labels").forEach(label -> assertText(label, 200));
    }
}
