package io.barograph.sources.darshan.log;

import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.sources.darshan.log.LogReaderProtocol.Reply;
import io.barograph.sources.darshan.log.LogReaderProtocol.Setup;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One running {@link ReaderMain}, from the collector's side. Not for several threads at once. */
public final class ReaderProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration END_LIMIT = Duration.ofSeconds(5);

    /** Exit values of processes that a signal ended, as {@link Process#exitValue} gives them. */
    private static final int SIGNAL_BASE = 128;

    private static final Map<Integer, String> SIGNALS =
            Map.of(4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

    private final Process process;
    private final Writer requests;
    private final BlockingQueue<Line> output = new LinkedBlockingQueue<>();
    private final Duration timeLimit;

    private enum Stream {
        REPLIES,
        MESSAGES
    }

    /** A line that the process printed; null text at the end of the stream. */
    private record Line(Stream stream, String text) {}

    /**
     * How reading a log went.
     *
     * @param contents what the log holds; null if there are no values
     * @param refusal why there are no values; null otherwise
     */
    public record Outcome(LogContents contents, String refusal, LibraryMessages messages) {}

    /**
     * Starts the process and waits until it has loaded the library.
     *
     * @throws DarshanLibraryException if the library cannot be used
     */
    public ReaderProcess(DarshanLibrary library, FileSystemCatalogue catalogue, Duration timeLimit)
            throws InterruptedException {
        this.timeLimit = timeLimit;
        try {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:-UsePerfData",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+ExitOnOutOfMemoryError",
                            "-XX:+DisplayVMOutputToStderr",
                            "-XX:+SuppressFatalErrorMessage",
                            // What it prints belongs to the log that it reads, and it must not open the log file.
                            "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
                            "-Dslf4j.internal.verbosity=ERROR",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ReaderMain.class.getName())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("no process can be started to read Darshan logs", e);
        }
        requests = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        follow(Stream.REPLIES, process.getInputStream());
        follow(Stream.MESSAGES, process.getErrorStream());
        Exchange start = exchange(Setup.of(library, catalogue), START_LIMIT);
        String failure = start.reply() == null
                ? describe(start) + " when it loaded " + library.path()
                : LogReaderProtocol.decode(start.reply(), Reply.class).refusal();
        if (failure != null) {
            close();
            throw new DarshanLibraryException(failure
                    + (start.messages().isEmpty() ? "" : ": " + start.messages().text()));
        }
    }

    /**
     * Reads a log. If the process does not outlive it, {@link #isAlive()} is false afterwards.
     *
     * @param log what the log is called, also in what the library printed
     */
    public Outcome read(Path file, Path log) throws InterruptedException {
        Exchange exchange = exchange(file.toString(), timeLimit);
        LibraryMessages messages = exchange.messages().replace(file.toString(), log.toString());
        if (exchange.reply() == null) {
            return new Outcome(null, describe(exchange), messages);
        }
        Reply reply = LogReaderProtocol.decode(exchange.reply(), Reply.class);
        return new Outcome(reply.contents(), reply.refusal(), messages);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        try {
            requests.close();
            if (process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (IOException e) {
            // The process has ended already, or does not read: ended below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    /**
     * One question and its answer.
     *
     * @param reply null if the process ended, or was ended, before it replied
     * @param exceeded the time limit that ended the process; null if none did
     */
    private record Exchange(String reply, LibraryMessages messages, Duration exceeded) {}

    private Exchange exchange(Object question, Duration limit) throws InterruptedException {
        try {
            requests.write(LogReaderProtocol.encode(question) + "\n");
            requests.flush();
        } catch (IOException e) {
            // The process has ended; its output says so below.
        }
        long deadline = System.nanoTime() + limit.toNanos();
        LibraryMessages messages = new LibraryMessages();
        String reply = null;
        boolean repliesOpen = true;
        boolean messagesOpen = true;
        while (repliesOpen || messagesOpen) {
            Line line = output.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                process.destroyForcibly();
                process.waitFor();
                return new Exchange(null, messages, limit);
            }
            if (line.stream() == Stream.REPLIES) {
                reply = line.text();
                repliesOpen = false;
            } else if (line.text() == null || line.text().equals(LogReaderProtocol.END_OF_LOG)) {
                messagesOpen = false;
            } else {
                messages.add(line.text());
            }
        }
        if (reply == null) {
            process.waitFor();
        }
        return new Exchange(reply, messages, null);
    }

    private String describe(Exchange exchange) {
        if (exchange.exceeded() != null) {
            return "the reading process was ended because it took longer than "
                    + exchange.exceeded().toSeconds() + " s";
        }
        int exit = process.exitValue();
        String signal = SIGNALS.get(exit - SIGNAL_BASE);
        return "the reading process ended with "
                + (signal == null ? "exit code " + exit : "signal " + (exit - SIGNAL_BASE) + " (" + signal + ")");
    }

    private void follow(Stream stream, InputStream input) {
        Thread follower = new Thread(
                () -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
                        String line;
                        while ((line = reader.readLine()) != null) {
                            output.add(new Line(stream, line));
                        }
                    } catch (IOException e) {
                        // The pipe of an ended process: nothing more will come.
                    }
                    output.add(new Line(stream, null));
                },
                "darshan-reader-" + process.pid() + "-" + stream);
        follower.setDaemon(true);
        follower.start();
    }
}
