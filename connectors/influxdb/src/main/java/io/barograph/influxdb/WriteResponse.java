package io.barograph.influxdb;

import java.util.Locale;

/**
 * A server's answer to a write, and what it means. The same rules serve all versions: 1.x answers 400 {@code partial
 * write: ... dropped=N} and stores the rest, 2.x answers 400 or 422, 3.x answers 400 {@code partial write of line
 * protocol occurred}.
 *
 * @param message the server's message, without secrets; may be empty
 * @param retryAfter the header {@code Retry-After}; empty if there is none
 */
record WriteResponse(int status, String message, String retryAfter) {
    /** What it means for the lines of the request. */
    enum Outcome {
        /** All lines are stored. */
        OK,
        /** The server is overloaded or ill: the same request may succeed later. */
        RETRY,
        /** At least one line is refused; the others may be stored or not. */
        REFUSED,
        /** The request is larger than the server accepts. */
        TOO_LARGE,
        /** No request will succeed until address, credentials or database are put right. */
        MISCONFIGURED
    }

    Outcome outcome() {
        String text = message.toLowerCase(Locale.ROOT);
        // 1.x answers 500 to a retention policy that does not exist.
        if (text.contains("retention policy not found") || text.contains("database not found")) {
            return Outcome.MISCONFIGURED;
        }
        return switch (status) {
            case 200, 201, 202, 204 -> Outcome.OK;
            case 400, 422 -> Outcome.REFUSED;
            case 413 -> Outcome.TOO_LARGE;
            case 408, 425, 429 -> Outcome.RETRY;
            default -> status >= 500 ? Outcome.RETRY : Outcome.MISCONFIGURED;
        };
    }
}
