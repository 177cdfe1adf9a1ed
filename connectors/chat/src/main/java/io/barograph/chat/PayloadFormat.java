package io.barograph.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.barograph.chat.ChatMessage.State;
import io.barograph.configuration.ChatChannelSettings;
import java.time.Instant;

/** How one service wants its messages, and how it says that it has taken one. */
abstract class PayloadFormat {
    /** Writes payloads; safe for several threads. */
    static final JsonMapper JSON = new JsonMapper();

    /** Below this length, texts are not cut further. */
    private static final int MIN_LENGTH = 15;

    /** Whether pictures are shown rather than linked. */
    final boolean pictures;

    private final int maxBytes;
    private final int maxText;
    private final boolean saysOk;

    PayloadFormat(int maxBytes, int maxText, boolean pictures, boolean saysOk) {
        this.maxBytes = maxBytes;
        this.maxText = maxText;
        this.pictures = pictures;
        this.saysOk = saysOk;
    }

    static PayloadFormat of(ChatChannelSettings settings) {
        return switch (settings.type()) {
            case SLACK -> new SlackFormat(settings.pictures());
            case MATTERMOST -> new MattermostFormat(settings.pictures());
            case TEAMS -> new TeamsFormat(settings.pictures());
            case WEBHOOK -> new WebhookFormat();
            case ALERTMANAGER -> new AlertmanagerFormat();
        };
    }

    /** @param most most characters of a text */
    abstract JsonNode json(ChatMessage message, Instant now, int most);

    /** {@return how the service writes one character so that it means nothing else} */
    String escaped(int codePoint) {
        return Character.toString(codePoint);
    }

    /**
     * Slack and Mattermost say {@code ok}; a workflow of Teams answers 202 or 200, with or without a body, the Alertmanager
     * without one.
     *
     * @param body begin of the body of an answer with status 2xx
     * @return whether it is that of the service
     */
    final boolean acknowledges(String body) {
        return !saysOk || body.strip().equals("ok");
    }

    /**
     * Cuts texts until the whole fits.
     *
     * @return the request's body, JSON in UTF-8
     * @throws IllegalStateException if it does not fit with the shortest texts either: a mistake in the format
     */
    final byte[] payload(ChatMessage message, Instant now) {
        for (int most = maxText; most >= MIN_LENGTH; most /= 2) {
            byte[] payload = bytes(json(message, now, most));
            if (payload.length <= maxBytes) {
                return payload;
            }
        }
        throw new IllegalStateException("a message of " + maxBytes + " bytes has no room for its texts");
    }

    private static byte[] bytes(JsonNode json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("writing JSON", e); // not possible in memory
        }
    }

    final String line(String text, int most) {
        return SingleLineText.line(text, most, this::escaped);
    }

    static String look(ChatMessage message, String resolved, String info, String warning, String critical) {
        if (message.state() == State.RESOLVED) {
            return resolved;
        }
        return switch (message.severity()) {
            case INFO -> info;
            case WARNING -> warning;
            case CRITICAL -> critical;
        };
    }
}
