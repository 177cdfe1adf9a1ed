package io.barograph.schemas;

/** Bytes that are not a record of the expected type; the message says why and is meant for a dead letter. */
public final class MalformedRecordException extends Exception {
    public MalformedRecordException(String message) {
        super(message);
    }

    /** @param message what is wrong with the bytes */
    public MalformedRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
