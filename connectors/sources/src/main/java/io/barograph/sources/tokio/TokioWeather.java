package io.barograph.sources.tokio;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.CoverageLimits;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.schemas.metrics.ContributingFactors;
import io.barograph.schemas.motif.FileSharing;
import io.barograph.schemas.motif.Motif;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.schemas.motif.RunDirection;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    private static final String MAX_READ_BYTES = "darshan_biggest_read_api_bytes";
    private static final String MAX_READ_FILES = "darshan_biggest_read_api_files";
    private static final String MAX_WRITE_BYTES = "darshan_biggest_write_api_bytes";
    private static final String MAX_WRITE_FILES = "darshan_biggest_write_api_files";
    static final List<String> COLUMNS = Stream.concat(
                    TokioRun.COLUMNS.stream(),
                    Stream.of(
                            MAX_READ_BYTES,
                            MAX_READ_FILES,
                            MAX_WRITE_BYTES,
                            MAX_WRITE_FILES,
                            "fs_tot_bytes_read",
                            "fs_tot_bytes_written"))
            .toList();

    private static final Pattern FIRST_WORD = Pattern.compile("^\\p{Alpha}\\p{Alnum}*");
    private static final String CORI = "cori";

    /** Runs of more processes than this were on Cori's Knights Landing nodes (the rule of TOKIO's analyses). */
    private static final int MAX_HASWELL_PROCESSES = 1024;

    private final MotifRules motifs;
    private final String system;
    private long withoutFileSystem;

    /**
     * @param path table, gzipped or not; the first word of its name is taken as the name of the compute system
     * @param catalogue resolves the names of file systems; a name that it does not have is kept
     * @param motifs names the applications and says which runs are judged
     * @throws UnreadableSourceException if it is no such table, here or where it is damaged
     */
    public TokioWeather(Path path, FileSystemCatalogue catalogue, MotifRules motifs, Consumer<DeadLetter> letters) {
        super(path, catalogue, COLUMNS, Topic.JOB_WEATHER, letters);
        this.motifs = motifs;
        this.system = system(path);
        begin();
    }

    @Override
    Optional<JobWeather> read(TokioFields row) throws RefusedRecordException {
        if (!row.has(TokioRun.FILE_SYSTEM)) {
            withoutFileSystem++;
            return Optional.empty();
        }
        return Optional.of(weather(row));
    }

    private JobWeather weather(TokioFields row) throws RefusedRecordException {
        TokioRun run = TokioRun.of(row);
        long readBytes = row.count(TokioRun.READ_BYTES);
        long writeBytes = row.count(TokioRun.WRITE_BYTES);
        if (readBytes > Long.MAX_VALUE - writeBytes) {
            throw new RefusedRecordException(
                    TokioRun.READ_BYTES + " and " + TokioRun.WRITE_BYTES + " are more bytes than can be counted");
        }
        double performance = TokioRun.performance(row);
        Map<WeatherMetric, Double> metrics = TokioMetrics.of(row);
        metrics.put(WeatherMetric.JOB_RUN_SECONDS, run.runSeconds());
        metrics.put(WeatherMetric.JOB_READ_BYTES, (double) readBytes);
        metrics.put(WeatherMetric.JOB_WRITE_BYTES, (double) writeBytes);
        if (performance > 0) {
            metrics.put(WeatherMetric.PERFORMANCE_BYTES_PER_SECOND, performance);
            metrics.put(WeatherMetric.JOB_IO_SECONDS, ((double) readBytes + writeBytes) / performance);
        }
        TokioFactors.addTo(metrics, run.processes());
        ContributingFactors.addTo(metrics, run.processes());
        CatalogueFileSystem fileSystem = catalogue.orDefault(row.required(TokioRun.FILE_SYSTEM));
        Motif motif = new Motif(
                fileSystem.name(),
                motifs.applications().of(run.executable()),
                RunDirection.of(readBytes, writeBytes),
                layout(row, run.processes()),
                partition(run.processes()),
                run.processes());
        return JobWeather.newBuilder()
                .setRecordKind(WeatherRecordKind.RUN)
                .setJobId(run.jobId())
                .setExecutable(run.executable())
                .setStartTime(run.start())
                .setEndTime(run.end())
                .setFileSystem(fileSystem.name())
                .setProcesses(run.processes())
                .setDecidedAt(run.end().plus(fileSystem.samplingInterval()).plus(CoverageLimits.LATENESS))
                .setJobReadBytes(readBytes)
                .setJobWriteBytes(writeBytes)
                .setServerReadBytes(whole(metrics.get(WeatherMetric.SERVER_READ_BYTES)))
                .setServerWriteBytes(whole(metrics.get(WeatherMetric.SERVER_WRITE_BYTES)))
                .setFileSystemReadBytes(whole(metrics.get(WeatherMetric.SERVER_READ_BYTES)))
                .setFileSystemWriteBytes(whole(metrics.get(WeatherMetric.SERVER_WRITE_BYTES)))
                .setCfBw(metrics.get(WeatherMetric.CF_BW))
                .setCfBwFs(metrics.get(WeatherMetric.CF_BW_FS))
                .setCfRead(metrics.get(WeatherMetric.CF_READ))
                .setCfWrite(metrics.get(WeatherMetric.CF_WRITE))
                .setCfIops(metrics.get(WeatherMetric.CF_IOPS))
                .setCfNodehrs(metrics.get(WeatherMetric.CF_NODEHRS))
                .setMissingFraction(metrics.get(WeatherMetric.MISSING_FRACTION))
                .setQuality(TokioFactors.quality(metrics))
                .setApplication(motif.application())
                .setDirection(motif.direction().word())
                .setLayout(motif.layout().word())
                .setPartition(motif.partition())
                .setMotif(motif.key())
                .setEligible(motifs.eligibility().holds(readBytes + writeBytes, run.processes()))
                .setPerformanceBytesPerSecond(metrics.get(WeatherMetric.PERFORMANCE_BYTES_PER_SECOND))
                .setConcurrentJobs(number(metrics, WeatherMetric.CONCURRENT_JOBS))
                .setConcurrentNodes(number(metrics, WeatherMetric.CONCURRENT_NODES))
                .setConcurrentNodeHours(metrics.get(WeatherMetric.CONCURRENT_NODE_HOURS))
                .setMetrics(byName(metrics))
                .setCollector("tokio-weather")
                .setSource(path + ":" + row.line())
                .setSystem(system)
                .build();
    }

    private static FileSharing layout(TokioFields row, int processes) throws RefusedRecordException {
        boolean wroteMost = row.number(MAX_WRITE_BYTES).compareTo(row.number(MAX_READ_BYTES)) > 0;
        return FileSharing.ofFileCount(row.count(wroteMost ? MAX_WRITE_FILES : MAX_READ_FILES), processes);
    }

    private static Map<String, Double> byName(Map<WeatherMetric, Double> metrics) {
        Map<String, Double> byName = new HashMap<>();
        metrics.forEach((metric, value) -> byName.put(metric.metricName(), value));
        return byName;
    }

    /** The tables' sums of rates are not whole: 5552134449.0, but also 3956543391.12. */
    private static Long whole(Double bytes) {
        return bytes == null ? null : Long.valueOf(Math.round(bytes));
    }

    private static Integer number(Map<WeatherMetric, Double> metrics, WeatherMetric metric)
            throws RefusedRecordException {
        Double count = metrics.get(metric);
        if (count != null && count > Integer.MAX_VALUE) {
            throw new RefusedRecordException(metric.metricName() + " = " + count + " is no number of " + metric.unit());
        }
        return count == null ? null : Integer.valueOf((int) Math.round(count));
    }

    /**
     * Names the compute system of a table. The tables do not name it; their files are called after it ({@code
     * cori.csv.gz}, {@code edison-abc-stats.csv}).
     *
     * @return the first word of the file's name, in lower case; null if it does not begin with a letter
     */
    private static String system(Path table) {
        Matcher word = FIRST_WORD.matcher(table.getFileName().toString());
        return word.find() ? word.group().toLowerCase(Locale.ROOT) : null;
    }

    /** Null for a system of one partition. */
    private String partition(int processes) {
        if (!CORI.equals(system)) {
            return null;
        }
        return processes > MAX_HASWELL_PROCESSES ? "knl" : "haswell";
    }

    /** @return number of rows so far that name no file system; complete when there is no next */
    public long withoutFileSystem() {
        return withoutFileSystem;
    }
}
