package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;

class TeamsServiceTest extends ChatServiceContract {
    @Override
    ChatChannelSettings.Type type() {
        return ChatChannelSettings.Type.TEAMS;
    }

    @Override
    PayloadRules rules() {
        return new TeamsRules();
    }

    @Override
    ScriptedService.Script taken() {
        return ScriptedService.status(202, "");
    }
}
