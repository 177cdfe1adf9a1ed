package io.barograph.cli.replay;

import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.replay.RecordFile;
import io.barograph.jobs.replay.RecordFileInput;
import io.barograph.jobs.replay.ReplayInput;
import io.barograph.jobs.replay.ReplayPace;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.sources.darshan.DarshanLogConverter;
import io.barograph.sources.darshan.log.DarshanLibrary;
import io.barograph.sources.darshan.log.MountReport;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import io.barograph.sources.tokio.TokioSummaries;
import io.barograph.sources.tokio.TokioWeather;
import io.barograph.sources.tokio.UnresolvedFileSystem;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * The recorded files of a replay: server samples, read when the replay comes to them; summaries in the order of
 * collection. What cannot be read becomes a dead letter with the time of its file, so that two runs give
 * the same.
 */
final class ReplayRecordings {
    private static final Comparator<JobSummary> ORDER = Comparator.comparing(JobSummary::getCollectedAt)
            .thenComparing(JobSummary::getJobId)
            .thenComparing(JobSummary::getStartTime)
            .thenComparing(JobSummary::getExecutable);

    private static final Comparator<JobWeather> WEATHER_ORDER =
            Comparator.comparing(JobWeather::getDecidedAt).thenComparing(Topic.JOB_WEATHER.key());

    private final RecordingOptions files;
    private final Duration darshanOffset;
    private final SampleFiles samples;
    private final OptionalLong expectedSamples;
    private final FileSystemCatalogue catalogue;
    private final List<JobSummary> summaries = new ArrayList<>();
    private final List<JobWeather> weather = new ArrayList<>();
    private final List<DeadLetter> refused = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    /**
     * Looks at the recordings of samples; summaries are read by {@link #readSummaries}.
     *
     * @throws CommandFailedException if a file of samples is not there or not readable
     */
    ReplayRecordings(RecordingOptions files) {
        this.files = files;
        darshanOffset = files.darshanOffset();
        samples = new SampleFiles(files);
        List<CatalogueFileSystem> recorded = List.of();
        OptionalLong expected = OptionalLong.of(0);
        if (!samples.isEmpty()) {
            try (SampleRecording opened = samples.open(letter -> {})) { // reported when they are read
                recorded = opened.fileSystems();
                expected = opened.expectedSamples();
            } catch (UnreadableSourceException e) {
                throw unreadable(e);
            }
        }
        expectedSamples = expected;
        catalogue = catalogue(recorded, files.fileSystemMap);
    }

    static CommandFailedException unreadable(UnreadableSourceException e) {
        return new CommandFailedException(e.getMessage(), "Leave the file out to replay the others.", e);
    }

    /**
     * Reads all summaries and the history into memory and sorts them by their time of collection or decision.
     *
     * @param progress receives each log or table that is done with
     */
    void readSummaries(Consumer<Path> progress) throws InterruptedException {
        for (Path table : files.tokioSummaries) {
            readTable(table);
            progress.accept(table);
        }
        for (Path table : files.tokioWeather) {
            readWeather(table);
            progress.accept(table);
        }
        if (!files.darshan.isEmpty()) {
            readLogs(progress);
        }
        summaries.sort(ORDER);
        weather.sort(WEATHER_ORDER);
    }

    private void readTable(Path table) {
        SampleFiles.requireFile(table);
        try (TokioSummaries rows = new TokioSummaries(table, catalogue, refusedOf(table))) {
            rows.forEachRemaining(summaries::add);
            remarkOn(table, rows.unresolved(), "server sample");
        } catch (UnreadableSourceException e) {
            throw unreadable(e);
        }
    }

    private void readWeather(Path table) {
        SampleFiles.requireFile(table);
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

    private void readLogs(Consumer<Path> progress) throws InterruptedException {
        files.darshan.stream().filter(path -> !Files.isDirectory(path)).forEach(SampleFiles::requireFile);
        try (DarshanLogConverter logs = new DarshanLogConverter(
                files.darshanLibrary().map(DarshanLibrary::at).orElseGet(DarshanLibrary::find),
                catalogue,
                darshanOffset)) {
            logs.read(
                    DarshanLogConverter.list(files.darshan),
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
        return SampleFiles.ofFile(file, refused::add);
    }

    /**
     * Server samples are read from their files as the replay comes to them, summaries and past runs from a file that
     * has them in the order of time.
     */
    ReplayMaterial material() {
        return new ReplayMaterial(
                this::replay,
                expectedSamples.isEmpty()
                        ? expectedSamples
                        : OptionalLong.of(expectedSamples.getAsLong() + summaries.size() + weather.size()),
                refused,
                AnalysisConfiguration.defaults(catalogue.withOthers()),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of());
    }

    private AnalysisReplay replay(Path folder) throws IOException {
        List<ReplayInput> inputs = new ArrayList<>();
        if (!samples.isEmpty()) {
            inputs.add(new SampleFilesInput(samples, catalogue));
        }
        inputs.add(inOrder(Topic.JOB_SUMMARIES, summaries, folder));
        inputs.add(inOrder(Topic.JOB_WEATHER, weather, folder));
        return new AnalysisReplay(
                inputs,
                ReplayScope.EVERYTHING,
                ReplayPace.UNLIMITED,
                AnalysisPart.ALL,
                Set.of(AnalysisReplay.Given.SUMMARIES, AnalysisReplay.Given.HISTORY));
    }

    private static <T extends SpecificRecord> ReplayInput inOrder(Topic<T> topic, List<T> records, Path folder)
            throws IOException {
        Path file = folder.resolve(topic.name());
        try (RecordFile.Writer<T> writer = new RecordFile.Writer<>(topic, file)) {
            for (T record : records) {
                writer.write(record);
            }
        }
        return new RecordFileInput(topic, file);
    }

    /** What the user should know: names that did not resolve. */
    List<String> remarks() {
        return remarks;
    }

    /**
     * The file systems found in the recordings, and what the user says of their names.
     *
     * @param nameByAlias names given by the user, by mount point or other alias
     * @throws CommandFailedException if an alias would belong to two file systems
     */
    private static FileSystemCatalogue catalogue(
            Collection<CatalogueFileSystem> recorded, Map<String, String> nameByAlias) {
        Map<String, Set<String>> aliases = new LinkedHashMap<>();
        Map<String, Duration> intervals = new LinkedHashMap<>();
        for (CatalogueFileSystem fileSystem : recorded) {
            String name = nameByAlias.getOrDefault(fileSystem.name(), fileSystem.name());
            Set<String> known = aliases.computeIfAbsent(name, ignored -> new LinkedHashSet<>());
            known.add(fileSystem.name());
            known.addAll(fileSystem.aliases());
            intervals.merge(name, fileSystem.samplingInterval(), (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
        nameByAlias.forEach((alias, name) ->
                aliases.computeIfAbsent(name, ignored -> new LinkedHashSet<>()).add(alias));
        // The user's word counts more than a mount point that a recording happens to name.
        nameByAlias.forEach((alias, name) -> aliases.forEach((other, known) -> {
            if (!other.equals(name)) {
                known.remove(alias);
            }
        }));
        try {
            return new FileSystemCatalogue(aliases.entrySet().stream()
                    .map(entry -> new CatalogueFileSystem(
                            entry.getKey(),
                            entry.getValue(),
                            intervals.getOrDefault(entry.getKey(), CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL),
                            0))
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new CommandFailedException(
                    e.getMessage(), "Say with --file-system-map ALIAS=NAME to which one it belongs.", e);
        }
    }
}
