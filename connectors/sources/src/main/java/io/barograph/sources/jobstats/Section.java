package io.barograph.sources.jobstats;

import io.barograph.runtime.TextLines;

/** Takes the lines of one Lustre parameter. */
interface Section {
    /**
     * @param line the line
     * @param text refuses it, if need be
     */
    void line(String line, TextLines text);

    /** The parameter is complete. A text that breaks off does not come to this. */
    void end();
}
