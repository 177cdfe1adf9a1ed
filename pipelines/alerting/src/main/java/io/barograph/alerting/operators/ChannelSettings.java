package io.barograph.alerting.operators;

import io.barograph.configuration.ChatChannelSettings;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Settings of a channel, in a form that travels to the task that uses them. Secrets do not: they are read there. */
public record ChannelSettings(
        String name,
        ChatChannelSettings.Type type,
        URI url,
        String urlFile,
        String urlVariable,
        String user,
        String secretFile,
        String secretVariable,
        boolean pictures,
        Duration requestTimeout,
        Duration giveUpAfter)
        implements Serializable {
    public static ChannelSettings of(ChatChannelSettings settings) {
        return new ChannelSettings(
                settings.name(),
                settings.type(),
                settings.url(),
                text(settings.urlFile()),
                settings.urlVariable(),
                settings.user(),
                text(settings.secretFile()),
                settings.secretVariable(),
                settings.pictures(),
                settings.requestTimeout(),
                settings.giveUpAfter());
    }

    ChatChannelSettings settings() {
        return new ChatChannelSettings(
                name,
                type,
                url,
                path(urlFile),
                urlVariable,
                user,
                path(secretFile),
                secretVariable,
                pictures,
                requestTimeout,
                giveUpAfter);
    }

    private static String text(Path path) {
        return path == null ? null : path.toString();
    }

    private static Path path(String text) {
        return text == null ? null : Path.of(text);
    }
}
