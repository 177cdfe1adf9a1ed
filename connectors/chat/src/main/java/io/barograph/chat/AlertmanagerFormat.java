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
 * digests and what is over already when it is told (a slow run) end by that time-out: this is what makes a missing heartbeat show.
 *
 * <p>Source: github.com/prometheus/alertmanager, {@code api/v2/openapi.yaml} and {@code api/v2/api.go}; names of labels
 * and annotations match {@code [a-zA-Z_][a-zA-Z0-9_]*}.
 */
record AlertmanagerFormat() implements PayloadFormat {
    /** How long an alert of which nothing more is heard stays active. */
    static final Duration LASTS = Duration.ofDays(7);

    private static final int MAX_BYTES = 64_000;
    private static final int MAX_TEXT = 1_000;
    private static final int MAX_LABEL = 200;
    private static final int MAX_IDENTITY = 2 * MessageText.MAX_KEY;
    private static final int MAX_NAME = 40;

    @Override
    public byte[] payload(ChatMessage message, Instant now) {
        return PayloadFormat.fit(MAX_BYTES, MAX_TEXT, most -> alerts(message, now, most));
    }

    /** The Alertmanager answers 200 without a body. */
    @Override
    public boolean acknowledges(String body) {
        return true;
    }

    private static ArrayNode alerts(ChatMessage message, Instant now, int most) {
        ArrayNode alerts = JSON.createArrayNode();
        ObjectNode alert = alerts.addObject();
        alert.set("labels", labels(message));
        alert.set("annotations", annotations(message, most));
        alert.put("startsAt", message.startedAt().toString());
        Instant end =
                switch (message.state()) {
                    case OPENED, UPDATED ->
                        message.endedAt() == null
                                ? latest(now, message.startedAt()).plus(LASTS)
                                : null;
                    case RESOLVED -> message.endedAt();
                    case DIGEST, TEST, HEARTBEAT -> null;
                };
        if (end != null) {
            alert.put("endsAt", end.toString());
        }
        message.links().stream()
                .map(link -> MessageText.address(link.address()))
                .filter(address -> address.length() <= MessageText.MAX_ADDRESS)
                .findFirst()
                .ifPresent(address -> alert.put("generatorURL", address));
        return alerts;
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** No length depends on the room that is left, so that the identity does not either. */
    private static ObjectNode labels(ChatMessage message) {
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

    private static ObjectNode annotations(ChatMessage message, int most) {
        StringBuilder description = new StringBuilder();
        for (Fact fact : MessageText.facts(message)) {
            description
                    .append(line(fact.name(), Math.min(most, MAX_NAME)))
                    .append(": ")
                    .append(line(fact.value(), most))
                    .append('\n');
        }
        message.evidence().forEach(text -> description.append(line(text, most)).append('\n'));
        for (Link link : message.links()) {
            String address = MessageText.address(link.address());
            description
                    .append(line(link.label(), Math.min(most, MAX_NAME)))
                    .append(": ")
                    .append(address.length() > MessageText.MAX_ADDRESS ? "its address is too long" : address)
                    .append('\n');
        }
        ObjectNode annotations = JSON.createObjectNode()
                .put("summary", line(message.title(), most))
                .put("description", description.toString().strip())
                .put("state", message.state().word())
                .put("severity", message.severity().word());
        MessageText.picture(message, true).ifPresent(address -> annotations.put("picture", address));
        return annotations;
    }

    private static String line(String text, int most) {
        return SingleLineText.line(text, most, AlertmanagerFormat::harmless);
    }

    private static String harmless(int codePoint) {
        String character = Character.toString(codePoint);
        return codePoint == '@' || codePoint == '<' ? character + SingleLineText.ZERO_WIDTH_SPACE : character;
    }
}
