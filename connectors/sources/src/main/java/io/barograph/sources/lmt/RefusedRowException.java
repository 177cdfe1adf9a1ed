package io.barograph.sources.lmt;

/** One row of the database says something that cannot be. */
final class RefusedRowException extends Exception {
    RefusedRowException(String reason) {
        super(reason);
    }
}
