package io.barograph.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import io.barograph.chat.ChatMessage.State;
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
record MattermostFormat(boolean pictures) implements PayloadFormat {
    private static final int MAX_BYTES = 16_000;
    private static final int MAX_TEXT = 1_000;
    private static final int MAX_HEADLINE = 300;
    private static final int MAX_NAME = 40;
    private static final int MAX_LABEL = 75;
    private static final int SHORT_VALUE = 40;
    private static final String MARKDOWN = "\\`*_{}[]()#+-!~<>&$=";

    @Override
    public byte[] payload(ChatMessage message, Instant now) {
        return PayloadFormat.fit(MAX_BYTES, MAX_TEXT, most -> message(message, most));
    }

    @Override
    public boolean acknowledges(String body) {
        return body.strip().equals("ok");
    }

    private ObjectNode message(ChatMessage message, int most) {
        String headline = MessageText.headline(message);
        ObjectNode json = JSON.createObjectNode();
        json.put("text", "**" + SingleLineText.line(headline, MAX_HEADLINE, MattermostFormat::escaped) + "**");
        ObjectNode attachment = json.putArray("attachments").addObject();
        attachment.put("fallback", SingleLineText.line(headline, MAX_HEADLINE, MattermostFormat::withoutMention));
        attachment.put("color", color(message));
        String text = text(message, most);
        if (!text.isEmpty()) {
            attachment.put("text", text);
        }
        ArrayNode fields = attachment.putArray("fields");
        for (Fact fact : MessageText.facts(message)) {
            fields.addObject()
                    .put("short", fact.value().length() <= SHORT_VALUE)
                    .put(
                            "title",
                            SingleLineText.line(
                                    fact.name(), Math.min(most, MAX_NAME), MattermostFormat::withoutMention))
                    .put("value", SingleLineText.line(fact.value(), most, MattermostFormat::escaped));
        }
        MessageText.picture(message, pictures).ifPresent(address -> attachment.put("image_url", address));
        attachment.put(
                "footer",
                SingleLineText.line(
                        "alert " + MessageText.identity(message), MAX_HEADLINE, MattermostFormat::withoutMention));
        return json;
    }

    private String text(ChatMessage message, int most) {
        StringBuilder text = new StringBuilder();
        for (String line : message.evidence()) {
            text.append("* ")
                    .append(SingleLineText.line(line, most, MattermostFormat::escaped))
                    .append('\n');
        }
        String separator = text.isEmpty() ? "" : "\n";
        for (Link link : MessageText.links(message, pictures)) {
            text.append(separator).append(link(link, Math.min(most, MAX_LABEL)));
            separator = " \u00B7 ";
        }
        return text.toString();
    }

    private static String link(Link link, int most) {
        String label = SingleLineText.line(link.label(), most, MattermostFormat::escaped);
        String address = MessageText.address(link.address()).replace("(", "%28").replace(")", "%29");
        return address.length() > MessageText.MAX_ADDRESS
                ? label + " (its address is too long)"
                : "[" + label + "](" + address + ")";
    }

    private static String color(ChatMessage message) {
        if (message.state() == State.RESOLVED) {
            return "#2E7D32";
        }
        return switch (message.severity()) {
            case INFO -> "#1565C0";
            case WARNING -> "#EF6C00";
            case CRITICAL -> "#C62828";
        };
    }

    private static String escaped(int codePoint) {
        String text = withoutMention(codePoint);
        return MARKDOWN.indexOf(codePoint) >= 0 ? "\\" + text : text;
    }

    private static String withoutMention(int codePoint) {
        return switch (codePoint) {
            case '@', '<' -> Character.toString(codePoint) + SingleLineText.ZERO_WIDTH_SPACE;
            case '|' -> "\u00A6";
            default -> Character.toString(codePoint);
        };
    }
}
