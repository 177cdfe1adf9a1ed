package io.barograph.collectors.tokio;

import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Makes a job summary of one row of a table. */
final class TokioRow {
    private static final String JOB_ID = "_jobid";
    private static final String FILE_SYSTEM = "_file_system";
    private static final String START = "darshan_start_time";
    static final String END = "darshan_end_time";
    private static final String RUN_TIME = "darshan_walltime";
    private static final String APPLICATION = "darshan_app";
    private static final String PROCESSES = "darshan_nprocs";
    private static final String READ_BYTES = "darshan_tot_bytes_read_posix";
    private static final String WRITE_BYTES = "darshan_tot_bytes_written_posix";
    private static final String READS = "darshan_tot_reads_posix";
    private static final String WRITES = "darshan_tot_writes_posix";
    private static final String OPENS = "darshan_tot_opens_posix";
    private static final String STATS = "darshan_tot_stats_posix";
    private static final String READ_SECONDS = "darshan_tot_f_read_time_posix";
    private static final String WRITE_SECONDS = "darshan_tot_f_write_time_posix";
    private static final String METADATA_SECONDS = "darshan_tot_f_meta_time_posix";
    private static final String PERFORMANCE = "darshan_agg_perf_by_slowest_posix";
    private static final String FILES = "darshan_num_opens_posix";
    static final List<String> COLUMNS = List.of(
            JOB_ID,
            FILE_SYSTEM,
            START,
            END,
            RUN_TIME,
            APPLICATION,
            PROCESSES,
            READ_BYTES,
            WRITE_BYTES,
            READS,
            WRITES,
            OPENS,
            STATS,
            READ_SECONDS,
            WRITE_SECONDS,
            METADATA_SECONDS,
            PERFORMANCE,
            FILES);

    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private final Path file;
    private final FileSystemCatalogue catalogue;

    TokioRow(Path file, FileSystemCatalogue catalogue) {
        this.file = file;
        this.catalogue = catalogue;
    }

    JobSummary summary(TokioFields row) throws RefusedValueException {
        row.checkCount();
        Instant start = row.instant(START);
        Instant end = row.instant(END);
        if (end.isBefore(start)) {
            throw new RefusedValueException(END + " " + end + " is before " + START + " " + start);
        }
        Optional<ModuleUse> posix = posix(row);
        return JobSummary.newBuilder()
                .setJobId(row.jobId(JOB_ID))
                .setExecutable(row.required(APPLICATION))
                .setStartTime(start)
                .setEndTime(end)
                .setRunTimeSeconds(row.number(RUN_TIME).doubleValue())
                .setProcesses(row.processes(PROCESSES))
                .setCollectedAt(end)
                .setCollector("tokio-summary")
                .setSource(file + ":" + row.line())
                .setModules(posix.map(List::of).orElse(List.of()))
                .setFileSystems(fileSystems(row, posix))
                .build();
    }

    private List<FileSystemUse> fileSystems(TokioFields row, Optional<ModuleUse> posix) throws RefusedValueException {
        String name = row.text(FILE_SYSTEM);
        if (name.isEmpty()) {
            return List.of();
        }
        if (posix.isEmpty()) {
            throw new RefusedValueException(FILE_SYSTEM + " is " + name + ", but the POSIX columns are empty");
        }
        Optional<FileSystem> known = catalogue.resolve(name);
        ModuleUse use = posix.get();
        return List.of(FileSystemUse.newBuilder()
                .setFileSystem(known.map(FileSystem::name).orElse(name))
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
    private static Optional<ModuleUse> posix(TokioFields row) throws RefusedValueException {
        if (COLUMNS.stream().filter(column -> column.endsWith("_posix")).noneMatch(row::has)) {
            return Optional.empty();
        }
        long readBytes = row.count(READ_BYTES);
        long writeBytes = row.count(WRITE_BYTES);
        double performance = row.number(PERFORMANCE).doubleValue() * BYTES_PER_MEBIBYTE;
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
