package io.barograph.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.chat.ChatMessage.Fact;
import io.barograph.chat.ChatMessage.Link;
import java.time.Duration;
import java.time.Instant;

/**
 * Alerts for {@code POST /api/v2/alerts} of a Prometheus Alertmanager. Labels are an alert's identity there, so they
 * hold the message's labels, a name and the key, all of which stay; what changes goes to annotations. The Alertmanager
 * passes texts on to other services, often without escaping them, so {@code @} and {@code <} are made harmless for
 * those.
 *
 * <p>An alert that lasts is sent with an end {@link #LASTS} ahead, because the Alertmanager would otherwise resolve it
 * after its {@code resolve_timeout} (5 min unless changed); a resolution has the true end. Heartbeats, tests,
 * digests and what is over already when it is reported (a slow run) end by that time-out: this is what makes a missing heartbeat show.
 *
 * <p>Source: github.com/prometheus/alertmanager, {@code api/v2/openapi.yaml} and {@code api/v2/api.go}; names of labels
 * and annotations match {@code [a-zA-Z_][a-zA-Z0-9_]*}.
 */
final class AlertmanagerFormat extends PayloadFormat {
    /** How long an alert of which nothing more is heard stays active. */
    static final Duration LASTS = Duration.ofDays(7);

    private static final int MAX_LABEL = 200;
    private static final int MAX_IDENTITY = 2 * MessageText.MAX_KEY;
    private static final int MAX_NAME = 40;

    AlertmanagerFormat() {
        super(64_000, 1_000, true, false);
    }

    @Override
    ArrayNode json(ChatMessage message, Instant now, int most) {
        ArrayNode alerts = JSON.createArrayNode();
        ObjectNode alert = alerts.addObject();
        alert.set("labels", labels(message));
        alert.set("annotations", annotations(message, most));
        alert.put("startsAt", message.startedAt().toString());
        Instant end =
                switch (message.state()) {
                    case OPENED, UPDATED ->
                        message.endedAt() == null
                                ? (now.isAfter(message.startedAt()) ? now : message.startedAt()).plus(LASTS)
                                : null;
                    case RESOLVED -> message.endedAt();
                    case DIGEST, TEST, HEARTBEAT -> null;
                };
        if (end != null) {
            alert.put("endsAt", end.toString());
        }
        message.links().stream()
                .flatMap(link -> MessageText.shownAddress(link).stream())
                .findFirst()
                .ifPresent(address -> alert.put("generatorURL", address));
        return alerts;
    }

    /** No length depends on the room that is left, so that the identity does not either. */
    private ObjectNode labels(ChatMessage message) {
        ObjectNode labels = JSON.createObjectNode();
        labels.put("alertname", line(message.labels().getOrDefault("rule", "Barograph"), MAX_LABEL));
        message.labels().forEach((name, value) -> {
            if (!value.isBlank()) { // the Alertmanager takes an empty label for none
                labels.put(name, line(value, MAX_LABEL));
            }
        });
        labels.put("alert", line(MessageText.identity(message), MAX_IDENTITY));
        return labels;
    }

    private ObjectNode annotations(ChatMessage message, int most) {
        StringBuilder description = new StringBuilder();
        for (Fact fact : MessageText.facts(message)) {
            describe(description, fact.name(), line(fact.value(), most), most);
        }
        message.evidence().forEach(text -> description.append(line(text, most)).append('\n'));
        for (Link link : message.links()) {
            describe(description, link.label(), MessageText.shownAddress(link).orElse("its address is too long"), most);
        }
        ObjectNode annotations = JSON.createObjectNode()
                .put("summary", line(message.title(), most))
                .put("description", description.toString().strip())
                .put("state", MessageText.word(message.state()))
                .put("severity", MessageText.word(message.severity()));
        MessageText.picture(message, pictures).ifPresent(address -> annotations.put("picture", address));
        return annotations;
    }

    private void describe(StringBuilder description, String name, String value, int most) {
        String shown = line(name, Math.min(most, MAX_NAME));
        description.append(shown).append(": ").append(value).append('\n');
    }

    @Override
    String escaped(int codePoint) {
        String character = Character.toString(codePoint);
        return codePoint == '@' || codePoint == '<' ? character + SingleLineText.ZERO_WIDTH_SPACE : character;
    }
}
