package io.barograph.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.function.IntFunction;

/** How one service wants its messages, and how it says that it has taken one. */
interface PayloadFormat {
    /** Writes payloads; safe for several threads. */
    JsonMapper JSON = new JsonMapper();

    /** Below this length, texts are not cut further. */
    int MIN_LENGTH = 15;

    /** @return the request's body, JSON in UTF-8 */
    byte[] payload(ChatMessage message, Instant now);

    /**
     * @param body begin of the body of an answer with status 2xx
     * @return whether it is that of the service
     */
    boolean acknowledges(String body);

    /**
     * Cuts texts until the whole fits.
     *
     * @param build makes the payload with texts of at most so many characters
     * @throws IllegalStateException if it does not fit with the shortest texts either: a mistake in the format
     */
    static byte[] fit(int mostBytes, int longest, IntFunction<JsonNode> build) {
        for (int most = longest; most >= MIN_LENGTH; most /= 2) {
            byte[] payload = bytes(build.apply(most));
            if (payload.length <= mostBytes) {
                return payload;
            }
        }
        throw new IllegalStateException("a message of " + mostBytes + " bytes has no room for its texts");
    }

    private static byte[] bytes(JsonNode json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("writing JSON", e); // not possible in memory
        }
    }
}
