package io.barograph.sources.probe;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CutLineReader;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.RegularFileCheck;
import io.barograph.schemas.Topic;
import io.barograph.sources.probe.DirectoryOperations.Target;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Publishes a recording of io-probing once, from its beginning. A timing counts as published when it ended. */
final class RecordedProbeCollector implements SourceCollector, IoProbingParser.Output {
    private static final int MAX_LINE = 64 * 1024;
    private static final int LINES_A_ROUND = 10_000;

    private final ProbeOptions options;
    private final CollectorContext context;
    private final Path file;
    private final String fileSystem;
    private CutLineReader reader;
    private IoProbingParser parser;
    private DeadLetterCounter refusals;
    private RecordPublisher output;
    private long published;
    private long lines;

    RecordedProbeCollector(ProbeOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.file = options.recording();
        this.fileSystem = options.fileSystem() == null
                ? null
                : FileSystemNameResolver.configured(context.catalogue(), options.fileSystem());
    }

    @Override
    public boolean poll(RecordPublisher output) {
        try {
            if (reader == null) {
                open();
            }
            this.output = output;
            boolean more = true;
            for (int count = 0; count < LINES_A_ROUND && more; count++) {
                more = readLine();
            }
            if (!more) {
                parser.end(lines);
                context.notes()
                        .accept(file + ": " + published + " timings of " + lines + " lines, " + refusals.count()
                                + " refused");
            }
            output.flush();
            return more;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private UnreadableSourceException unreadable(IOException e) {
        return new UnreadableSourceException(
                file.toString(), SystemErrors.describe(e), "give a recording that can be read", e);
    }

    private void open() throws IOException {
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        refusals = new DeadLetterCounter(
                letter -> output.refuse(letter), Topic.PROBE_TIMINGS, "collector probe", () -> changed);
        parser = new IoProbingParser(options.operation(), options.startTime(), this);
        // Not Files.newBufferedReader: that would fail on a damaged byte instead of letting the line be refused.
        reader =
                new CutLineReader(new InputStreamReader(RegularFileCheck.open(file), StandardCharsets.UTF_8), MAX_LINE);
    }

    private boolean readLine() throws IOException {
        CutLineReader.Line line = reader.next();
        if (line == null) {
            return false;
        }
        lines++;
        if (line.cut()) {
            refused(lines, line.text(), "longer than " + MAX_LINE + " characters");
        } else {
            parser.line(lines, line.text());
        }
        return true;
    }

    @Override
    public String check() {
        try {
            return file + ", " + ByteSize.text(Files.size(file)) + ", last changed "
                    + Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void close() {
        if (reader != null) {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void timing(
            ProbeOperation operation, Instant end, double seconds, Long offset, String directory, long line) {
        String fileSystem = fileSystem(directory);
        if (fileSystem == null) {
            refused(line, String.valueOf(directory), unresolved(directory));
            return;
        }
        published++;
        ProbeTiming timing = new TimingTemplate(
                        fileSystem, "", directory == null ? "" : directory, options.interval(), context.name())
                .done(operation, end, seconds, new Target(null, offset, null, null));
        timing.setSource(file + ":" + line);
        output.publish(Topic.PROBE_TIMINGS, timing);
    }

    private String fileSystem(String directory) {
        if (fileSystem != null) {
            return fileSystem;
        }
        Optional<CatalogueFileSystem> known =
                directory == null ? Optional.empty() : context.catalogue().resolve(directory);
        return known.map(CatalogueFileSystem::name).orElse(null);
    }

    private String unresolved(String directory) {
        return directory == null
                ? "the recording does not name its file system; give it with fileSystem"
                : "no file system of the catalogue is called " + directory
                        + context.catalogue()
                                .nearest(directory)
                                .map(name -> " (nearest known name: " + name + ")")
                                .orElse("")
                        + "; give its name with fileSystem";
    }

    @Override
    public void refused(long line, String text, String reason) {
        refusals.refuse(file + ":" + line, reason, null, text.getBytes(StandardCharsets.UTF_8));
    }
}
