package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.regex.Pattern;

/** developers.mattermost.com: "Incoming webhooks", "Message attachments". */
final class MattermostRules extends PayloadRules {
    private static final Pattern LINK =
            Pattern.compile("(?<!\\\\)\\[((?:[^\\\\\\[\\]]|\\\\.)+)\\]\\(https?://[^()<>\\s@]+\\)");
    private static final Pattern ESCAPE = Pattern.compile("\\\\[\\\\`*_{}\\[\\]()#+\\-!~<>&$=]");

    @Override
    void checkForm(JsonNode json, int bytes) {
        assertKeys(json, Set.of("text", "attachments"), Set.of());
        assertThat(bytes).isLessThanOrEqualTo(16_383);
        String text = json.path("text").asText();
        assertThat(text).startsWith("**").endsWith("**");
        assertInert(text.substring(2, text.length() - 2));
        assertThat(json.path("attachments").size()).isEqualTo(1);
        checkAttachment(json.path("attachments").path(0));
        texts(json).forEach(PayloadRules::assertNoMention);
    }

    private static void checkAttachment(JsonNode attachment) {
        assertKeys(attachment, Set.of("fallback", "color", "fields", "footer"), Set.of("text", "image_url"));
        assertText(attachment.path("fallback"), 300);
        assertThat(attachment.path("color").asText()).matches("#[0-9A-F]{6}");
        assertText(attachment.path("footer"), 300);
        attachment.path("text").asText().lines().forEach(line -> {
            String withoutBullet = line.startsWith("* ") ? line.substring(2) : line;
            assertInert(LINK.matcher(withoutBullet).replaceAll("$1"));
        });
        for (JsonNode field : attachment.path("fields")) {
            assertKeys(field, Set.of("short", "title", "value"), Set.of());
            assertThat(field.path("short").isBoolean()).isTrue();
            assertText(field.path("title"), 100);
            assertText(field.path("value"), 16_383);
            assertInert(field.path("value").asText());
        }
        if (attachment.has("image_url")) {
            assertWebAddress(attachment.path("image_url"));
        }
    }

    /** Every character that Markdown could take for its own is escaped. */
    private static void assertInert(String text) {
        assertThat(ESCAPE.matcher(text).replaceAll("")).doesNotContainPattern("[\\\\`*_{}\\[\\]#+\\-!|~<>&$=]");
    }
}
