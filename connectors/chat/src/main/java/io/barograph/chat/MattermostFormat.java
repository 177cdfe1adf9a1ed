package io.barograph.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import java.time.Instant;

/**
 * Messages for incoming webhooks of Mattermost: the headline as the post, the rest as an attachment. Characters of
 * Markdown are escaped. The server looks for mentions and for Slack's markup before Markdown is drawn, so a zero-width
 * space follows {@code @} and {@code <}, and {@code |}, which parts Slack's links, is broken.
 *
 * <p>Sources: developers.mattermost.com, "Incoming webhooks" (parameters, answer {@code ok}; a post has at most 16 383
 * characters, longer ones are split) and "Message attachments" (fields, which parts know mentions; a footer is cut
 * after 300 characters).
 */
final class MattermostFormat extends PayloadFormat {
    private static final int MAX_HEADLINE = 300;
    private static final int MAX_NAME = 40;
    private static final int MAX_LABEL = 75;
    private static final int SHORT_VALUE = 40;
    private static final String MARKDOWN = "\\`*_{}[]()#+-!~<>&$=";

    MattermostFormat(boolean pictures) {
        super(16_000, 1_000, pictures, true);
    }

    @Override
    ObjectNode json(ChatMessage message, Instant now, int most) {
        String headline = MessageText.headline(message);
        ObjectNode json = JSON.createObjectNode();
        json.put("text", "**" + line(headline, MAX_HEADLINE) + "**");
        ObjectNode attachment = json.putArray("attachments").addObject();
        attachment.put("fallback", unmentioned(headline, MAX_HEADLINE));
        attachment.put("color", look(message, "#2E7D32", "#1565C0", "#EF6C00", "#C62828"));
        String text = text(message, most);
        if (!text.isEmpty()) {
            attachment.put("text", text);
        }
        ArrayNode fields = attachment.putArray("fields");
        for (Fact fact : MessageText.facts(message)) {
            fields.addObject()
                    .put("short", fact.value().length() <= SHORT_VALUE)
                    .put("title", unmentioned(fact.name(), Math.min(most, MAX_NAME)))
                    .put("value", line(fact.value(), most));
        }
        MessageText.picture(message, pictures).ifPresent(address -> attachment.put("image_url", address));
        attachment.put("footer", unmentioned("alert " + MessageText.identity(message), MAX_HEADLINE));
        return json;
    }

    private String text(ChatMessage message, int most) {
        StringBuilder text = new StringBuilder();
        for (String line : message.evidence()) {
            text.append("* ").append(line(line, most)).append('\n');
        }
        String separator = text.isEmpty() ? "" : "\n";
        for (Link link : MessageText.links(message, pictures)) {
            text.append(separator).append(link(link, Math.min(most, MAX_LABEL)));
            separator = " \u00B7 ";
        }
        return text.toString();
    }

    private String link(Link link, int most) {
        String label = line(link.label(), most);
        String address = MessageText.address(link.address()).replace("(", "%28").replace(")", "%29");
        return address.length() > MessageText.MAX_ADDRESS
                ? label + " (its address is too long)"
                : "[" + label + "](" + address + ")";
    }

    @Override
    String escaped(int codePoint) {
        String text = withoutMention(codePoint);
        return MARKDOWN.indexOf(codePoint) >= 0 ? "\\" + text : text;
    }

    private static String unmentioned(String text, int most) {
        return SingleLineText.line(text, most, MattermostFormat::withoutMention);
    }

    private static String withoutMention(int codePoint) {
        return switch (codePoint) {
            case '@', '<' -> Character.toString(codePoint) + SingleLineText.ZERO_WIDTH_SPACE;
            case '|' -> "\u00A6";
            default -> Character.toString(codePoint);
        };
    }
}
