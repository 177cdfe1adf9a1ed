package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.configuration.ChatChannelSettings;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MattermostServiceTest extends ChatServiceContract {
    @Override
    ChatChannelSettings.Type type() {
        return ChatChannelSettings.Type.MATTERMOST;
    }

    @Override
    PayloadRules rules() {
        return new MattermostRules();
    }

    @Override
    ScriptedService.Script taken() {
        return ScriptedService.status(200, "ok");
    }

    private static DeliveryAttemptOutcome answered(int status, String body) {
        return new ChatResponse(status, body, true, Optional.empty())
                .classify(new MattermostFormat(false), Instant.EPOCH, UnaryOperator.identity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OK, but", "<html>log in</html>", "{\"ok\": false}"})
    void shouldNotTakeAnotherPageForTheService(String body) {
        assertThat(answered(200, body)).isInstanceOf(DeliveryAttemptOutcome.Refused.class);
    }
}
