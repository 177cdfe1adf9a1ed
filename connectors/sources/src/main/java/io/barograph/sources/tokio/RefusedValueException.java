package io.barograph.sources.tokio;

/** A row of a table says something that cannot be. */
final class RefusedValueException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedValueException(String reason) {
        super(reason);
    }
}
