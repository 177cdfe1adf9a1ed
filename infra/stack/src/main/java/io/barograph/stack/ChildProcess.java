package io.barograph.stack;

import io.barograph.runtime.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server in a process of its own that ends with this one, however this one ends: on Linux a killed parent closes the
 * pipe that {@code run-child.sh} watches. The child is in a session of its own, so that Ctrl-C reaches only the parent,
 * which then stops its children in order.
 */
public final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
    private static final int TAIL_LINES = 15;

    private final String name;
    private final Path log;
    private final Process process;
    private volatile boolean stopping;

    private ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * @param name what the user calls it, for instance {@code Kafka broker}
     * @param onUnexpectedEnd called once, from another thread, if the child ends without {@link #stop}
     */
    public static ChildProcess start(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path log,
            Consumer<CommandFailedException> onUnexpectedEnd)
            throws IOException {
        PrivateFolder.create(log.getParent());
        List<String> wrapped = new ArrayList<>(List.of("setsid", "sh", "-c", script(), "run-child"));
        wrapped.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(wrapped).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        ChildProcess child = new ChildProcess(name, log, builder.start());
        child.watch(onUnexpectedEnd);
        return child;
    }

    /**
     * As {@link #start}, for a Java program of this program's class path.
     *
     * @param arguments options of the JVM, the main class and its arguments
     */
    public static ChildProcess startJava(
            String name, List<String> arguments, Path log, Consumer<CommandFailedException> onUnexpectedEnd)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Map<String, String> environment = Map.of("CLASSPATH", System.getProperty("java.class.path"));
        return start(name, command, environment, log, onUnexpectedEnd);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the end of the process is all that is awaited
    private void watch(Consumer<CommandFailedException> onUnexpectedEnd) {
        process.onExit().thenRun(() -> {
            releaseWatcher();
            if (!stopping) {
                CommandFailedException failure = failure("ended unexpectedly");
                LOG.error(failure.getMessage());
                onUnexpectedEnd.accept(failure);
            }
        });
    }

    /** @return true until it has ended */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** @return what the user calls it */
    String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    /**
     * @param what what went wrong with it, for instance {@code did not answer within 60 s}
     * @return a failure that shows the end of its log
     */
    public CommandFailedException failure(String what) {
        String exit = process.isAlive() ? "" : ", exit code " + process.exitValue();
        return new CommandFailedException(
                String.format("%s (process %d%s) %s; its last lines:%n%s", name, pid(), exit, what, logTail()),
                "The whole log is " + log + ".");
    }

    /** Asks the child to end, and kills it when it has not ended within the limit. */
    public void stop(Duration limit) throws InterruptedException {
        stopping = true;
        // Not Process.destroy(): it also closes the pipe, and the watcher would kill at once.
        process.toHandle().destroy();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn("{} (process {}) did not end within {}, it is killed", name, pid(), limit);
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
    }

    /** Kills the child, which gets no chance to put anything in order. */
    public void kill() throws InterruptedException {
        stopping = true;
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    private void releaseWatcher() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            LOG.debug("closing the pipe of {}", name, e);
        }
    }

    private String logTail() {
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            List<String> all = lines.toList();
            return String.join(System.lineSeparator(), all.subList(Math.max(0, all.size() - TAIL_LINES), all.size()));
        } catch (IOException | UncheckedIOException e) {
            return "(" + log + " cannot be read: " + e + ")";
        }
    }

    private static String script() throws IOException {
        try (InputStream in = ChildProcess.class.getResourceAsStream("run-child.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
