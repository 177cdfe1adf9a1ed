package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;

class WebhookServiceTest extends ChatServiceContract {
    @Override
    ChatChannelSettings.Type type() {
        return ChatChannelSettings.Type.WEBHOOK;
    }

    @Override
    PayloadRules rules() {
        return new WebhookRules();
    }

    @Override
    ScriptedService.Script taken() {
        return ScriptedService.status(204, "");
    }
}
