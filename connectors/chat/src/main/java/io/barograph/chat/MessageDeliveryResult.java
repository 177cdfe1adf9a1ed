package io.barograph.chat;

/**
 * The end of one message's way.
 *
 * @param attempts how often it was posted
 * @param reason why it was not delivered, without any secret; empty if it was
 */
public record MessageDeliveryResult(Status status, int attempts, String reason) {
    public enum Status {
        /** The service has taken it. */
        DELIVERED,
        /** The service will never take it. */
        REFUSED,
        /** The service could not take it for too long. */
        GIVEN_UP,
        /** Too many messages wait for the service already. */
        QUEUE_FULL,
        /** The delivery was closed first. */
        CLOSED
    }

    /** {@return whether the service has taken the message} */
    public boolean isDelivered() {
        return status == Status.DELIVERED;
    }
}
