package io.barograph.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a command prints on its standard output, while it prints it. It never waits for the command longer than the time
 * limit: a pipe can stay open although the command is dead, because something that it started holds it, so the pipe is
 * asked for bytes that are there instead of read until its end.
 */
final class CommandOutput extends InputStream {
    private static final int MAX_COMPLAINTS = 500;
    private static final long MIN_WAIT_MILLIS = 1;
    private static final long MAX_WAIT_MILLIS = 16;

    private final String command;
    private final Duration timeLimit;
    private final Process process;
    private final InputStream output;
    private final InputStream errors;
    private final long deadline;
    private final StringBuilder complaints = new StringBuilder();

    CommandOutput(String command, Duration timeLimit) throws IOException {
        this.command = command;
        this.timeLimit = timeLimit;
        this.deadline = System.nanoTime() + timeLimit.toNanos();
        this.process = new ProcessBuilder(List.of("/bin/sh", "-c", command)).start();
        this.output = process.getInputStream();
        this.errors = process.getErrorStream();
        process.getOutputStream().close();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        long wait = MIN_WAIT_MILLIS;
        while (true) {
            boolean ended = !process.isAlive();
            drainErrors();
            int available = output.available();
            if (available > 0) {
                return output.read(bytes, offset, Math.min(available, length));
            }
            if (ended) {
                return end();
            }
            if (System.nanoTime() - deadline >= 0) {
                kill();
                throw new IOException("'" + command + "' did not end within " + timeLimit.toMillis() + " ms" + said());
            }
            pause(wait);
            wait = Math.min(MAX_WAIT_MILLIS, 2 * wait);
        }
    }

    private int end() throws IOException {
        int status = process.exitValue();
        if (status != 0) {
            throw new IOException("'" + command + "' ended with status " + status + said());
        }
        return -1;
    }

    private void pause(long millis) throws InterruptedIOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while '" + command + "' ran");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** A command whose standard error nobody reads would wait for ever. */
    private void drainErrors() throws IOException {
        int available = errors.available();
        if (available > 0) {
            byte[] bytes = errors.readNBytes(available);
            String text = new String(bytes, StandardCharsets.UTF_8);
            complaints.append(text, 0, Math.min(text.length(), MAX_COMPLAINTS - complaints.length()));
        }
    }

    private String said() {
        String text = complaints.toString().strip().replaceAll("\\s+", " ");
        return text.isEmpty() ? "" : ": " + text;
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
