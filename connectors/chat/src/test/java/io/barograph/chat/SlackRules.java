package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.regex.Pattern;

/** docs.slack.dev: "Sending messages using incoming webhooks", "Blocks", "Text object", "Formatting message text". */
final class SlackRules extends PayloadRules {
    private static final Pattern LINK = Pattern.compile("<https?://[^<>|\\s]+\\|[^<>|]+>");
    private static final Pattern ENTITY = Pattern.compile("&(amp|lt|gt);");

    @Override
    void checkForm(JsonNode json, int bytes) {
        assertKeys(json, Set.of("text", "blocks"), Set.of("unfurl_links", "unfurl_media"));
        assertText(json.path("text"), 40_000);
        assertInert(json.path("text").asText());
        assertThat(json.path("blocks").size()).isBetween(1, 50);
        json.path("blocks").forEach(this::checkBlock);
        // not documented, see SlackFormat
        assertThat(json.path("blocks").toString()).hasSizeLessThan(13_000);
    }

    private void checkBlock(JsonNode block) {
        switch (block.path("type").asText()) {
            case "header" -> {
                assertKeys(block, Set.of("type", "text"), Set.of());
                assertThat(block.path("text").path("type").asText()).isEqualTo("plain_text");
                checkText(block.path("text"), 150);
            }
            case "section" -> {
                assertKeys(block, Set.of("type"), Set.of("text", "fields"));
                assertThat(block.size()).isEqualTo(2);
                if (block.has("text")) {
                    checkText(block.path("text"), 3_000);
                } else {
                    assertThat(block.path("fields").size()).isBetween(1, 10);
                    block.path("fields").forEach(field -> checkText(field, 2_000));
                }
            }
            case "image" -> {
                assertKeys(block, Set.of("type", "image_url", "alt_text"), Set.of());
                assertWebAddress(block.path("image_url"));
                assertText(block.path("image_url"), 3_000);
                assertText(block.path("alt_text"), 2_000);
            }
            case "context" -> {
                assertKeys(block, Set.of("type", "elements"), Set.of());
                assertThat(block.path("elements").size()).isBetween(1, 10);
                block.path("elements").forEach(element -> checkText(element, 3_000));
            }
            default -> throw new AssertionError("no block that messages use: " + block);
        }
    }

    private void checkText(JsonNode text, int most) {
        boolean markup = text.path("type").asText().equals("mrkdwn");
        assertKeys(text, Set.of("type", "text", markup ? "verbatim" : "emoji"), Set.of());
        assertThat(text.path("type").asText()).isIn("mrkdwn", "plain_text");
        assertText(text.path("text"), most);
        String content = text.path("text").asText();
        assertInert(markup ? LINK.matcher(content).replaceAll("") : content);
    }

    /** No markup of Slack is left: the three control characters stand for themselves, and nobody is mentioned. */
    private static void assertInert(String text) {
        assertThat(ENTITY.matcher(text).replaceAll("")).doesNotContain("&", "<", ">");
        assertNoMention(text);
    }
}
