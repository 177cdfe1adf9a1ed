package io.barograph.chat;

import java.time.Duration;
import java.util.Optional;

/** What became of one attempt to deliver a message. Reasons hold no secret. */
public sealed interface DeliveryAttemptOutcome {
    /** The service has taken the message. */
    record Delivered() implements DeliveryAttemptOutcome {}

    /**
     * The service cannot take it now, or did not answer; it may have taken it all the same.
     *
     * @param delay how long the service asks to be left alone, 0 to 15 min; empty if it does not say
     */
    record RetryAfter(Optional<Duration> delay, String reason) implements DeliveryAttemptOutcome {}

    /**
     * The service will never take this message.
     *
     * @param reason why, and what to do about it
     */
    record Refused(String reason) implements DeliveryAttemptOutcome {}
}
