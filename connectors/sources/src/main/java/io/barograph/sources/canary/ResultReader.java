package io.barograph.sources.canary;

import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** Reads the phases out of the text of one result. */
interface ResultReader {
    /** When a run took place, for results that do not say so. */
    record Run(Instant start, Instant end) {}

    interface Output {
        /**
         * @param phase what the result states of one phase; bytes, rates, operations, processes and nodes are null where
         *     it does not, and the error is null unless the phase counts as failed
         */
        void phase(BenchmarkRun.Builder phase, long line);

        void refused(long line, String text, String reason);
    }

    /** @param run when the run took place, if the result does not say so */
    void read(String text, Run run, ZoneId zone, Output output);

    static ResultReader of(BenchmarkProgram program, String text) {
        return switch (program) {
            case MDTEST -> new MdtestText();
            case IO500 -> Io500Results.isSummary(text) ? new Io500Results.Summary() : new Io500Results();
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
