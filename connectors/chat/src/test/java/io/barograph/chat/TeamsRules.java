package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * learn.microsoft.com: "Create and send messages" (envelope), "Microsoft Teams connector" (size), "Cards reference" (six
 * actions); adaptivecards.io: schema 1.5.0, of which only these elements are used.
 */
final class TeamsRules extends PayloadRules {
    @Override
    void checkForm(JsonNode json, int bytes) {
        assertThat(bytes).isLessThanOrEqualTo(21_000);
        assertKeys(json, Set.of("type", "attachments"), Set.of());
        assertThat(json.path("type").asText()).isEqualTo("message");
        assertThat(json.path("attachments").size()).isEqualTo(1);
        JsonNode attachment = json.path("attachments").path(0);
        assertKeys(attachment, Set.of("contentType", "contentUrl", "content"), Set.of());
        assertThat(attachment.path("contentType").asText()).isEqualTo("application/vnd.microsoft.card.adaptive");
        assertThat(attachment.path("contentUrl").isNull()).isTrue();
        checkCard(attachment.path("content"));
    }

    private static void checkCard(JsonNode card) {
        assertKeys(card, Set.of("$schema", "type", "version", "msteams", "body"), Set.of("actions"));
        assertThat(card.path("type").asText()).isEqualTo("AdaptiveCard");
        assertThat(card.path("version").asText()).isEqualTo("1.4");
        assertThat(card.path("msteams").size())
                .as("no entities, so no mentions")
                .isEqualTo(1);
        assertThat(card.path("msteams").path("width").asText()).isEqualTo("Full");
        card.path("body").forEach(TeamsRules::checkElement);
        assertThat(card.path("actions").size()).isLessThanOrEqualTo(6);
        for (JsonNode action : card.path("actions")) {
            assertKeys(action, Set.of("type", "title", "url"), Set.of());
            assertThat(action.path("type").asText()).isEqualTo("Action.OpenUrl");
            assertText(action.path("title"), 100);
            assertWebAddress(action.path("url"));
        }
    }

    private static void checkElement(JsonNode element) {
        switch (element.path("type").asText()) {
            case "Container" -> {
                assertKeys(element, Set.of("type", "style", "bleed", "items"), Set.of());
                assertThat(element.path("style").asText()).isIn("good", "emphasis", "warning", "attention");
                element.path("items").forEach(TeamsRules::checkElement);
            }
            case "RichTextBlock" -> {
                assertKeys(element, Set.of("type", "inlines"), Set.of());
                element.path("inlines").forEach(TeamsRules::checkRun);
            }
            case "Image" -> {
                assertKeys(element, Set.of("type", "url", "altText"), Set.of());
                assertWebAddress(element.path("url"));
            }
            default -> throw new AssertionError("an element that could interpret its text: " + element);
        }
    }

    private static void checkRun(JsonNode run) {
        assertKeys(run, Set.of("type", "text"), Set.of("weight", "size", "isSubtle"));
        assertThat(run.path("type").asText()).isEqualTo("TextRun");
        assertText(run.path("text"), 1_100);
        assertThat(run.path("weight").asText("bolder")).isEqualTo("bolder");
        assertThat(run.path("size").asText("large")).isIn("large", "small");
    }
}
