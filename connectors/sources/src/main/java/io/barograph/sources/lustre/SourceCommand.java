package io.barograph.sources.lustre;

import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A command whose output is taken as a whole or not at all: one that is cut short would read as counters that are zero. */
record SourceCommand(List<String> command, Duration timeLimit, int mostBytes) {
    private static final int MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

    SourceCommand(List<String> command, Duration timeLimit) {
        this(command, timeLimit, MAX_OUTPUT_BYTES);
    }

    /** @return the command as one would type it */
    String name() {
        return String.join(" ", command);
    }

    /**
     * @return how it ended by itself, with all that it printed
     * @throws UnreadableSourceException if it cannot be started, takes too long or prints too much
     * @throws InterruptedException if the thread was interrupted; the command has been ended
     */
    TimedCommand.Outcome run() throws InterruptedException {
        TimedCommand.Outcome outcome;
        try {
            outcome = TimedCommand.run(command, timeLimit, mostBytes);
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(),
                    "cannot be started: " + e.getMessage(),
                    "give the program and each of its arguments as one entry of the list \"command\"",
                    e);
        }
        if (outcome.truncated()) {
            throw new UnreadableSourceException(
                    name(),
                    "printed more than " + mostBytes + " bytes",
                    "ask for the parameters that are read, not for all");
        }
        if (outcome.overran()) {
            String errors = outcome.errors().strip();
            throw new UnreadableSourceException(
                    name(),
                    "did not end within " + timeLimit.toMillis() + " ms"
                            + (errors.isEmpty() ? "" : " and printed: " + errors),
                    "see whether the server answers at all, or raise timeLimit");
        }
        return outcome;
    }

    /** Checks two options that the collectors of servers share. */
    static void requireTimes(Duration interval, Duration timeLimit) {
        if (interval.toMillis() <= 0 || interval.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("interval must be between 1 ms and 1 day");
        }
        if (timeLimit.toMillis() <= 0) {
            throw new IllegalArgumentException("timeLimit must be at least 1 ms");
        }
    }

    UnreadableSourceException failed(TimedCommand.Outcome outcome, String remedy) {
        String errors =
                outcome.errors().isBlank() ? "" : ": " + outcome.errors().strip();
        return new UnreadableSourceException(name(), "ended with exit value " + outcome.exitCode() + errors, remedy);
    }
}
