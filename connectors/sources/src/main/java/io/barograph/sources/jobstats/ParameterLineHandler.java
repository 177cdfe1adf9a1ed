package io.barograph.sources.jobstats;

import io.barograph.runtime.TextLineReader;

@FunctionalInterface
interface ParameterLineHandler {
    void line(String line, TextLineReader text);

    /** The parameter is complete. A text that breaks off does not come to this. */
    default void end() {}
}
