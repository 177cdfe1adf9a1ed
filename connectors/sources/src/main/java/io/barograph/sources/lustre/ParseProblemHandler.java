package io.barograph.sources.lustre;

/** Takes what could not be read or understood. The value concerned is unknown; the rest goes on. */
@FunctionalInterface
interface ParseProblemHandler {
    /** @param input the input; null if it could not be read */
    void report(String origin, String reason, String input);
}
