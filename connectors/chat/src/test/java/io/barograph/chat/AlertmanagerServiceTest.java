package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;

class AlertmanagerServiceTest extends ChatServiceContract {
    @Override
    ChatChannelSettings.Type type() {
        return ChatChannelSettings.Type.ALERTMANAGER;
    }

    @Override
    PayloadRules rules() {
        return new AlertmanagerRules();
    }

    @Override
    ScriptedService.Script taken() {
        return ScriptedService.status(200, "");
    }
}
