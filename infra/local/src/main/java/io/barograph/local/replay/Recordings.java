package io.barograph.local.replay;

import io.barograph.analytics.motif.MotifRules;
import io.barograph.collectors.core.RecordedSamples;
import io.barograph.collectors.core.UnreadableSourceException;
import io.barograph.collectors.darshan.DarshanLibrary;
import io.barograph.collectors.darshan.DarshanLibraryException;
import io.barograph.collectors.darshan.DarshanLogs;
import io.barograph.collectors.darshan.MountReport;
import io.barograph.collectors.gpfs.MmperfmonRecording;
import io.barograph.collectors.lmt.LmtDatabase;
import io.barograph.collectors.tokio.H5LmtFile;
import io.barograph.collectors.tokio.TokioSummaries;
import io.barograph.collectors.tokio.TokioTimeSeries;
import io.barograph.collectors.tokio.TokioWeather;
import io.barograph.collectors.tokio.UnresolvedFileSystem;
import io.barograph.local.command.CommandFailedException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The recorded files of a replay, opened by their kind: server samples as one stream in the order of time, summaries in
 * the order of collection. What cannot be read becomes a dead letter with the time of its file, so that two runs give
 * the same.
 */
final class Recordings implements AutoCloseable {
    private static final Comparator<JobSummary> ORDER = Comparator.comparing(JobSummary::getCollectedAt)
            .thenComparing(JobSummary::getJobId)
            .thenComparing(JobSummary::getStartTime)
            .thenComparing(JobSummary::getExecutable);

    private static final Comparator<JobWeather> WEATHER_ORDER =
            Comparator.comparing(JobWeather::getDecidedAt).thenComparing(Topic.JOB_WEATHER.key());

    private final RecordedSamples samples;
    private final FileSystemCatalogue catalogue;
    private final List<JobSummary> summaries = new ArrayList<>();
    private final List<JobWeather> weather = new ArrayList<>();
    private final List<DeadLetter> refused = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    /**
     * What to read.
     *
     * @param lmt recordings of server samples
     * @param mmperfmon recorded mmperfmon reports, read together
     * @param mmperfmonFileSystem file system that the disks and nodes of these reports belong to; null if they say so
     * @param timeZone time zone of the timestamps in LMT databases and mmperfmon reports
     * @param darshan Darshan logs and folders of them
     * @param darshanOffset added to all times of the logs
     * @param darshanLibrary libdarshan-util; empty to search for it
     * @param tokioSummaries tables of job summaries
     * @param tokioWeather tables of job summaries whose whole rows are taken as history
     * @param nameByAlias names of file systems given by the user
     */
    record Sources(
            List<Path> lmt,
            List<Path> mmperfmon,
            String mmperfmonFileSystem,
            ZoneId timeZone,
            List<Path> darshan,
            Duration darshanOffset,
            Optional<Path> darshanLibrary,
            List<Path> tokioSummaries,
            List<Path> tokioWeather,
            Map<String, String> nameByAlias) {}

    /**
     * Opens the recordings of samples; summaries are read by {@link #readSummaries}.
     *
     * @throws CommandFailedException if a file of samples is not there or not readable
     */
    Recordings(Sources files) {
        List<RecordedSamples> opened = new ArrayList<>();
        for (Path file : files.lmt()) {
            opened.add(open(file, files.timeZone()));
        }
        if (!files.mmperfmon().isEmpty()) {
            opened.add(openReports(files));
        }
        samples = RecordedSamples.merge(opened);
        List<FileSystem> recorded = opened.isEmpty() ? List.of() : samples.fileSystems();
        catalogue = FileSystemNames.catalogue(recorded, files.nameByAlias());
    }

