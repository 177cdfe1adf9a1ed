package io.barograph.sources.darshan.log;

/** The library gives no values for a log; what it printed says why. */
public final class UnreadableLogException extends Exception {
    public UnreadableLogException(String message) {
        super(message);
    }
}
