package io.barograph.runtime;

/** A record could not be stored in its topic. */
public final class PublishException extends RuntimeException {
    public PublishException(String message, Throwable cause) {
        super(message, cause);
    }
}
