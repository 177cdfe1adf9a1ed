package io.barograph.sources.capacity;

/** A line of a dump is refused; the message says why. */
final class RefusedLineException extends Exception {
    RefusedLineException(String message) {
        super(message);
    }
}
