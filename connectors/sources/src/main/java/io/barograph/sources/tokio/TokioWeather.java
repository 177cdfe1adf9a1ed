package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.motif.MotifRules;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A table of TOKIO job summaries (CSV, also gzipped) as history: its whole rows as the weather of runs, so that a site
 * that has such tables starts with a climate. In the order of the rows, which is not always that of time.
 *
 * <ul>
 *   <li>Times are those of {@code darshan_start_time} and {@code darshan_end_time}; {@code _datetime_start} and {@code
 *       _datetime_end} hold local time and are not used.
 *   <li>A run counts as decided when it would have been live: at its end + sampling interval + lateness. The log counts
 *       as collected at the end.
 *   <li>Coverage factors are formed from the totals; above 1.2 they are kept and marked IMPLAUSIBLE.
 *   <li>A row whose server totals are all empty or 0 has no server data: NO_SERVER_DATA, and none of the columns {@code
 *       fs_*} becomes a metric.
 *   <li>A row without {@code _file_system} (a burst buffer, for instance) has no weather; {@link #withoutFileSystem()}
 *       counts them.
 *   <li>Fullness is in percent; tables without {@code fshealth_ost_count} (GPFS) hold a fraction, which is converted.
 * </ul>
 *
 * <p>A row that cannot be understood becomes a dead letter with file and line. For one pass and one thread.
 */
public final class TokioWeather extends TokioTable<JobWeather> {
    private final TokioWeatherRow rows;
    private long withoutFileSystem;

    /**
     * @param path table, gzipped or not; the first word of its name is taken as the name of the compute system
     * @param catalogue resolves the names of file systems; a name that it does not have is kept
     * @param motifs names the applications and says which runs are judged
     * @throws UnreadableSourceException if it is no such table, here or where it is damaged
     */
    public TokioWeather(Path path, FileSystemCatalogue catalogue, MotifRules motifs, Consumer<DeadLetter> letters) {
        super(path, catalogue, TokioWeatherRow.COLUMNS, Topic.JOB_WEATHER, letters);
        this.rows = new TokioWeatherRow(path, catalogue, motifs);
        begin();
    }

    @Override
    Optional<JobWeather> read(TokioFields row) throws RefusedValueException {
        if (!row.has(TokioRun.FILE_SYSTEM)) {
            withoutFileSystem++;
            return Optional.empty();
        }
        return Optional.of(rows.weather(row));
    }

    /** @return number of rows so far that name no file system; complete when there is no next */
    public long withoutFileSystem() {
        return withoutFileSystem;
    }
}
