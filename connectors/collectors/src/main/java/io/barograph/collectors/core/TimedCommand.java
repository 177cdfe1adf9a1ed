package io.barograph.collectors.core;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs a command of the site with a limit on its time and on the output that is kept. A command that overruns is ended
 * with everything that it started.
 */
public final class TimedCommand {
    private static final long GRACE_SECONDS = 5;
    private static final int MOST_ERROR_BYTES = 64 * 1024;

    /**
     * How a command ended.
     *
     * @param output its standard output
     * @param errors its standard error, at most 64 KiB
     * @param exitCode its exit code; of no meaning if it overran
     * @param overran true if it was ended at the time limit
     * @param truncated true if there was more standard output than is kept
     */
    public record Outcome(String output, String errors, int exitCode, boolean overran, boolean truncated) {
        /** @return true if it ended by itself with exit code 0 and its whole output is here */
        public boolean succeeded() {
            return exitCode == 0 && !overran && !truncated;
        }

        /**
         * @param limit the time limit, for the message
         * @return one line on why it failed
         */
        public String failure(Duration limit) {
            String what = overran
                    ? "still running after " + limit.toSeconds() + " s, ended"
                    : truncated ? "more output than is kept" : "exit code " + exitCode;
            String last = errors.isBlank() ? lastLine(output) : lastLine(errors);
            return last.isEmpty() ? what : what + ": " + last;
        }

        private static String lastLine(String text) {
            return text.lines()
                    .map(String::strip)
                    .filter(line -> line.codePoints().anyMatch(Character::isLetterOrDigit))
                    .reduce("", (first, second) -> second);
        }
    }

    private TimedCommand() {}

    /**
     * @param command program and arguments
     * @param limit how long it may take
     * @param mostBytes how much of its output is kept
     * @return how it ended
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the caller is to end; the command is ended as well
     */
    public static Outcome run(List<String> command, Duration limit, int mostBytes)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        Drain output = Drain.of(process.getInputStream(), mostBytes);
        Drain errors = Drain.of(process.getErrorStream(), MOST_ERROR_BYTES);
        boolean ended = false;
        try {
            ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            if (!ended) {
                end(process);
            }
        }
        // A grandchild in a session of its own may hold the pipes open for ever.
        output.join();
        errors.join();
        int exitCode = process.isAlive() ? -1 : process.exitValue();
        return new Outcome(output.text(), errors.text(), exitCode, !ended, output.truncated());
    }

    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
        boolean interrupted = false;
        for (ProcessHandle handle : all) {
            try {
                handle.onExit().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException | TimeoutException e) {
                handle.destroyForcibly();
            }
        }
        all.forEach(ProcessHandle::destroyForcibly);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a pipe to its end and keeps the beginning. */
    private static final class Drain {
        private final InputStream stream;
        private final int most;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private boolean truncated;
        private Thread thread;

        private Drain(InputStream stream, int most) {
            this.stream = stream;
            this.most = most;
        }

        static Drain of(InputStream stream, int most) {
            Drain drain = new Drain(stream, most);
            drain.thread = new Thread(drain::read, "command-output");
            drain.thread.setDaemon(true);
            drain.thread.start();
            return drain;
        }

        private void read() {
            byte[] buffer = new byte[8192];
            try (stream) {
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    keep(buffer, count);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private synchronized void keep(byte[] buffer, int count) {
            int room = Math.min(count, most - kept.size());
            kept.write(buffer, 0, room);
            truncated |= room < count;
        }

        void join() throws InterruptedException {
            thread.join(TimeUnit.SECONDS.toMillis(GRACE_SECONDS));
        }

        synchronized String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }

        synchronized boolean truncated() {
            return truncated;
        }
    }
}
