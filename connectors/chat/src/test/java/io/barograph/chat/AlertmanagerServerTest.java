package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.chat.ChatMessage.Severity;
import io.barograph.chat.ChatMessage.State;
import io.barograph.configuration.ChatChannelSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an Alertmanager itself makes of the messages. */
class AlertmanagerServerTest {
    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);

    private ChatMessage.Builder about(String key, State state) {
        return ChatMessage.about(key, state)
                .title("Metadata of scratch is slow <!channel> @here\n\uD83D\u0000")
                .startedAt(start)
                .fact("Where", "x".repeat(100_000))
                .label("fs", "scratch")
                .label("rule", "slow & <b>\n")
                .label("application", "");
    }

    private static JsonNode active(AlertmanagerServer server) throws Exception {
        return PayloadFormat.JSON.readTree(server.get("/api/v2/alerts"));
    }

    @Test
    void shouldBeOneAlertFromTheOpeningToTheResolution(@TempDir Path folder) throws Exception {
        try (AlertmanagerServer server = new AlertmanagerServer(folder);
                ChatChannel channel = new HttpChannel(
                        Settings.of(
                                ChatChannelSettings.Type.ALERTMANAGER,
                                server.url(),
                                null,
                                null,
                                null,
                                null,
                                Settings.TIMEOUT),
                        Map.of(),
                        InstantSource.system())) {
            assertThat(channel.attempt(about("other alert", State.OPENED).build()))
                    .isEqualTo(new DeliveryAttemptOutcome.Delivered());
            assertThat(channel.attempt(about("alert", State.OPENED).build()))
                    .isEqualTo(new DeliveryAttemptOutcome.Delivered());
            assertThat(active(server)).hasSize(2);

            assertThat(channel.attempt(about("alert", State.UPDATED)
                            .severity(Severity.CRITICAL)
                            .build()))
                    .isEqualTo(new DeliveryAttemptOutcome.Delivered());
            assertThat(active(server)).hasSize(2);
            assertThat(active(server).findValuesAsText("startsAt"))
                    .allMatch(startsAt -> Instant.parse(startsAt).equals(start));

            assertThat(channel.attempt(about("alert", State.RESOLVED)
                            .endedAt(start.plus(Duration.ofMinutes(30)))
                            .build()))
                    .isEqualTo(new DeliveryAttemptOutcome.Delivered());
            assertThat(active(server)).hasSize(1);
            assertThat(active(server).path(0).path("labels").path("alert").asText())
                    .isEqualTo("other alert");
        }
    }
}
