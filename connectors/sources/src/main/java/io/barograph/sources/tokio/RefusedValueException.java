package io.barograph.sources.tokio;

/** A row of a table says something that cannot be. */
final class RefusedValueException extends Exception {
    RefusedValueException(String reason) {
        super(reason);
    }
}
