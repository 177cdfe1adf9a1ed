package io.barograph.sources.darshan;

/** The library gives no values for a log; what it printed says why. */
final class UnreadableLogException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableLogException(String message) {
        super(message);
    }
}
