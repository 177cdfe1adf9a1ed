package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.AlertNotification.Change;
import io.barograph.alerting.AlertNotification.Digest;
import io.barograph.alerting.AlertNotification.Item;
import io.barograph.alerting.AlertNotification.Kind;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.AlertView;
import io.barograph.alerting.Severity;
import io.barograph.chat.ChatMessage;
import io.barograph.chat.MessageDeliveryResult;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertSeverity;
import io.barograph.schemas.AlertState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Between what is decided and what is written down. */
public final class AlertRecords {
    private AlertRecords() {}

    /** @return one record for each alert, or one for a digest */
    static List<Alert> of(AlertNotification notice, ChatMessage message, MessageDeliveryResult delivery, Instant at) {
        if (notice.kind() == Kind.DIGEST) {
            return List.of(sent(message.title(), notice.channel(), delivery, at)
                    .setKey("digest")
                    .setId("digest")
                    .setMessage(notice.id())
                    .setState(AlertState.DIGEST)
                    .setSeverity(AlertSeverity.valueOf(message.severity().name()))
                    .setThread(notice.thread())
                    .setDigested(notice.digest().keys())
                    .build());
        }
        return notice.items().stream()
                .map(item -> record(notice, item, delivery, at))
                .toList();
    }

    public static Alert test(ChatMessage message, String channel, MessageDeliveryResult delivery, Instant at) {
        return sent(message.title(), channel, delivery, at)
                .setKey("test")
                .setId("test")
                .setMessage(message.key())
                .setState(AlertState.TEST)
                .setSeverity(AlertSeverity.INFO)
                .setThread(message.key())
                .build();
    }

    private static Alert.Builder sent(String title, String channel, MessageDeliveryResult delivery, Instant at) {
        return Alert.newBuilder()
                .setChannel(channel)
                .setTitle(title)
                .setSentAt(at)
                .setDelivered(delivery.isDelivered())
                .setAttempts(delivery.attempts())
                .setFailure(delivery.isDelivered() ? null : delivery.reason());
    }

    private static Alert record(AlertNotification notice, Item item, MessageDeliveryResult delivery, Instant at) {
        AlertView view = item.view();
        return sent(view.story().title(), notice.channel(), delivery, at)
                .setKey(view.key())
                .setId(view.id())
                .setMessage(notice.id())
                .setState(state(item.change()))
                .setSeverity(AlertSeverity.valueOf(view.severity().name()))
                .setOpeningSeverity(AlertSeverity.valueOf(notice.opening().name()))
                .setRule(view.rule())
                .setSource(view.source().name())
                .setFileSystem(view.fileSystem())
                .setType(view.type())
                .setApplication(view.application())
                .setSince(Instant.ofEpochMilli(view.since()))
                .setUntil(view.until() == 0 ? null : Instant.ofEpochMilli(view.until()))
                .setObservedAt(Instant.ofEpochMilli(view.observedAt()))
                .setObservedOrder(view.order())
                .setEpisode(view.episode())
                .setOver(view.over())
                .setUnknown(view.unknown())
                .setThread(notice.thread())
                .setGist(view.story().gist())
                .build();
    }

    private static AlertState state(Change change) {
        return switch (change) {
            case BEGUN -> AlertState.OPENED;
            case BEGUN_AND_OVER -> AlertState.OPENED_AND_RESOLVED;
            case CHANGED -> AlertState.UPDATED;
            case OVER -> AlertState.RESOLVED;
        };
    }

    /** @return its part of the message; empty for tests and for what a later version wrote */
    static Optional<AlertNotification> sent(Alert alert) {
        return switch (alert.getState()) {
            case OPENED -> sent(alert, Kind.OPENED, Change.BEGUN);
            case OPENED_AND_RESOLVED -> sent(alert, Kind.RESOLVED, Change.BEGUN_AND_OVER);
            case UPDATED -> sent(alert, Kind.UPDATED, Change.CHANGED);
            case RESOLVED -> sent(alert, Kind.RESOLVED, Change.OVER);
            case DIGEST ->
                Optional.of(notice(
                        alert, Kind.DIGEST, List.of(), new Digest(List.of(), 0, 0, 0, 0, 0, alert.getDigested())));
            case TEST, UNKNOWN -> Optional.empty();
        };
    }

    private static Optional<AlertNotification> sent(Alert alert, Kind kind, Change change) {
        boolean isKnown = alert.getSince() != null
                && alert.getObservedAt() != null
                && Stream.of(AlertSource.values())
                        .anyMatch(source -> source.name().equals(alert.getSource()));
        return isKnown
                ? Optional.of(notice(alert, kind, List.of(new Item(view(alert), change)), null))
                : Optional.empty();
    }

    private static AlertNotification notice(Alert alert, Kind kind, List<Item> items, Digest digest) {
        return new AlertNotification(
                alert.getMessage(),
                alert.getChannel(),
                kind,
                alert.getThread(),
                severity(alert.getOpeningSeverity()),
                alert.getSentAt().toEpochMilli(),
                items,
                digest);
    }

    private static AlertView view(Alert alert) {
        return new AlertView(
                alert.getKey(),
                alert.getId(),
                alert.getRule(),
                AlertSource.valueOf(alert.getSource()),
                alert.getFileSystem(),
                alert.getType(),
                alert.getApplication(),
                severity(alert.getSeverity()),
                alert.getSince().toEpochMilli(),
                alert.getUntil() == null ? 0 : alert.getUntil().toEpochMilli(),
                alert.getObservedAt().toEpochMilli(),
                alert.getObservedOrder(),
                alert.getEpisode(),
                alert.getOver(),
                alert.getUnknown(),
                new AlertDescription(alert.getTitle(), List.of(), List.of(), "", "", "", alert.getGist()));
    }

    private static Severity severity(AlertSeverity severity) {
        return severity == AlertSeverity.UNKNOWN ? Severity.WARNING : Severity.valueOf(severity.name());
    }
}
