package io.barograph.sources.tokio;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.RegularFileCheck;
import io.barograph.schemas.Topic;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/**
 * A table of TOKIO job summaries (CSV, also gzipped), row by row. A row that is refused becomes a dead letter with file
 * and line. For one pass and one thread.
 */
abstract class TokioTable<T> implements Iterator<T>, AutoCloseable {
    private static final String REMEDY = "get a complete copy of the table";
    private static final int GZIP_MAGIC = 0x1f8b;

    final Path path;
    final FileSystemCatalogue catalogue;
    private final List<String> columns;
    private final DeadLetterCounter refusals;
    private final CsvReader<NamedCsvRecord> reader;
    private final Iterator<NamedCsvRecord> records;
    private final Map<String, Long> unresolved = new TreeMap<>();
    private Map<String, Integer> places;
    private T next;

    /** @throws UnreadableSourceException if it is no such table, here or where it is damaged */
    TokioTable(
            Path path,
            FileSystemCatalogue catalogue,
            List<String> columns,
            Topic<?> topic,
            Consumer<DeadLetter> letters) {
        this.path = path;
        this.catalogue = catalogue;
        this.columns = columns;
        this.refusals = DeadLetterCounter.ofFile(letters, topic, "collector tokio", path);
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
    }

    /** Reads the first row, once the subclass is ready for it. */
    final void begin() {
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

    /**
     * @return what is made of it; empty to pass over it
     * @throws RefusedRecordException if it cannot be understood
     */
    abstract Optional<T> read(TokioFields row) throws RefusedRecordException;

    private static InputStream open(Path path) throws IOException {
        InputStream in = new BufferedInputStream(RegularFileCheck.open(path));
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
    public final boolean hasNext() {
        return next != null;
    }

    @Override
    public final T next() {
        T made = next;
        if (made == null) {
            throw new NoSuchElementException();
        }
        advance();
        return made;
    }

    private void advance() {
        next = null;
        while (next == null && reading(records::hasNext)) {
            NamedCsvRecord row = reading(records::next);
            checkHeader(row);
            TokioFields fields = new TokioFields(row, places);
            try {
                fields.checkCount();
                next = read(fields).orElse(null);
                String name = fields.text(TokioRun.FILE_SYSTEM);
                if (next != null && !name.isEmpty() && catalogue.resolve(name).isEmpty()) {
                    unresolved.merge(name, 1L, Long::sum);
                }
            } catch (RefusedRecordException e) {
                refusals.refuse(
                        path + ":" + row.getStartingLineNumber(),
                        e.getMessage(),
                        end(fields),
                        String.join(",", row.getFields()).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private void checkHeader(NamedCsvRecord row) {
        if (places != null) {
            return;
        }
        Map<String, Integer> header = new HashMap<>();
        int place = 0;
        for (String column : row.getHeader()) {
            header.putIfAbsent(column, place++);
        }
        List<String> missing =
                columns.stream().filter(column -> !header.containsKey(column)).toList();
        if (!missing.isEmpty()) {
            throw new UnreadableSourceException(
                    path.toString(),
                    "no table of TOKIO job summaries: it lacks the columns " + missing,
                    "make the table with TOKIO's summarize_job");
        }
        places = header;
    }

    private static Instant end(TokioFields row) {
        try {
            return row.instant(TokioRun.END);
        } catch (RefusedRecordException e) {
            return null;
        }
    }

    private <R> R reading(Supplier<R> action) {
        try {
            return action.get();
        } catch (UncheckedIOException | CsvParseException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new UnreadableSourceException(path.toString(), "truncated or damaged (" + reason + ")", REMEDY, e);
        }
    }

    /** @return number of dead letters so far */
    public final long refused() {
        return refusals.count();
    }

    /** @return the file systems so far that the catalogue does not have, by name */
    public final List<UnresolvedFileSystem> unresolved() {
        return unresolved.entrySet().stream()
                .map(entry ->
                        new UnresolvedFileSystem(entry.getKey(), entry.getValue(), catalogue.nearest(entry.getKey())))
                .toList();
    }

    @Override
    public final void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing " + path, e);
        }
    }
}
