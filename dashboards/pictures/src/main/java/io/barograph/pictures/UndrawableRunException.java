package io.barograph.pictures;

/** There is nothing to draw of a run; the message says why. */
public final class UndrawableRunException extends Exception {
    private static final long serialVersionUID = 1L;

    UndrawableRunException(String message) {
        super(message);
    }
}
