package io.barograph.chat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a service answered, and what that means. Slack's words for its refusals are those of docs.slack.dev, "Sending
 * messages using incoming webhooks", "Handling errors".
 *
 * @param body its begin
 * @param whole whether it is all of the body
 * @param retryAfter header {@code Retry-After}
 */
record ChatResponse(int status, String body, boolean whole, Optional<String> retryAfter) {
    /** A longer {@code Retry-After} is taken for a mistake, so that the channel looks again. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(15);

    private static final int MAX_QUOTE = 200;

    /**
     * @param now what a date in {@code Retry-After} is relative to
     * @return what became of the message
     */
    DeliveryAttemptOutcome classify(PayloadFormat format, Instant now, UnaryOperator<String> redact) {
        String said = "answered " + status + quote(redact);
        if (status / 100 == 2) {
            return format.acknowledges(body)
                    ? new DeliveryAttemptOutcome.Delivered()
                    : new DeliveryAttemptOutcome.Refused(
                            said + ", which is not the service's answer to a message: check that the"
                                    + " address is that of the webhook and no proxy answers in its place");
        }
        if (status == 408 || status == 425 || status == 429 || status >= 500) {
            return new DeliveryAttemptOutcome.RetryAfter(retryAfter.flatMap(header -> retryAfter(header, now)), said);
        }
        return new DeliveryAttemptOutcome.Refused(said + ": " + remedy(status));
    }

    private String quote(UnaryOperator<String> redact) {
        String said = body.strip();
        if (said.isEmpty()) {
            return "";
        }
        if (!whole) {
            return " (with a long text)"; // it might end within a secret
        }
        if (said.startsWith("<")) {
            return " (with a page of HTML)";
        }
        return " (" + SingleLineText.line(redact.apply(said), MAX_QUOTE) + ")";
    }

    private static String remedy(int status) {
        if (status / 100 == 3) {
            return "it wants the message to go elsewhere, which is not done with a secret; configure the address that"
                    + " it leads to";
        }
        return switch (status) {
            case 400, 422 -> "it does not take the message as it is, or what it is posted to is gone";
            case 401, 407 -> "check user, secretFile and secretVariable";
            case 403 -> "it forbids this webhook to post; check its rights, or make a new webhook";
            case 404, 410 -> "webhook or channel are gone; make a new webhook and put its address in place";
            case 413 -> "the message is too large for it, or for a proxy on the way";
            default -> "check that the address is that of the webhook";
        };
    }

    /**
     * @param header value of {@code Retry-After}: seconds, or a date (RFC 9110, 10.2.3)
     * @return time to wait, 0 to 15 min; empty if the value is neither
     */
    static Optional<Duration> retryAfter(String header, Instant now) {
        Duration asked;
        String value = header.strip();
        try {
            asked = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')
                    ? Duration.ofSeconds(Long.parseLong(value))
                    : Duration.between(
                            now,
                            ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant());
        } catch (NumberFormatException | DateTimeParseException e) {
            return Optional.empty();
        }
        if (asked.isNegative()) {
            return Optional.of(Duration.ZERO);
        }
        return Optional.of(asked.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : asked);
    }
}
