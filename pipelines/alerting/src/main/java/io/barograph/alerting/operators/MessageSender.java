package io.barograph.alerting.operators;

import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.AlertNotification.Kind;
import io.barograph.chat.ChatDelivery;
import io.barograph.chat.ChatMessage;
import io.barograph.chat.MessageDeliveryResult;
import io.barograph.flink.quarantine.OperatorFailure;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends messages, at most one to each channel at a time, and writes down what became of each before it is reported. */
final class MessageSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MessageSender.class);

    private final Map<String, ChatDelivery> deliveries = new HashMap<>();
    private final AlertLog log;
    private final AlertingConfiguration configuration;
    private final LongSupplier clock;
    private final Map<String, AlertLog.Entry> underWay = new ConcurrentHashMap<>();
    private final Queue<Report> reports = new ConcurrentLinkedQueue<>();

    /**
     * What became of a message.
     *
     * @param delivery its end; null if that could not be taken in
     * @param entry its records; null for a heartbeat, which has none
     * @param failure why they could not be written; null if they were
     */
    record Report(AlertNotification notice, MessageDeliveryResult delivery, AlertLog.Entry entry, Throwable failure) {}

    MessageSender(AlertLog log, AlertingConfiguration configuration, LongSupplier clock) {
        this.log = log;
        this.configuration = configuration;
        this.clock = clock;
    }

    void add(String channel, ChatDelivery delivery) {
        deliveries.put(channel, delivery);
    }

    void send(AlertNotification notice) {
        ChatMessage message;
        try {
            message = configuration.messages().message(notice);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // The same is due again after each restart: people are informed, and the others get their
            // messages.
            String fault = "the message cannot be written: " + OperatorFailure.textOf(e);
            LOG.warn("message {} to channel {}: {}", notice.id(), notice.channel(), fault, e);
            send(notice, AlertMessages.inPlaceOf(notice, fault), fault);
            return;
        }
        send(notice, message, null);
    }

    /** @param fault why it is not the message that it should be; null if it is */
    @SuppressWarnings("FutureReturnValueIgnored") // the report holds the outcome
    private void send(AlertNotification notice, ChatMessage message, String fault) {
        deliveries
                .get(notice.channel())
                .send(message)
                .thenAccept(delivery -> conclude(notice, message, fault, delivery))
                .exceptionally(failure -> {
                    reports.add(new Report(notice, null, null, failure));
                    return null;
                });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the report holds the outcome
    private void conclude(AlertNotification notice, ChatMessage message, String fault, MessageDeliveryResult delivery) {
        if (delivery.status() == MessageDeliveryResult.Status.CLOSED) {
            return; // the task ends; the message is due again when it goes on
        }
        if (notice.kind() == Kind.HEARTBEAT) {
            reports.add(new Report(notice, delivery, null, null));
            return;
        }
        Instant at = Instant.ofEpochMilli(clock.getAsLong());
        AlertLog.Entry entry = log.append(
                AlertRecords.of(notice, message, delivery, at),
                delivery.isDelivered() && fault == null ? null : letter(message, notice, fault, delivery, at));
        underWay.put(notice.id(), entry);
        entry.done().whenComplete((unused, failure) -> reports.add(new Report(notice, delivery, entry, failure)));
    }

    private DeadLetter letter(
            ChatMessage message, AlertNotification notice, String fault, MessageDeliveryResult delivery, Instant at) {
        List<String> lines = new ArrayList<>();
        lines.add(message.state() + " " + message.severity() + " " + message.title());
        message.facts().forEach(fact -> lines.add(fact.name() + ": " + fact.value()));
        lines.addAll(message.evidence());
        byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return DeadLetter.newBuilder()
                .setSource(configuration.kafka().topicPrefix() + Topic.ALERTS.name())
                .setOrigin("channel " + notice.channel() + ", message " + notice.id())
                .setComponent("job alerting")
                .setReason(
                        fault == null
                                ? delivery.status() + " after " + delivery.attempts() + " attempts: "
                                        + delivery.reason()
                                : fault)
                .setTime(at)
                .setPayload(ByteBuffer.wrap(text))
                .setPayloadBytes(text.length)
                .build();
    }

    /** @return what has ended since the last call */
    List<Report> reports() {
        List<Report> ended = new ArrayList<>();
        for (Report report = reports.poll(); report != null; report = reports.poll()) {
            ended.add(report);
            underWay.remove(report.notice().id());
        }
        return ended;
    }

    /** @return by partition, the lowest offset of records whose message has not been reported yet */
    Map<Integer, Long> unreported() {
        Map<Integer, Long> lowest = new HashMap<>();
        for (AlertLog.Entry entry : underWay.values()) {
            entry.placed().forEach((partition, offset) -> lowest.merge(partition, offset, Math::min));
        }
        return lowest;
    }

    /** What is under way is broken off, or delivered and written down. */
    @Override
    public void close() {
        deliveries.values().forEach(ChatDelivery::close);
        log.close();
    }
}
