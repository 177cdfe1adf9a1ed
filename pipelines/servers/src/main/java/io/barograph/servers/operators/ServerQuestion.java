package io.barograph.servers.operators;

import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.WindowVolume;

/**
 * What is asked of the curve of one data server.
 *
 * @param <A> answers
 */
public interface ServerQuestion<A> {
    /** @return the server, as {@link io.barograph.schemas.ServerNames#key} names it */
    String key();

    /** @return event times at which it is to be answered, milliseconds since the epoch */
    long[] askedAt();

    /** @param time one of them */
    A answer(long time, Volumes volumes);

    /** The curve of the server. */
    interface Volumes {
        /**
         * @param intervalMillis sampling interval
         * @return what the server moved in a window
         */
        WindowVolume of(RunWindow window, long intervalMillis);
    }
}
