package io.barograph.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import java.time.Instant;

/**
 * The project's own JSON, for whatever a site has. docs/chat.md describes it; a change that an existing receiver could
 * stumble over raises {@link #VERSION}. Texts are in one line and cut, and not escaped: that is up to who shows them.
 */
final class WebhookFormat extends PayloadFormat {
    static final int VERSION = 1;

    private static final int MAX_NAME = 100;
    private static final int MAX_LABEL = 200;
    private static final int MAX_FACTS = 100;

    WebhookFormat() {
        super(64_000, 2_000, true, false);
    }

    @Override
    ObjectNode json(ChatMessage message, Instant now, int most) {
        ObjectNode json = JSON.createObjectNode()
                .put("version", VERSION)
                .put("key", MessageText.identity(message))
                .put("state", MessageText.word(message.state()))
                .put("severity", MessageText.word(message.severity()))
                .put("title", line(message.title(), most))
                .put("sentAt", now.toString())
                .put("startedAt", message.startedAt().toString())
                .put(
                        "endedAt",
                        message.endedAt() == null ? null : message.endedAt().toString());
        ArrayNode facts = json.putArray("facts");
        for (Fact fact :
                message.facts().subList(0, Math.min(MAX_FACTS, message.facts().size()))) {
            facts.addObject()
                    .put("name", line(fact.name(), Math.min(most, MAX_NAME)))
                    .put("value", line(fact.value(), most));
        }
        json.put("factsLeftOut", Math.max(0, message.facts().size() - MAX_FACTS));
        ArrayNode evidence = json.putArray("evidence");
        message.evidence().forEach(text -> evidence.add(line(text, most)));
        ArrayNode links = json.putArray("links");
        for (Link link : message.links()) {
            links.addObject()
                    .put("label", line(link.label(), Math.min(most, MAX_NAME)))
                    .put("url", MessageText.shownAddress(link).orElse(null));
        }
        json.put("picture", MessageText.picture(message, pictures).orElse(null));
        ObjectNode labels = json.putObject("labels");
        message.labels().forEach((name, value) -> labels.put(name, line(value, Math.min(most, MAX_LABEL))));
        return json;
    }
}
