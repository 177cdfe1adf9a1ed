package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.chat.ChatMessage.Severity;
import io.barograph.chat.ChatMessage.State;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertmanagerFormatTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private static JsonNode alert(ChatMessage message) throws Exception {
        return PayloadFormat.JSON
                .readTree(new AlertmanagerFormat().payload(message, NOW))
                .path(0);
    }

    @Test
    void shouldKeepTheIdentityWhateverElseChanges() throws Exception {
        String key = "@<key>".repeat(1_000);
        JsonNode opened = alert(Messages.about(key, State.OPENED).build());
        JsonNode updated = alert(Messages.about(key, State.UPDATED)
                .severity(Severity.CRITICAL)
                .title("other title")
                .fact("more", "x".repeat(100_000))
                .build());
        JsonNode resolved = alert(Messages.about(key, State.RESOLVED).build());

        assertThat(updated.path("labels")).isEqualTo(opened.path("labels"));
        assertThat(resolved.path("labels")).isEqualTo(opened.path("labels"));
        assertThat(alert(Messages.about(key + "2", State.OPENED).build()).path("labels"))
                .isNotEqualTo(opened.path("labels"));
        assertThat(opened.path("labels").path("alertname").asText()).isEqualTo("slow-metadata");
    }

    @Test
    void shouldEndWithTheEventOrAfterAWeekOrByTheTimeOutOfTheAlertmanager() throws Exception {
        assertThat(alert(Messages.of(State.OPENED)).path("endsAt").asText()).isEqualTo("2026-11-28T12:00:00Z");
        assertThat(alert(Messages.of(State.UPDATED)).path("endsAt").asText()).isEqualTo("2026-11-28T12:00:00Z");
        assertThat(alert(Messages.of(State.RESOLVED)).path("endsAt").asText()).isEqualTo(Messages.END.toString());
        assertThat(alert(Messages.of(State.HEARTBEAT)).has("endsAt")).isFalse();
        ChatMessage ofThePast =
                Messages.about("run", State.OPENED).endedAt(Messages.END).build();
        assertThat(alert(ofThePast).has("endsAt"))
                .as("an end in the past would keep the Alertmanager from telling")
                .isFalse();
    }
}
