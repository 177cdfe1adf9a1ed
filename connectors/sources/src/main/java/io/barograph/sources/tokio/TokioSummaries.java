package io.barograph.sources.tokio;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
    private static final String READS = "darshan_tot_reads_posix";
    private static final String WRITES = "darshan_tot_writes_posix";
    private static final String OPENS = "darshan_tot_opens_posix";
    private static final String STATS = "darshan_tot_stats_posix";
    private static final String READ_SECONDS = "darshan_tot_f_read_time_posix";
    private static final String WRITE_SECONDS = "darshan_tot_f_write_time_posix";
    private static final String METADATA_SECONDS = "darshan_tot_f_meta_time_posix";
    private static final String FILES = "darshan_num_opens_posix";
    static final List<String> COLUMNS = Stream.concat(
                    TokioRun.COLUMNS.stream(),
                    Stream.of(READS, WRITES, OPENS, STATS, READ_SECONDS, WRITE_SECONDS, METADATA_SECONDS, FILES))
            .toList();

    /** @throws UnreadableSourceException if it is no such table, here or where it is damaged */
    public TokioSummaries(Path path, FileSystemCatalogue catalogue, Consumer<DeadLetter> letters) {
        super(path, catalogue, COLUMNS, Topic.JOB_SUMMARIES, letters);
        begin();
    }

    @Override
    Optional<JobSummary> read(TokioFields row) throws RefusedRecordException {
        TokioRun run = TokioRun.of(row);
        Optional<ModuleUse> posix = posix(row);
        return Optional.of(JobSummary.newBuilder()
                .setJobId(run.jobId())
                .setExecutable(run.executable())
                .setStartTime(run.start())
                .setEndTime(run.end())
                .setRunTimeSeconds(run.runSeconds())
                .setProcesses(run.processes())
                .setCollectedAt(run.end())
                .setCollector("tokio-summary")
                .setSource(path + ":" + row.line())
                .setModules(posix.map(List::of).orElse(List.of()))
                .setFileSystems(fileSystems(row, posix))
                .build());
    }

    private List<FileSystemUse> fileSystems(TokioFields row, Optional<ModuleUse> posix) throws RefusedRecordException {
        String name = row.text(TokioRun.FILE_SYSTEM);
        if (name.isEmpty()) {
            return List.of();
        }
        if (posix.isEmpty()) {
            throw new RefusedRecordException(
                    TokioRun.FILE_SYSTEM + " is " + name + ", but the POSIX columns are empty");
        }
        Optional<CatalogueFileSystem> known = catalogue.resolve(name);
        ModuleUse use = posix.get();
        return List.of(FileSystemUse.newBuilder()
                .setFileSystem(known.map(CatalogueFileSystem::name).orElse(name))
                .setResolved(known.isPresent())
                .setMountPoint(name)
                .setReadBytes(use.getReadBytes())
                .setWriteBytes(use.getWriteBytes())
                .setReads(use.getReads())
                .setWrites(use.getWrites())
                .setOpens(use.getOpens())
                .setReadSeconds(use.getReadSeconds())
                .setWriteSeconds(use.getWriteSeconds())
                .setMetadataSeconds(use.getMetadataSeconds())
                .setFiles(use.getFiles())
                .setOstsComplete(false)
                .build());
    }

    /** Empty if the log had no POSIX records: then all of the columns are empty. */
    private static Optional<ModuleUse> posix(TokioFields row) throws RefusedRecordException {
        if (COLUMNS.stream().filter(column -> column.endsWith("_posix")).noneMatch(row::has)) {
            return Optional.empty();
        }
        long readBytes = row.count(TokioRun.READ_BYTES);
        long writeBytes = row.count(TokioRun.WRITE_BYTES);
        double performance = TokioRun.performance(row);
        double bytes = (double) readBytes + writeBytes;
        return Optional.of(ModuleUse.newBuilder()
                .setModule("POSIX")
                .setReadBytes(readBytes)
                .setWriteBytes(writeBytes)
                .setReads(row.count(READS))
                .setWrites(row.count(WRITES))
                .setOpens(row.count(OPENS))
                .setStats(row.count(STATS))
                .setReadSeconds(row.number(READ_SECONDS).doubleValue())
                .setWriteSeconds(row.number(WRITE_SECONDS).doubleValue())
                .setMetadataSeconds(row.number(METADATA_SECONDS).doubleValue())
                .setSlowestRankSeconds(performance > 0 ? Double.valueOf(bytes / performance) : null)
                .setPerformanceBytesPerSecond(performance)
                .setFiles(row.count(FILES))
                .build());
    }
}
