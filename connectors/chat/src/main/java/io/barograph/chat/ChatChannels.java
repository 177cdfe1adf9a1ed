package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;
import io.barograph.configuration.ConfigurationException;
import java.time.InstantSource;
import java.util.Map;

public final class ChatChannels {
    private ChatChannels() {}

    /**
     * @param settings type, address and secrets of the channel
     * @return the channel; to be closed
     * @throws ConfigurationException if an address or secret cannot be read; the message names the place, never what
     *     was found there
     */
    public static ChatChannel open(ChatChannelSettings settings) {
        return open(settings, System.getenv(), InstantSource.system());
    }

    static ChatChannel open(ChatChannelSettings settings, Map<String, String> environment, InstantSource clock) {
        return new HttpChannel(
                settings.name(),
                ChatEndpoint.read(settings, environment),
                format(settings),
                settings.requestTimeout(),
                clock);
    }

    private static PayloadFormat format(ChatChannelSettings settings) {
        return switch (settings.type()) {
            case SLACK -> new SlackFormat(settings.pictures());
            case MATTERMOST -> new MattermostFormat(settings.pictures());
            case TEAMS -> new TeamsFormat(settings.pictures());
            case WEBHOOK -> new WebhookFormat();
            case ALERTMANAGER -> new AlertmanagerFormat();
        };
    }
}
