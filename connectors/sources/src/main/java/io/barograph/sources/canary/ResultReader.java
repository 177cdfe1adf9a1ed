package io.barograph.sources.canary;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** Reads the phases out of the text of one result. */
interface ResultReader {
    /**
     * When a run took place, for results that do not say so.
     *
     * @param start its start
     * @param end its end
     */
    record Run(Instant start, Instant end) {}

    /** Takes what is found. */
    interface Output {
        /** @param phase a phase */
        void phase(BenchmarkPhase phase);

        /**
         * @param line number of the line
         * @param text the line
         * @param reason why it is refused
         */
        void refused(long line, String text, String reason);
    }

    /**
     * @param text the result
     * @param run when the run took place, if the result does not say so
     * @param zone zone of the times in the result
     * @param output takes phases and refused lines
     */
    void read(String text, Run run, ZoneId zone, Output output);

    /**
     * @param program whose result it is
     * @param text the result
     * @return what reads it
     */
    static ResultReader of(BenchmarkProgram program, String text) {
        return switch (program) {
            case MDTEST -> new MdtestText();
            case IO500 -> Io500Results.isSummary(text) ? new Io500Summary() : new Io500Results();
            case IOR -> {
                String first = text.stripLeading();
                yield first.startsWith("{")
                        ? new IorJson()
                        : first.startsWith("access,") ? new IorCsv() : new IorText();
            }
        };
    }

    /** @return lines of a text, with an empty one after the last line feed */
    static List<String> lines(String text) {
        return List.of(text.split("\r?\n", -1));
    }
}
