package io.barograph.collectors.darshan;

import io.barograph.collectors.core.DeadLetters;
import io.barograph.collectors.darshan.ReaderProcess.Outcome;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Recorded Darshan logs to job summaries. {@code collectedAt} of a summary is the end of the run.
 *
 * <p>The logs are read by another process, because libdarshan-util ends the process that it runs in when it meets some
 * kinds of damage. A log that brings the process down, or keeps it busy for too long, is refused and the next one is
 * read by a new process. Not for several threads at once.
 *
 * <pre>{@code
 * try (DarshanLogs logs = new DarshanLogs(DarshanLibrary.find(), catalogue, Duration.ZERO)) {
 *     logs.read(DarshanLogs.list(List.of(folder)), summaries::add, refused::add, log -> {});
 * }
 * }</pre>
 */
public final class DarshanLogs implements AutoCloseable {
    /** Longest time that one log may take. */
    public static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    private static final String COMPONENT = "collector darshan";
    private static final String REMEDY =
            " (copy the log again if it is damaged; a newer libdarshan-util if it is of a newer Darshan)";
    private static final String LOG_SUFFIX = ".darshan";
    private static final int PAYLOAD_BYTES = 64 * 1024;

    private final DarshanLibrary library;
    private final FileSystemCatalogue catalogue;
    private final Duration timeLimit;
    private final Clock clock;
    private final JobSummaries summaries;
    private final MountReport report;
    private ReaderProcess process;

    /**
     * @param library libdarshan-util
     * @param catalogue resolves the mount points of the logs
     * @param timeOffset added to every time of the logs, to move a run to another day; zero leaves them alone
     */
    public DarshanLogs(DarshanLibrary library, FileSystemCatalogue catalogue, Duration timeOffset) {
        this(library, catalogue, timeOffset, JobSummaries::recorded, TIME_LIMIT, Clock.systemUTC());
    }

    DarshanLogs(
            DarshanLibrary library,
            FileSystemCatalogue catalogue,
            Duration timeOffset,
            UnaryOperator<Instant> collectedAt,
            Duration timeLimit,
            Clock clock) {
        this.library = library;
        this.catalogue = catalogue;
        this.timeLimit = timeLimit;
        this.clock = clock;
        this.report = new MountReport(catalogue);
        this.summaries = new JobSummaries(catalogue, timeOffset, collectedAt, report);
    }

    /**
     * For logs that are read as they appear: {@code collectedAt} of a summary is the present.
     *
     * @param library libdarshan-util
     * @param catalogue resolves the mount points of the logs
     * @param clock tells the present
     * @return a reader of logs
     */
    static DarshanLogs live(DarshanLibrary library, FileSystemCatalogue catalogue, Clock clock) {
        return new DarshanLogs(
                library,
                catalogue,
                Duration.ZERO,
                end -> clock.instant().truncatedTo(ChronoUnit.MILLIS),
                TIME_LIMIT,
                clock);
    }

    /**
     * @param places logs, and folders that are searched with all their subfolders for {@code *.darshan}
     * @return the logs, those of a folder in the order of their paths; a file is taken whatever it is called and
     *     whether or not it exists, so that reading it says what is wrong
     * @throws UncheckedIOException if a folder cannot be listed
     */
    public static List<Path> list(Collection<Path> places) {
        List<Path> logs = new ArrayList<>();
        for (Path place : places) {
            if (!Files.isDirectory(place)) {
                logs.add(place);
                continue;
            }
            try (Stream<Path> files = Files.walk(place)) {
                files.filter(file -> file.getFileName().toString().endsWith(LOG_SUFFIX))
                        .filter(file -> !Files.isDirectory(file))
                        .sorted()
                        .forEach(logs::add);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list the Darshan logs of " + place, e);
            }
        }
        return logs;
    }

    /**
     * Reads logs in the order given. Each log gives one summary or one dead letter.
     *
     * @param logs files
     * @param accepted takes the summaries; one whose values may be too low is marked partial and says why
     * @param refused takes what could not be read, with the reason
     * @param progress is told of each log that is done with
     * @throws DarshanLibraryException if the library cannot be used
     * @throws InterruptedException if the thread is interrupted while a log is read
     */
    public void read(
            Iterable<Path> logs, Consumer<JobSummary> accepted, Consumer<DeadLetter> refused, Consumer<Path> progress)
            throws InterruptedException {
        for (Path log : logs) {
            Outcome outcome = readingProcess().read(log);
            Optional<JobSummary> summary = summary(log, outcome, refused);
            summary.ifPresent(accepted);
            progress.accept(log);
        }
    }

    private Optional<JobSummary> summary(Path log, Outcome outcome, Consumer<DeadLetter> refused) {
        Outcome result = outcome;
        if (outcome.contents() != null) {
            try {
                return Optional.of(summaries.of(log, outcome.contents(), outcome.messages()));
            } catch (RuntimeException e) {
                // Each value is possible by itself, but sums of them are not.
                result = new Outcome(null, "its values make no sense (" + e + ")", outcome.messages());
            }
        }
        refused.accept(refusal(log, result));
        return Optional.empty();
    }

    /**
     * Starts the reading process, which the first log would start otherwise.
     *
     * @throws DarshanLibraryException if the library cannot be used
     */
    void start() throws InterruptedException {
        readingProcess();
    }

    /** @return what the logs read so far used that the catalogue does not know */
    public MountReport mountReport() {
        return report;
    }

    /** Ends the reading process. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
            process = null;
        }
    }

    private ReaderProcess readingProcess() throws InterruptedException {
        if (process == null || !process.isAlive()) {
            close();
            process = new ReaderProcess(library, catalogue, timeLimit);
        }
        return process;
    }

    private DeadLetter refusal(Path log, Outcome outcome) {
        String said = outcome.messages().isEmpty()
                ? ""
                : "; the library says: " + outcome.messages().text();
        DeadLetter letter = DeadLetters.of(
                Topic.JOB_SUMMARIES,
                COMPONENT,
                log.toString(),
                "Darshan log " + log + " refused: " + outcome.refusal() + said + REMEDY,
                clock.instant(),
                beginning(log));
        if (Files.isRegularFile(log)) {
            letter.setPayloadBytes(log.toFile().length());
        }
        return letter;
    }

    private static byte[] beginning(Path log) {
        // Anything else, a named pipe for instance, might never end.
        if (!Files.isRegularFile(log)) {
            return null;
        }
        try (InputStream input = Files.newInputStream(log)) {
            return input.readNBytes(PAYLOAD_BYTES);
        } catch (IOException e) {
            // The reason of the refusal tells of it already: the library could not read the file either.
            return null;
        }
    }
}
