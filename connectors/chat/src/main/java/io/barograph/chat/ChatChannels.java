package io.barograph.chat;

import io.barograph.schemas.configuration.ChatChannelSettings;
import io.barograph.schemas.configuration.ConfigurationException;

/** Makes channels from their settings. */
public final class ChatChannels {
    private ChatChannels() {}

    /**
     * @param settings type, address and secrets of the channel
     * @return the channel; to be closed
     * @throws ConfigurationException if an address or secret cannot be read; the message names the place, never what
     *     was found there
     */
    public static ChatChannel open(ChatChannelSettings settings) {
        switch (settings.type()) {
            default ->
                throw new ConfigurationException(
                        "channel " + settings.name() + ": " + settings.type() + " is not built yet");
        }
    }
}
