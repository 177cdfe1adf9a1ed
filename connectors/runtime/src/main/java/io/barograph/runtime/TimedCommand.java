package io.barograph.runtime;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs a command of the site with a limit on its time and on its output, without standard input. A command that overruns
 * or prints too much is ended with everything that it started.
 */
public final class TimedCommand {
    private static final long GRACE_SECONDS = 5;
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    /**
     * How a command ended.
     *
     * @param output its standard output; empty if that went elsewhere
     * @param errors its standard error, at most 64 KiB
     * @param exitCode its exit code; of no meaning if it was ended
     * @param overran true if it, or something that holds its output open, did not end in time
     * @param truncated true if it printed too much and was ended
     */
    public record Outcome(String output, String errors, int exitCode, boolean overran, boolean truncated) {
        /** @return true if it ended by itself with exit code 0 and its whole output is here */
        public boolean succeeded() {
            return exitCode == 0 && !overran && !truncated;
        }

        /** @return one line on why it failed */
        public String failure(Duration limit) {
            String what = overran
                    ? "still running after " + limit.toSeconds() + " s, ended"
                    : truncated ? "too much output, ended" : "exit code " + exitCode;
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
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the caller is to end; the command is ended as well
     */
    public static Outcome run(List<String> command, Duration limit, int mostBytes)
            throws IOException, InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Outcome outcome = run(command, Map.of(), limit, mostBytes, output);
        String text = output.toString(StandardCharsets.UTF_8);
        return new Outcome(text, outcome.errors(), outcome.exitCode(), outcome.overran(), outcome.truncated());
    }

    /**
     * @param environment variables that it gets beside those of this process
     * @return how it ended, without its output
     * @throws IOException if it cannot be started, or {@code output} fails
     * @throws InterruptedException if the caller is to end; the command is ended as well
     */
    public static Outcome run(
            List<String> command, Map<String, String> environment, Duration limit, long mostBytes, OutputStream output)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().putAll(environment);
        Process process = builder.start();
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        Drain printed = Drain.of(process.getInputStream(), mostBytes, output, () -> end(process));
        Drain errors = Drain.of(process.getErrorStream(), MAX_ERROR_BYTES, complaints, () -> {});
        boolean ended = false;
        try {
            ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            if (!ended) {
                end(process);
            }
            // Something in a session of its own may hold the pipes open for ever.
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
            printed.finish(deadline);
            errors.finish(deadline);
        }
        printed.check();
        int exitCode = process.isAlive() ? -1 : process.exitValue();
        String said = complaints.toString(StandardCharsets.UTF_8);
        return new Outcome("", said, exitCode, !ended || !printed.ended(), printed.truncated());
    }

    private static void end(Process process) {
        // The process first: a shell would still report that its child was terminated, in place of what the child said.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
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

    /** Reads a pipe to its end and keeps the beginning, until stopped. */
    private static final class Drain {
        private final InputStream stream;
        private final OutputStream kept;
        private final Runnable onTooMuch;
        private long room;
        private boolean ended;
        private boolean truncated;
        private boolean finished;
        private IOException failure;
        private Thread thread;

        private Drain(InputStream stream, long most, OutputStream kept, Runnable onTooMuch) {
            this.stream = stream;
            this.room = most;
            this.kept = kept;
            this.onTooMuch = onTooMuch;
        }

        static Drain of(InputStream stream, long most, OutputStream kept, Runnable onTooMuch) {
            Drain drain = new Drain(stream, most, kept, onTooMuch);
            drain.thread = new Thread(drain::read, "command-output");
            drain.thread.setDaemon(true);
            drain.thread.start();
            return drain;
        }

        private void read() {
            byte[] buffer = new byte[8192];
            try (stream) {
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    if (keep(buffer, count)) {
                        onTooMuch.run();
                    }
                }
                end(null);
            } catch (IOException e) {
                end(e);
            } catch (RuntimeException | Error e) { // else the command would seem to have taken too long
                end(new IOException("its output cannot be kept: " + e, e));
            }
        }

        /** @return true if for the first time there is more than is kept */
        private synchronized boolean keep(byte[] buffer, int count) throws IOException {
            if (finished) {
                return false;
            }
            int fitting = (int) Math.min(count, room);
            kept.write(buffer, 0, fitting);
            room -= fitting;
            boolean first = fitting < count && !truncated;
            truncated |= fitting < count;
            return first;
        }

        private synchronized void end(IOException e) {
            failure = e;
            ended = true;
        }

        /** Waits for the end, but not beyond the deadline; after that nothing more is kept. */
        void finish(long deadline) throws InterruptedException {
            try {
                long left = deadline - System.nanoTime();
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            } finally {
                synchronized (this) {
                    finished = true;
                }
            }
        }

        synchronized void check() throws IOException {
            if (failure != null) {
                throw failure;
            }
        }

        synchronized boolean ended() {
            return ended;
        }

        synchronized boolean truncated() {
            return truncated;
        }
    }
}
