package io.barograph.sources.lmt;

/** One row of the database says something that cannot be. */
final class RefusedRowException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedRowException(String reason) {
        super(reason);
    }
}
