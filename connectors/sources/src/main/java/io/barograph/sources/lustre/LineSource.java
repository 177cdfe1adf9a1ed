package io.barograph.sources.lustre;

import io.barograph.sources.lustre.LineStream.Line;
import java.util.List;

/** Where lines with metric strings come from. */
interface LineSource extends AutoCloseable {
    /** @return what finds the source again, for messages */
    String name();

    /** @return the next lines; empty if there are none at the moment */
    List<Line> next() throws InterruptedException;

    /** @return true if there will be no further line */
    default boolean hasEnded() {
        return false;
    }

    /** @return true if the lines are of the past */
    default boolean isRecorded() {
        return false;
    }

    /** @return some lines, for a test of the source; empty if looking at them would take them away */
    default List<Line> sample() throws InterruptedException {
        return next();
    }

    /** Nothing where each run ends its process, or where another owns the stream. */
    @Override
    default void close() {}
}
