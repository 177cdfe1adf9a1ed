package io.barograph.page.results;

import java.time.Instant;

/** An answer of the database, or that there is none. */
public interface DatabaseResult<T> {
    Instant time();

    /** @return why nothing is known; empty if the database has answered */
    String failure();

    /** @return the same things with nothing known of them */
    T unknown(Instant now, String reason);
}