    private RecordedSamples open(Path file, ZoneId lmtTimeZone) {
        requireFile(file);
        Consumer<DeadLetter> letters = refusedOf(file);
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".h5lmt")) {
                return new H5LmtFile(file, letters);
            }
            if (name.endsWith(".hdf5") || name.endsWith(".h5")) {
                return new TokioTimeSeries(file, letters);
            }
            if (name.endsWith(".sqlite3") || name.endsWith(".sqlite") || name.endsWith(".db")) {
                return LmtDatabase.ofFile(file, lmtTimeZone, letters);
            }
        } catch (UnreadableSourceException e) {
            throw unreadable(e);
        }
        throw new CommandFailedException(
                file + ": no known kind of recording",
                "Known are LMT databases (.sqlite3), TOKIO time series (.hdf5) and H5LMT files (.h5lmt).");
    }

    private RecordedSamples openReports(Sources files) {
        files.mmperfmon().forEach(Recordings::requireFile);
        try {
            return new MmperfmonRecording(
                    files.mmperfmon(),
                    files.mmperfmonFileSystem(),
                    files.timeZone(),
                    refusedOf(files.mmperfmon().get(0)));
        } catch (UnreadableSourceException e) {
            throw unreadable(e);
        }
    }

    static CommandFailedException unreadable(UnreadableSourceException e) {
        return new CommandFailedException(e.getMessage(), "Leave the file out to replay the others.", e);
    }

    private static void requireFile(Path file) {
        if (!Files.isReadable(file)) {
            throw new CommandFailedException(file + ": no such file, or not readable", "Check the path.");
        }
    }

    /**
     * Reads all summaries and the history into memory and sorts them by their time of collection or decision.
     *
     * @param files what to read
     * @param progress is told of each log or table that is done with
     */
    void readSummaries(Sources files, Consumer<Path> progress) throws InterruptedException {
        for (Path table : files.tokioSummaries()) {
            readTable(table);
            progress.accept(table);
        }
        for (Path table : files.tokioWeather()) {
            readWeather(table);
            progress.accept(table);
        }
        if (!files.darshan().isEmpty()) {
            readLogs(files, progress);
        }
        summaries.sort(ORDER);
        weather.sort(WEATHER_ORDER);
    }

    private void readTable(Path table) {
        requireFile(table);
        try (TokioSummaries rows = new TokioSummaries(table, catalogue, refusedOf(table))) {
            rows.forEachRemaining(summaries::add);
            remarkOn(table, rows.unresolved(), "server sample");
        } catch (UnreadableSourceException e) {
            throw unreadable(e);
        }
    }

    private void readWeather(Path table) {
        requireFile(table);
        try (TokioWeather rows = new TokioWeather(table, catalogue, MotifRules.DEFAULT, refusedOf(table))) {
            rows.forEachRemaining(weather::add);
            if (rows.withoutFileSystem() > 0) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%s: %,d rows name no file system (burst buffer, for instance) and are left out",
                        table.getFileName(),
                        rows.withoutFileSystem()));
            }
            // A table may be all that there is; only beside other recordings is a name that they lack worth a word.
            if (!catalogue.fileSystems().isEmpty()) {
                remarkOn(table, rows.unresolved(), "other recording");
            }
        } catch (UnreadableSourceException e) {
            throw unreadable(e);
        }
    }

    private void remarkOn(Path table, List<UnresolvedFileSystem> unresolved, String elsewhere) {
        for (UnresolvedFileSystem unknown : unresolved) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "%s: %,d runs on file system %s, which no %s names%s",
                    table.getFileName(),
                    unknown.summaries(),
                    unknown.name(),
                    elsewhere,
                    hint(unknown.name(), unknown.nearest())));
        }
    }

    private void readLogs(Sources files, Consumer<Path> progress) throws InterruptedException {
        files.darshan().forEach(Recordings::requireFile);
        try (DarshanLogs logs = new DarshanLogs(
                files.darshanLibrary().map(DarshanLibrary::at).orElseGet(DarshanLibrary::find),
                catalogue,
                files.darshanOffset())) {
            logs.read(
                    DarshanLogs.list(files.darshan()),
                    summaries::add,
                    letter -> refusedOf(Path.of(letter.getOrigin())).accept(letter),
                    progress);
            for (MountReport.UnresolvedMount mount : logs.mountReport().unresolved()) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%,d Darshan logs moved %,d bytes on %s, which no server sample names%s",
                        mount.usage().logs(),
                        mount.usage().bytes(),
                        mount.mountPoint(),
                        hint(mount.mountPoint(), mount.nearest())));
            }
            MountReport.Usage unmatched = logs.mountReport().unmatched();
            if (unmatched.bytes() > 0) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%,d bytes of %,d files without a path belong to no file system; /=NAME would claim them",
                        unmatched.bytes(),
                        unmatched.files()));
            }
        } catch (DarshanLibraryException e) {
            throw new CommandFailedException(
                    "Darshan logs cannot be read: " + e.getMessage(), "--darshan-library FILE names the library.", e);
        } catch (UncheckedIOException e) {
            throw new CommandFailedException(e.getMessage(), "Check the folder and its permissions.", e);
        }
    }

    private static String hint(String unknown, Optional<String> nearest) {
        return nearest.map(name -> "; nearest known: " + name).orElse("") + " (--file-system-map " + unknown
                + "=NAME gives it one)";
    }

    private Consumer<DeadLetter> refusedOf(Path file) {
        return letter -> {
            try {
                letter.setTime(Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.MILLIS));
            } catch (IOException e) {
                letter.setTime(Instant.EPOCH); // the file is not there: that is why it was refused
            }
            refused.add(letter);
        };
    }

    RecordedSamples samples() {
        return samples;
    }

    FileSystemCatalogue catalogue() {
        return catalogue;
    }

    /** In the order of collection. */
    List<JobSummary> summaries() {
        return summaries;
    }

    /** History from tables, in the order of decision. */
    List<JobWeather> weather() {
        return weather;
    }

    /** What was refused so far; samples may add to it while they are read. */
    List<DeadLetter> refused() {
        return refused;
    }

    /** What the user should know: names that did not resolve. */
    List<String> remarks() {
        return remarks;
    }

    @Override
    public void close() {
        samples.close();
    }
}
