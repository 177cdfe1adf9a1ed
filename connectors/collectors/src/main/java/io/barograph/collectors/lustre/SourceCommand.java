package io.barograph.collectors.lustre;

import io.barograph.collectors.core.UnreadableSourceException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command and takes what it prints, all of it or nothing: a text that is cut short would read as counters that are
 * zero. The command has no standard input, ends within its time limit or is ended with its children, and is ended when
 * the thread is interrupted.
 */
final class SourceCommand {
    /**
     * What a command printed.
     *
     * @param exitValue 0 if it says that it did what it should
     * @param output standard output
     * @param errors standard error, its beginning
     */
    record Printed(int exitValue, String output, String errors) {}

    private static final int MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
    private static final int MOST_ERROR_BYTES = 16 * 1024;

    private final List<String> command;
    private final Duration timeLimit;
    private final int mostBytes;

    /**
     * @param command the program and its arguments; no shell reads them
     * @param timeLimit longest time that it may take
     */
    SourceCommand(List<String> command, Duration timeLimit) {
        this(command, timeLimit, MOST_OUTPUT_BYTES);
    }

    SourceCommand(List<String> command, Duration timeLimit, int mostBytes) {
        this.command = List.copyOf(command);
        this.timeLimit = timeLimit;
        this.mostBytes = mostBytes;
    }

    /** @return the command as one would type it */
    String name() {
        return String.join(" ", command);
    }

    /**
     * @return what it printed
     * @throws UnreadableSourceException if it cannot be started, takes too long or prints too much
     * @throws InterruptedException if the thread was interrupted; the command has been ended
     */
    Printed run() throws InterruptedException {
        Process process = start();
        Collected output = new Collected(process.getInputStream(), mostBytes);
        Collected errors = new Collected(process.getErrorStream(), MOST_ERROR_BYTES);
        long deadline = System.nanoTime() + timeLimit.toNanos();
        try {
            boolean ended = output.awaitEnd(deadline)
                    && (output.isTooLarge() || process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
            if (!ended) {
                throw new UnreadableSourceException(
                        name(),
                        "did not end within " + timeLimit.toMillis() + " ms" + quoted(errors),
                        "see whether the server answers at all, or raise timeLimit");
            }
            if (output.isTooLarge()) {
                throw new UnreadableSourceException(
                        name(),
                        "printed more than " + mostBytes + " bytes",
                        "ask for the parameters that are read, not for all");
            }
            errors.awaitEnd(deadline);
            return new Printed(process.exitValue(), output.text(), errors.text());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start() {
        try {
            return new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(),
                    "cannot be started: " + e.getMessage(),
                    "give the program and each of its arguments as one entry of the list \"command\"",
                    e);
        }
    }

    /**
     * @param printed what the command printed
     * @param remedy what to do about it
     * @return the error that it failed
     */
    UnreadableSourceException failed(Printed printed, String remedy) {
        String errors =
                printed.errors().isBlank() ? "" : ": " + printed.errors().strip();
        return new UnreadableSourceException(name(), "ended with exit value " + printed.exitValue() + errors, remedy);
    }

    private static String quoted(Collected errors) {
        String text = errors.text().strip();
        return text.isEmpty() ? "" : " and printed: " + text;
    }

    /** What comes out of a pipe, up to a limit, read by a thread of its own so that waiting for it can be interrupted. */
    private static final class Collected {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int mostBytes;
        private final Thread thread;
        private volatile boolean tooLarge;

        Collected(InputStream pipe, int mostBytes) {
            this.mostBytes = mostBytes;
            thread = new Thread(() -> read(pipe), "command output");
            thread.setDaemon(true);
            thread.start();
        }

        private void read(InputStream pipe) {
            byte[] buffer = new byte[8192];
            try {
                int count = pipe.read(buffer);
                while (count >= 0) {
                    keep(buffer, count);
                    if (tooLarge) {
                        return;
                    }
                    count = pipe.read(buffer);
                }
            } catch (IOException e) {
                tooLarge = false; // the process was ended; whoever ended it says why
            }
        }

        private void keep(byte[] buffer, int count) {
            synchronized (bytes) {
                tooLarge = bytes.size() + count > mostBytes;
                bytes.write(buffer, 0, Math.min(count, mostBytes - bytes.size()));
            }
        }

        boolean awaitEnd(long deadline) throws InterruptedException {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            return !thread.isAlive();
        }

        boolean isTooLarge() {
            return tooLarge;
        }

        String text() {
            synchronized (bytes) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }
    }
}
