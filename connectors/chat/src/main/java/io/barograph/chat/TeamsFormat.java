package io.barograph.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import java.time.Instant;
import java.util.List;

/**
 * Messages for the webhook of a Microsoft Teams workflow: an Adaptive Card 1.4 whose texts are {@code TextRun}s, which
 * know no Markdown and no functions, so that nothing needs an escape. A mention would need {@code msteams.entities},
 * which the card does not have.
 *
 * <p>Sources: learn.microsoft.com, "Create and send messages" (the envelope), "Microsoft Teams connector" (about 28 KB
 * for a message with all that belongs to it; senders report refusals from 21 KB on, so the card stays below),
 * adaptivecards.io, schema 1.5.0 ({@code RichTextBlock}, {@code TextRun}: "Markdown is not supported").
 */
final class TeamsFormat extends PayloadFormat {
    private static final int MAX_HEADLINE = 300;
    private static final int MAX_NAME = 40;
    private static final int MAX_LABEL = 75;

    TeamsFormat(boolean pictures) {
        super(20_000, 1_000, pictures, false);
    }

    @Override
    ObjectNode json(ChatMessage message, Instant now, int most) {
        ObjectNode json = JSON.createObjectNode().put("type", "message");
        ObjectNode attachment = json.putArray("attachments").addObject();
        attachment.put("contentType", "application/vnd.microsoft.card.adaptive").putNull("contentUrl");
        attachment.set("content", card(message, most));
        return json;
    }

    private ObjectNode card(ChatMessage message, int most) {
        ObjectNode card = JSON.createObjectNode()
                .put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
                .put("type", "AdaptiveCard")
                .put("version", "1.4");
        card.putObject("msteams").put("width", "Full");
        ArrayNode body = card.putArray("body");
        ArrayNode head = body.addObject()
                .put("type", "Container")
                .put("style", look(message, "good", "emphasis", "warning", "attention"))
                .put("bleed", true)
                .putArray("items");
        run(runs(head), MessageText.headline(message), MAX_HEADLINE)
                .put("weight", "bolder")
                .put("size", "large");
        for (Fact fact : MessageText.facts(message)) {
            ArrayNode line = runs(body);
            run(line, fact.name(), Math.min(most, MAX_NAME)).put("weight", "bolder");
            line.addObject().put("type", "TextRun").put("text", ": ");
            run(line, fact.value(), most);
        }
        for (String evidence : message.evidence()) {
            run(runs(body), "\u2022 " + evidence, most + 2);
        }
        MessageText.picture(message, pictures).ifPresent(address -> body.addObject()
                .put("type", "Image")
                .put("url", address)
                .put("altText", line(message.title(), MAX_LABEL)));
        run(runs(body), "alert " + MessageText.identity(message), MAX_HEADLINE)
                .put("isSubtle", true)
                .put("size", "small");
        addLinks(card, body, MessageText.links(message, pictures), most);
        return card;
    }

    private void addLinks(ObjectNode card, ArrayNode body, List<Link> links, int most) {
        ArrayNode actions = JSON.createArrayNode();
        for (Link link : links) {
            String label = line(link.label(), Math.min(most, MAX_LABEL));
            String address = MessageText.address(link.address());
            if (address.length() > MessageText.MAX_ADDRESS) {
                run(runs(body), label + " (its address is too long)", MAX_HEADLINE);
            } else {
                actions.addObject()
                        .put("type", "Action.OpenUrl")
                        .put("title", label)
                        .put("url", address);
            }
        }
        if (!actions.isEmpty()) {
            card.set("actions", actions);
        }
    }

    private static ArrayNode runs(ArrayNode elements) {
        return elements.addObject().put("type", "RichTextBlock").putArray("inlines");
    }

    private ObjectNode run(ArrayNode line, String text, int most) {
        return line.addObject().put("type", "TextRun").put("text", line(text, most));
    }
}
