package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Settings of channels whose address is in a file or in the variable {@value #VARIABLE}. */
final class Settings {
    static final String VARIABLE = "CHAT_URL";
    static final String SECRET_VARIABLE = "CHAT_SECRET";
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private Settings() {}

    static ChatChannelSettings of(
            ChatChannelSettings.Type type,
            URI url,
            Path urlFile,
            String user,
            Path secretFile,
            String secretVariable,
            Duration timeout) {
        return new ChatChannelSettings(
                "operations",
                type,
                url,
                urlFile,
                url == null && urlFile == null ? VARIABLE : null,
                user,
                secretFile,
                secretVariable,
                true,
                timeout,
                Duration.ofMinutes(30));
    }
}
