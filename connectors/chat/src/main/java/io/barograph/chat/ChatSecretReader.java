package io.barograph.chat;

import io.barograph.configuration.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Reads what must not stand in the configuration. No message of it quotes what it has read. */
final class ChatSecretReader {
    private ChatSecretReader() {}

    /**
     * @param channel name of the channel, for messages
     * @param key what is looked for, as the keys of the configuration begin: {@code url} or {@code secret}
     * @param file file whose first line it is; null for none
     * @param variable environment variable that holds it; null for none
     * @param environment the environment
     * @return the secret; null if neither is given
     * @throws ConfigurationException if there is nothing
     */
    static String read(String channel, String key, Path file, String variable, Map<String, String> environment) {
        if (file != null) {
            String where = "channel " + channel + ": " + key + "File " + file;
            return present(firstLine(where, file), where + " is empty; write it into the first line");
        }
        if (variable != null) {
            return present(
                    environment.get(variable),
                    "channel " + channel + ": " + key + "Variable: the environment variable " + variable
                            + " is not set, or empty");
        }
        return null;
    }

    private static String firstLine(String where, Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst().orElse("");
        } catch (IOException | UncheckedIOException e) {
            // Without the cause: one about malformed text might quote it.
            throw new ConfigurationException(where + " cannot be read ("
                    + e.getClass().getSimpleName() + "); create it, readable for the user of this process");
        }
    }

    private static String present(String secret, String message) {
        if (secret == null || secret.isBlank()) {
            throw new ConfigurationException(message);
        }
        return secret.strip();
    }
}
