package io.barograph.sources.lustre;

import java.time.Instant;

/** Where the texts of one server come from. */
interface ServerTextSource {
    /**
     * What one reading gave.
     *
     * @param time time of a text that does not state its own; null if the texts are of the present
     */
    record Reading(ServerTexts texts, Instant time) {
        /** @return true if the texts are a recording, which is read once */
        boolean isRecorded() {
            return time != null;
        }
    }

    /** @return file, folder or command, for messages */
    String name();

    Reading read(ParseProblemHandler problems) throws InterruptedException;
}
