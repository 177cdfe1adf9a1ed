package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
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
public final class TokioSummaries extends TokioTable<JobSummary> {
    private final TokioRow rows;

    /** @throws UnreadableSourceException if it is no such table, here or where it is damaged */
    public TokioSummaries(Path path, FileSystemCatalogue catalogue, Consumer<DeadLetter> letters) {
        super(path, catalogue, TokioRow.COLUMNS, Topic.JOB_SUMMARIES, letters);
        this.rows = new TokioRow(path, catalogue);
        begin();
    }

    @Override
    Optional<JobSummary> read(TokioFields row) throws RefusedValueException {
        return Optional.of(rows.summary(row));
    }
}
