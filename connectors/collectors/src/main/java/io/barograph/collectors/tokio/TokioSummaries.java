package io.barograph.collectors.tokio;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.collectors.core.Refusals;
import io.barograph.collectors.core.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/**
 * A table of TOKIO job summaries (CSV, also gzipped), one row per run: its {@code darshan_*} columns as job summaries, in
 * the order of the rows, which is not always that of time.
 *
 * <p>Times are those of {@code darshan_start_time} and {@code darshan_end_time}; {@code _datetime_start} and
 * {@code _datetime_end} hold local time and are not used. Large numbers are rounded to twelve digits in the tables. A row
 * without {@code _file_system} (a burst buffer, for instance) gives a summary without file systems, a row without POSIX
 * values one without modules. A row that cannot be understood becomes a dead letter with file and line.
 *
 * <p>For one pass and one thread.
 */
public final class TokioSummaries implements Iterator<JobSummary>, AutoCloseable {
    private static final String REMEDY = "get a complete copy of the table";
    private static final int GZIP_MAGIC = 0x1f8b;

    private final Path path;
    private final FileSystemCatalogue catalogue;
    private final Refusals refusals;
    private final TokioRow rows;
    private final CsvReader<NamedCsvRecord> reader;
    private final Iterator<NamedCsvRecord> records;
    private final Map<String, Long> unresolved = new TreeMap<>();
    private JobSummary next;

    /**
     * @param path table, gzipped or not
     * @param catalogue resolves the names of file systems
     * @param letters takes the rows that are refused
     * @throws UnreadableSourceException if it is no such table, here or where it is damaged
     */
    public TokioSummaries(Path path, FileSystemCatalogue catalogue, Consumer<DeadLetter> letters) {
        this.path = path;
        this.catalogue = catalogue;
        this.refusals =
                new Refusals(letters, Topic.JOB_SUMMARIES, "collector tokio", () -> RecordedFiles.lastChange(path));
        this.rows = new TokioRow(path, catalogue);
        try {
            this.reader = CsvReader.builder()
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .ofNamedCsvRecord(new InputStreamReader(open(path), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    path.toString(), "cannot be opened (" + e + ")", "check its name and permissions", e);
        }
        this.records = reader.iterator();
        try {
            if (!reading(records::hasNext)) {
                throw new UnreadableSourceException(path.toString(), "the table has no rows", REMEDY);
            }
            advance();
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

    private static InputStream open(Path path) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(path));
        try {
            in.mark(2);
            boolean gzipped = (in.read() << 8 | in.read()) == GZIP_MAGIC;
            in.reset();
            return gzipped ? new GZIPInputStream(in) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public JobSummary next() {
        JobSummary summary = next;
        if (summary == null) {
            throw new NoSuchElementException();
        }
        advance();
        return summary;
    }

    private void advance() {
        next = null;
        while (next == null && reading(records::hasNext)) {
            next = summary(reading(records::next));
        }
        if (next != null) {
            next.getFileSystems().stream()
                    .filter(use -> !use.getResolved())
                    .forEach(use -> unresolved.merge(use.getMountPoint(), 1L, Long::sum));
        }
    }

    private <T> T reading(Supplier<T> action) {
        try {
            return action.get();
        } catch (UncheckedIOException | CsvParseException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new UnreadableSourceException(path.toString(), "truncated or damaged (" + reason + ")", REMEDY, e);
        }
    }

    private JobSummary summary(NamedCsvRecord row) {
        rows.checkHeader(row);
        try {
            return rows.summary(row);
        } catch (RefusedValueException e) {
            refusals.refuse(
                    path + ":" + row.getStartingLineNumber(),
                    e.getMessage(),
                    rows.time(row),
                    String.join(",", row.getFields()).getBytes(StandardCharsets.UTF_8));
            return null;
        }
    }

    /** @return number of dead letters so far */
    public long refused() {
        return refusals.count();
    }

    /** @return the file systems of the summaries so far that the catalogue does not have, by name */
    public List<UnresolvedFileSystem> unresolved() {
        return unresolved.entrySet().stream()
                .map(entry ->
                        new UnresolvedFileSystem(entry.getKey(), entry.getValue(), catalogue.nearest(entry.getKey())))
                .toList();
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing " + path, e);
        }
    }
}
