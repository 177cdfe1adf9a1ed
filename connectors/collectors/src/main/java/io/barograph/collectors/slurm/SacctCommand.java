package io.barograph.collectors.slurm;

import io.barograph.collectors.core.UnreadableSourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code sacct}, here or by way of another command, and leaves what it prints in a file. */
final class SacctCommand {
    private static final String OPTIONAL_FIELD = "Restarts";
    private static final long MOST_BYTES = 1L << 30;
    private static final int MESSAGE_CHARACTERS = 500;
    private static final Duration WATCH = Duration.ofMillis(200);

    private final List<String> command;
    private final Duration limit;
    private final Path folder;
    private List<String> fields = SacctText.FIELDS;

    /**
     * @param command {@code sacct}, or what leads to it, in words parted by blanks
     * @param limit longest time that it may take
     * @param folder where its output goes for a while
     */
    SacctCommand(String command, Duration limit, Path folder) {
        this.command = List.of(command.strip().split("\\s+"));
        this.limit = limit;
        this.folder = folder;
    }

    String name() {
        return String.join(" ", command);
    }

    /**
     * @param since asks for the jobs that waited, ran or ended since then
     * @return file with what it printed; the caller deletes it
     * @throws UnreadableSourceException if it cannot be started, fails, takes too long or prints too much
     */
    Path run(Instant since) throws InterruptedException {
        try {
            Files.createDirectories(folder);
            Path output = Files.createTempFile(folder, "sacct-", ".txt");
            Path errors = Files.createTempFile(folder, "sacct-", ".err");
            boolean done = false;
            try {
                run(since, output, errors);
                done = true;
                return output;
            } finally {
                Files.delete(errors);
                if (!done) {
                    Files.delete(output);
                }
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(), "cannot be run (" + e.getMessage() + ")", "check the command and " + folder, e);
        }
    }

    private void run(Instant since, Path output, Path errors) throws IOException, InterruptedException {
        int exitCode = execute(since, output, errors);
        String message = beginning(errors);
        // Only newer versions have this field, and older ones refuse the whole question.
        if (exitCode != 0
                && fields.contains(OPTIONAL_FIELD)
                && message.contains("Invalid field")
                && message.contains(OPTIONAL_FIELD)) {
            fields = fields.stream()
                    .filter(field -> !field.equals(OPTIONAL_FIELD))
                    .toList();
            exitCode = execute(since, output, errors);
            message = beginning(errors);
        }
        if (exitCode != 0) {
            throw new UnreadableSourceException(
                    name(),
                    "it ended with exit code " + exitCode + (message.isEmpty() ? "" : ": " + message),
                    "run it by hand to see what is wrong");
        }
    }

    private int execute(Instant since, Path output, Path errors) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(
                "--allusers",
                "--allocations",
                "--duplicates",
                "--parsable2",
                "--starttime=uts" + since.getEpochSecond(),
                "--format=" + String.join(",", fields)));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        // Epoch seconds, which need no time zone.
        builder.environment().put("SLURM_TIME_FORMAT", "%s");
        Process process = builder.start();
        try {
            Instant deadline = Instant.now().plus(limit);
            while (!process.waitFor(WATCH.toMillis(), TimeUnit.MILLISECONDS)) {
                if (Instant.now().isAfter(deadline)) {
                    throw new UnreadableSourceException(
                            name(),
                            "no answer within " + limit.toSeconds() + " s",
                            "raise timeLimit, or see why slurmdbd is slow");
                }
                if (Files.size(output) > MOST_BYTES) {
                    throw new UnreadableSourceException(
                            name(), "it printed more than " + MOST_BYTES + " bytes", "shorten overlap or lookBack");
                }
            }
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String beginning(Path errors) throws IOException {
        try (var in = Files.newInputStream(errors)) {
            return new String(in.readNBytes(MESSAGE_CHARACTERS), StandardCharsets.UTF_8)
                    .strip()
                    .replaceAll("\\s+", " ");
        }
    }
}
