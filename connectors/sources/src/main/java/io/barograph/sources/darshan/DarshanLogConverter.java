package io.barograph.sources.darshan;

import io.barograph.runtime.DeadLetterFactory;
import io.barograph.runtime.RefusedFileException;
import io.barograph.runtime.UserFile;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import io.barograph.sources.darshan.log.DarshanLibrary;
import io.barograph.sources.darshan.log.JobSummaryFactory;
import io.barograph.sources.darshan.log.LogRules;
import io.barograph.sources.darshan.log.MountReport;
import io.barograph.sources.darshan.log.ReaderProcess;
import io.barograph.sources.darshan.log.ReaderProcess.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
 * Darshan logs to job summaries. {@code collectedAt} of a summary is the end of the run if the log is recorded, and the
 * instant at which the log was read if it is read as it appears.
 *
 * <p>The logs are read by another process, because libdarshan-util ends the process that it runs in when it meets some
 * kinds of damage. A log that brings the process down, or keeps it busy for too long, is refused and the next one is
 * read by a new process. Not for several threads at once.
 */
public final class DarshanLogConverter implements AutoCloseable {
    /** Longest time that one log may take. */
    public static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    private static final String COMPONENT = "collector darshan";
    private static final String REMEDY =
            " (copy the log again if it is damaged; a newer libdarshan-util if it is of a newer Darshan)";
    private static final String LOG_SUFFIX = ".darshan";
    private static final int PAYLOAD_BYTES = 64 * 1024;

    /** Follows the version in each log, in the byte order of the machine that wrote it. */
    private static final long MAGIC = 6_567_223;

    private static final int MAGIC_OFFSET = 8;

    private final DarshanLibrary library;
    private final FileSystemCatalogue catalogue;
    private final OwnerCheck ownerCheck;
    private final Duration timeLimit;
    private final Clock clock;
    private final JobSummaryFactory summaries;
    private final MountReport report;
    private ReaderProcess process;

    /**
     * @param catalogue resolves the mount points of the logs
     * @param timeOffset added to every time of the logs, to move a run to another day; zero leaves them alone
     */
    public DarshanLogConverter(DarshanLibrary library, FileSystemCatalogue catalogue, Duration timeOffset) {
        this(
                library,
                catalogue,
                timeOffset,
                JobSummaryFactory::recorded,
                OwnerCheck.SHARED,
                TIME_LIMIT,
                Clock.systemUTC());
    }

    DarshanLogConverter(
            DarshanLibrary library,
            FileSystemCatalogue catalogue,
            Duration timeOffset,
            UnaryOperator<Instant> collectedAt,
            OwnerCheck ownerCheck,
            Duration timeLimit,
            Clock clock) {
        this.library = library;
        this.catalogue = catalogue;
        this.ownerCheck = ownerCheck;
        this.timeLimit = timeLimit;
        this.clock = clock;
        this.report = new MountReport(catalogue);
        this.summaries = new JobSummaryFactory(catalogue, timeOffset, collectedAt, report);
    }

    /**
     * For logs that are read as they appear: {@code collectedAt} of a summary is the present.
     *
     * @param ownerCheck where a log must belong to the user that it names
     */
    static DarshanLogConverter live(
            DarshanLibrary library, FileSystemCatalogue catalogue, OwnerCheck ownerCheck, Clock clock) {
        return new DarshanLogConverter(
                library,
                catalogue,
                Duration.ZERO,
                end -> clock.instant().truncatedTo(ChronoUnit.MILLIS),
                ownerCheck,
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
     * @param accepted takes the summaries; one whose values may be too low is marked partial and says why
     * @param refused takes what could not be read, with the reason
     * @param progress receives each log that is done with
     * @throws DarshanLibraryException if the library cannot be used
     * @throws InterruptedException if the thread is interrupted while a log is read
     */
    public void read(
            Iterable<Path> logs, Consumer<JobSummary> accepted, Consumer<DeadLetter> refused, Consumer<Path> progress)
            throws InterruptedException {
        for (Path log : logs) {
            Path folder = log.toAbsolutePath().getParent();
            try (UserFile file = UserFile.open(folder, folder.resolve(log.getFileName()))) {
                read(file, log, accepted, refused);
            } catch (RefusedFileException e) {
                refused.accept(refusal(log, e.getMessage(), null));
            } catch (NoSuchFileException e) {
                refused.accept(refusal(log, "No such file or directory", null));
            } catch (IOException e) {
                refused.accept(refusal(log, "it cannot be opened: " + e, null));
            }
            progress.accept(log);
        }
    }

    void read(UserFile file, Path log, Consumer<JobSummary> accepted, Consumer<DeadLetter> refused)
            throws InterruptedException {
        Outcome outcome = readingProcess().read(file.pathForOthers(), log);
        if (outcome.contents() == null) {
            refused.accept(refusal(log, withMessages(outcome.refusal(), outcome), file));
            return;
        }
        JobSummary summary;
        try {
            summary = summaries.of(log, outcome.contents(), outcome.messages());
        } catch (RuntimeException e) {
            // Each value is possible by itself, but sums of them are not.
            refused.accept(refusal(log, withMessages("its values make no sense (" + e + ")", outcome), file));
            return;
        }
        Optional<String> problem = LogRules.time(outcome.contents().job(), clock.instant());
        if (problem.isPresent()) {
            refused.accept(refusal(log, problem.get(), file));
            return;
        }
        Optional<String> forgery = ownerCheck.problem(outcome.contents().job().user(), file);
        if (forgery.isPresent()) {
            // No payload: the bytes may be somebody else's.
            refused.accept(letter(log, forgery.get(), null, file.size()));
            return;
        }
        accepted.accept(summary);
    }

    private static String withMessages(String reason, Outcome outcome) {
        return outcome.messages().isEmpty()
                ? reason
                : reason + "; the library says: " + outcome.messages().text();
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

    /** @param file the log; null if it is none that is read */
    private DeadLetter refusal(Path log, String reason, UserFile file) {
        byte[] beginning = file == null ? null : beginning(file);
        String said = file != null && beginning == null
                ? "; none of its bytes are kept, as it does not begin like a Darshan log of its owner"
                : "";
        return letter(log, reason + said + REMEDY, beginning, file == null ? 0 : file.size());
    }

    private DeadLetter letter(Path log, String reason, byte[] payload, long bytes) {
        DeadLetter letter = DeadLetterFactory.of(
                Topic.JOB_SUMMARIES,
                COMPONENT,
                log.toString(),
                "Darshan log " + log + " refused: " + reason,
                clock.instant(),
                payload);
        letter.setPayloadBytes(bytes);
        return letter;
    }

    /** @return null unless the file is a Darshan log, and certainly of the one who put it there */
    private byte[] beginning(UserFile file) {
        if (ownerCheck.isFor(file) && file.links() > 1) {
            return null;
        }
        try (InputStream input = file.newInputStream()) {
            byte[] bytes = input.readNBytes(PAYLOAD_BYTES);
            if (bytes.length < MAGIC_OFFSET + Long.BYTES) {
                return null;
            }
            long magic = ByteBuffer.wrap(bytes).getLong(MAGIC_OFFSET);
            return magic == MAGIC || magic == Long.reverseBytes(MAGIC) ? bytes : null;
        } catch (IOException e) {
            // The reason of the refusal reports it already: the library could not read the file either.
            return null;
        }
    }
}
