package io.barograph.runtime;

/** A line, row or record of a source says something that cannot be; the message says what, and the next one may be good. */
public final class RefusedRecordException extends Exception {
    public RefusedRecordException(String reason) {
        super(reason);
    }
}
