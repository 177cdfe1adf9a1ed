package io.barograph.influxdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Finds the message in the body of an error answer. */
final class ServerMessage {
    private static final int MAX_LENGTH = 2_000;
    private static final JsonMapper JSON = new JsonMapper();

    private ServerMessage() {}

    /**
     * @param body {@code {"error": ...}} (1.x, 3.x; 3.x adds one entry per line under {@code data}), {@code {"message":
     *     ...}} (2.x), or any text
     * @return the message, at most 2 000 characters
     */
    static String of(String body) {
        String message = body;
        try {
            JsonNode json = JSON.readTree(body);
            if (json.path("error").isTextual()) {
                message = json.path("error").asText() + details(json.path("data"));
            } else if (json.path("message").isTextual()) {
                message = json.path("message").asText();
            }
        } catch (JsonProcessingException e) {
            message = body; // not JSON: a proxy's page, or plain text
        }
        String line = message.strip();
        return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...";
    }

    private static String details(JsonNode data) {
        StringBuilder details = new StringBuilder();
        for (JsonNode error : data.findValues("error_message")) {
            details.append(": ").append(error.asText());
        }
        return details.toString();
    }
}
