package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

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
    private final TokioRow rows;
    private final TokioTable table;
    private final UnresolvedNameCounter unresolved;
    private JobSummary next;

    /** @throws UnreadableSourceException if it is no such table, here or where it is damaged */
    public TokioSummaries(Path path, FileSystemCatalogue catalogue, Consumer<DeadLetter> letters) {
        this.rows = new TokioRow(path, catalogue);
        this.unresolved = new UnresolvedNameCounter(catalogue);
        this.table = new TokioTable(path, TokioRow.COLUMNS, TokioRun.END, Topic.JOB_SUMMARIES, letters);
        try {
            advance();
        } catch (UnreadableSourceException e) {
            close();
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
        next = table.next(row -> Optional.of(rows.summary(row)));
        if (next != null) {
            next.getFileSystems().stream()
                    .filter(use -> !use.getResolved())
                    .forEach(use -> unresolved.add(use.getMountPoint()));
        }
    }

    /** @return number of dead letters so far */
    public long refused() {
        return table.refused();
    }

    /** @return the file systems of the summaries so far that the catalogue does not have, by name */
    public List<UnresolvedFileSystem> unresolved() {
        return unresolved.list();
    }

    @Override
    public void close() {
        table.close();
    }
}
