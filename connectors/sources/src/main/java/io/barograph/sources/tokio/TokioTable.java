package io.barograph.sources.tokio;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/**
 * A table of TOKIO job summaries (CSV, also gzipped), row by row. A row that is refused becomes a dead letter with file
 * and line. For one pass and one thread.
 */
final class TokioTable implements AutoCloseable {
    private static final String REMEDY = "get a complete copy of the table";
    private static final int GZIP_MAGIC = 0x1f8b;

    private final Path path;
    private final List<String> columns;
    private final String timeColumn;
    private final DeadLetterCounter refusals;
    private final CsvReader<NamedCsvRecord> reader;
    private final Iterator<NamedCsvRecord> records;
    private Map<String, Integer> places;

    interface RowReader<T> {
        /**
         * @return what is made of it; empty to pass over it
         * @throws RefusedValueException if it cannot be understood
         */
        Optional<T> read(TokioFields row) throws RefusedValueException;
    }

    /**
     * @param timeColumn column with the time of a row's dead letter, epoch seconds
     * @throws UnreadableSourceException if it is no such table, here or where it is damaged
     */
    TokioTable(Path path, List<String> columns, String timeColumn, Topic<?> topic, Consumer<DeadLetter> letters) {
        this.path = path;
        this.columns = columns;
        this.timeColumn = timeColumn;
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
        try {
            if (!reading(records::hasNext)) {
                throw new UnreadableSourceException(path.toString(), "the table has no rows", REMEDY);
            }
        } catch (UnreadableSourceException e) {
            close();
            throw e;
        }
    }

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

    /** @return what it makes of the next row that it does not refuse or pass over; null at the end */
    <T> T next(RowReader<T> rowReader) {
        while (reading(records::hasNext)) {
            NamedCsvRecord row = reading(records::next);
            checkHeader(row);
            TokioFields fields = new TokioFields(row, places);
            try {
                fields.checkCount();
                Optional<T> made = rowReader.read(fields);
                if (made.isPresent()) {
                    return made.get();
                }
            } catch (RefusedValueException e) {
                refusals.refuse(
                        path + ":" + row.getStartingLineNumber(),
                        e.getMessage(),
                        time(fields),
                        String.join(",", row.getFields()).getBytes(StandardCharsets.UTF_8));
            }
        }
        return null;
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

    private Instant time(TokioFields row) {
        try {
            return row.instant(timeColumn);
        } catch (RefusedValueException e) {
            return null;
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

    /** @return number of dead letters so far */
    long refused() {
        return refusals.count();
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
