package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.configuration.ChatChannelSettings;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlackServiceTest extends ChatServiceContract {
    @Override
    ChatChannelSettings.Type type() {
        return ChatChannelSettings.Type.SLACK;
    }

    @Override
    PayloadRules rules() {
        return new SlackRules();
    }

    @Override
    ScriptedService.Script taken() {
        return ScriptedService.status(200, "ok");
    }

    private static DeliveryAttemptOutcome answered(int status, String body) {
        return new ChatResponse(status, body, true, Optional.empty())
                .classify(new SlackFormat(false), Instant.EPOCH, UnaryOperator.identity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OK, but", "<html>log in</html>", "{\"ok\": false}"})
    void shouldNotTakeAnotherPageForTheService(String body) {
        assertThat(answered(200, body)).isInstanceOf(DeliveryAttemptOutcome.Refused.class);
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_payload",
        "400, invalid_blocks",
        "400, user_not_found",
        "403, action_prohibited",
        "403, invalid_token",
        "404, channel_not_found",
        "404, no_service",
        "410, channel_is_archived"
    })
    void shouldSayWhatSlackRefuses(int status, String error) {
        assertThat(answered(status, error))
                .isInstanceOfSatisfying(DeliveryAttemptOutcome.Refused.class, refused -> assertThat(refused.reason())
                        .startsWith("answered " + status + " (" + error + "): "));
    }

    @Test
    void shouldRepeatWhatSlackFailsAt() {
        assertThat(answered(500, "rollup_error"))
                .isEqualTo(new DeliveryAttemptOutcome.RetryAfter(Optional.empty(), "answered 500 (rollup_error)"));
    }
}
