package io.barograph.pictures;

/** There is nothing to draw of a run; the message says why. */
public final class UndrawableRunException extends Exception {
    UndrawableRunException(String message) {
        super(message);
    }
}
