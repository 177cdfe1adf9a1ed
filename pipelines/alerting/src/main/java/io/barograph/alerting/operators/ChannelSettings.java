package io.barograph.alerting.operators;

import io.barograph.configuration.ChatChannelSettings;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of a channel, in a form that travels to the task that uses them. Secrets do not: they are read there.
 *
 * @param name its name
 * @param type the service
 * @param url address
 * @param urlFile file with the address
 * @param urlVariable environment variable with it
 * @param user user
 * @param secretFile file with the secret
 * @param secretVariable environment variable with it
 * @param pictures whether pictures are shown
 * @param requestTimeout how long an answer may take
 * @param giveUpAfter how long a message is tried
 */
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
    private static final long serialVersionUID = 1L;

    /**
     * @param settings a channel in the configuration
     * @return the same
     */
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
