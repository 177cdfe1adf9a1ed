package io.barograph.sources.slurm;

import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs {@code sacct}, here or by way of another command, and leaves what it prints in a file. */
final class SacctCommand {
    private static final String OPTIONAL_FIELD = "Restarts";
    private static final long MAX_BYTES = 1L << 30;
    private static final int MESSAGE_CHARACTERS = 500;

    /** They need no time zone. */
    private static final Map<String, String> EPOCH_SECONDS = Map.of("SLURM_TIME_FORMAT", "%s");

    private final List<String> command;
    private final Duration limit;
    private final Path folder;
    private List<String> fields = SacctText.FIELDS;

    /** @param command {@code sacct}, or what leads to it, in words separated by blanks */
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
            boolean done = false;
            try {
                run(since, output);
                done = true;
                return output;
            } finally {
                if (!done) {
                    Files.delete(output);
                }
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    name(), "cannot be run (" + e.getMessage() + ")", "check the command and " + folder, e);
        }
    }

    private void run(Instant since, Path output) throws IOException, InterruptedException {
        TimedCommand.Outcome outcome = execute(since, output);
        // Only newer versions have this field, and older ones refuse the whole question.
        if (outcome.exitCode() != 0
                && fields.contains(OPTIONAL_FIELD)
                && outcome.errors().contains("Invalid field")
                && outcome.errors().contains(OPTIONAL_FIELD)) {
            fields = fields.stream()
                    .filter(field -> !field.equals(OPTIONAL_FIELD))
                    .toList();
            outcome = execute(since, output);
        }
        if (outcome.exitCode() != 0) {
            String message = beginning(outcome.errors());
            throw new UnreadableSourceException(
                    name(),
                    "it ended with exit code " + outcome.exitCode() + (message.isEmpty() ? "" : ": " + message),
                    "run it by hand to see what is wrong");
        }
    }

    private TimedCommand.Outcome execute(Instant since, Path file) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of(
                "--allusers",
                "--allocations",
                "--duplicates",
                "--parsable2",
                "--starttime=uts" + since.getEpochSecond(),
                "--format=" + String.join(",", fields)));
        TimedCommand.Outcome outcome;
        try (OutputStream output = Files.newOutputStream(file)) {
            outcome = TimedCommand.run(words, EPOCH_SECONDS, limit, MAX_BYTES, output);
        }
        if (outcome.truncated()) {
            throw new UnreadableSourceException(
                    name(), "it printed more than " + MAX_BYTES + " bytes", "shorten overlap or lookBack");
        }
        if (outcome.overran()) {
            throw new UnreadableSourceException(
                    name(),
                    "no answer within " + limit.toSeconds() + " s",
                    "raise timeLimit, or see why slurmdbd is slow");
        }
        return outcome;
    }

    private static String beginning(String errors) {
        String line = errors.strip().replaceAll("\\s+", " ");
        return line.substring(0, Math.min(line.length(), MESSAGE_CHARACTERS));
    }
}
