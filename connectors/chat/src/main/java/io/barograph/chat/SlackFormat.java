package io.barograph.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import java.time.Instant;
import java.util.List;

/**
 * Messages for incoming webhooks of Slack, in Block Kit. What comes from outside stands in {@code plain_text}, which
 * knows no markup; everywhere {@code & < >} are escaped, so that {@code <!channel>} and the like stay text.
 *
 * <p>Sources: docs.slack.dev, "Sending messages using incoming webhooks", "Blocks" (at most 50; header 150 characters;
 * section text 3 000, 10 fields of 2 000; image alt text 2 000, URL 3 000), "Text object" ({@code verbatim}),
 * "Formatting message text" (escaping, mentions). The blocks together may be refused above some 13 000 characters
 * ({@code msg_blocks_too_long}), which is not documented but reported (github.com/slackapi/bolt-js, issue 2509).
 */
final class SlackFormat extends PayloadFormat {
    private static final int MAX_HEADER = 150;
    private static final int MAX_FOOTER = 200;
    private static final int MAX_SECTION = 3_000;
    private static final int MAX_NAME = 40;
    private static final int MAX_LABEL = 75;
    private static final int FACTS_PER_SECTION = 5;

    SlackFormat(boolean pictures) {
        super(12_000, 800, pictures, true);
    }

    @Override
    ObjectNode json(ChatMessage message, Instant now, int most) {
        String headline = MessageText.headline(message);
        ObjectNode json = JSON.createObjectNode();
        json.put("text", line(headline, MAX_HEADER));
        json.put("unfurl_links", false);
        json.put("unfurl_media", false);
        ArrayNode blocks = json.putArray("blocks");
        plain(blocks.addObject().put("type", "header").putObject("text"), headline, MAX_HEADER);
        addFacts(blocks, MessageText.facts(message), most);
        addEvidence(blocks, message.evidence(), most);
        addLinks(blocks, MessageText.links(message, pictures), most);
        addPicture(blocks, message);
        ArrayNode footer = blocks.addObject().put("type", "context").putArray("elements");
        plain(footer.addObject(), "alert " + MessageText.identity(message), MAX_FOOTER);
        return json;
    }

    private void addFacts(ArrayNode blocks, List<Fact> facts, int most) {
        ArrayNode fields = null;
        for (int i = 0; i < facts.size(); i++) {
            if (i % FACTS_PER_SECTION == 0) {
                fields = blocks.addObject().put("type", "section").putArray("fields");
            }
            String name = SingleLineText.line(facts.get(i).name(), Math.min(most, MAX_NAME), this::withoutMarkup);
            markup(fields.addObject(), "*" + name + "*");
            plain(fields.addObject(), facts.get(i).value(), most);
        }
    }

    private void addEvidence(ArrayNode blocks, List<String> evidence, int most) {
        if (!evidence.isEmpty()) {
            StringBuilder lines = new StringBuilder();
            for (String line : evidence) {
                lines.append(lines.isEmpty() ? "" : "\n").append("\u2022 ").append(line(line, most));
            }
            text(blocks.addObject().put("type", "section").putObject("text"), lines.toString());
        }
    }

    private void addLinks(ArrayNode blocks, List<Link> links, int most) {
        StringBuilder section = new StringBuilder();
        for (Link link : links) {
            String text = link(link, Math.min(most, MAX_LABEL));
            if (section.length() + text.length() + 3 > MAX_SECTION) {
                addMarkup(blocks, section.toString());
                section.setLength(0);
            }
            section.append(section.isEmpty() ? "" : " \u00B7 ").append(text);
        }
        if (!section.isEmpty()) {
            addMarkup(blocks, section.toString());
        }
    }

    private String link(Link link, int most) {
        String label = SingleLineText.line(link.label(), most, this::withoutMarkup);
        String address = escaped(MessageText.address(link.address()));
        return address.length() > MessageText.MAX_ADDRESS
                ? label + " (its address is too long)"
                : "<" + address + "|" + label + ">";
    }

    private void addPicture(ArrayNode blocks, ChatMessage message) {
        MessageText.picture(message, pictures).ifPresent(address -> blocks.addObject()
                .put("type", "image")
                .put("image_url", address)
                .put("alt_text", SingleLineText.line(message.title(), MAX_LABEL)));
    }

    private void addMarkup(ArrayNode blocks, String text) {
        markup(blocks.addObject().put("type", "section").putObject("text"), text);
    }

    private static void markup(ObjectNode json, String text) {
        json.put("type", "mrkdwn").put("text", text).put("verbatim", true);
    }

    private void plain(ObjectNode json, String text, int most) {
        text(json, line(text, most));
    }

    private static void text(ObjectNode json, String escaped) {
        json.put("type", "plain_text").put("text", escaped).put("emoji", false);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    String escaped(int codePoint) {
        return switch (codePoint) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '@' -> "@" + SingleLineText.ZERO_WIDTH_SPACE;
            default -> Character.toString(codePoint);
        };
    }

    /** Slack's markup has no escape; names and labels do without its characters. */
    private String withoutMarkup(int codePoint) {
        return switch (codePoint) {
            case '*', '_', '~', '`', '|' -> "'";
            default -> escaped(codePoint);
        };
    }
}
