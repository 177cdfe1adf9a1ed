package io.barograph.collectors.tokio;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.collectors.core.UnreadableSourceException;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Makes a job summary of one row of a table. */
final class TokioRow {
    private static final String JOB_ID = "_jobid";
    private static final String FILE_SYSTEM = "_file_system";
    private static final String START = "darshan_start_time";
    private static final String END = "darshan_end_time";
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
    private static final List<String> COLUMNS = List.of(
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
    private boolean headerChecked;

    TokioRow(Path file, FileSystemCatalogue catalogue) {
        this.file = file;
        this.catalogue = catalogue;
    }

    /** @throws UnreadableSourceException if columns are missing */
    void checkHeader(NamedCsvRecord row) {
        if (headerChecked) {
            return;
        }
        List<String> missing = COLUMNS.stream()
                .filter(column -> !row.getHeader().contains(column))
                .toList();
        if (!missing.isEmpty()) {
            throw new UnreadableSourceException(
                    file.toString(),
                    "no table of TOKIO job summaries: it lacks the columns " + missing,
                    "make the table with TOKIO's summarize_job");
        }
        headerChecked = true;
    }

    /** @return end of the run, for the dead letter of a row; null if that cannot be understood */
    Instant time(NamedCsvRecord row) {
        try {
            return instant(row, END);
        } catch (RefusedValueException e) {
            return null;
        }
    }

    JobSummary summary(NamedCsvRecord row) throws RefusedValueException {
        if (row.getFieldCount() != row.getHeader().size()) {
            throw new RefusedValueException("it has " + row.getFieldCount() + " fields, the header has "
                    + row.getHeader().size());
        }
        Instant start = instant(row, START);
        Instant end = instant(row, END);
        if (end.isBefore(start)) {
            throw new RefusedValueException(END + " " + end + " is before " + START + " " + start);
        }
        Optional<ModuleUse> posix = posix(row);
        return JobSummary.newBuilder()
                .setJobId(jobId(row))
                .setExecutable(required(row, APPLICATION))
                .setStartTime(start)
                .setEndTime(end)
                .setRunTimeSeconds(number(row, RUN_TIME).doubleValue())
                .setProcesses(processes(row))
                .setCollectedAt(end)
                .setCollector("tokio-summary")
                .setSource(file + ":" + row.getStartingLineNumber())
                .setModules(posix.map(List::of).orElse(List.of()))
                .setFileSystems(fileSystems(row, posix))
                .build();
    }

    private List<FileSystemUse> fileSystems(NamedCsvRecord row, Optional<ModuleUse> posix)
            throws RefusedValueException {
        String name = text(row, FILE_SYSTEM);
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
    private static Optional<ModuleUse> posix(NamedCsvRecord row) throws RefusedValueException {
        if (COLUMNS.stream().filter(column -> column.endsWith("_posix")).allMatch(column -> text(row, column)
                .isEmpty())) {
            return Optional.empty();
        }
        long readBytes = count(row, READ_BYTES);
        long writeBytes = count(row, WRITE_BYTES);
        double performance = number(row, PERFORMANCE).doubleValue() * BYTES_PER_MEBIBYTE;
        double bytes = (double) readBytes + writeBytes;
        return Optional.of(ModuleUse.newBuilder()
                .setModule("POSIX")
                .setReadBytes(readBytes)
                .setWriteBytes(writeBytes)
                .setReads(count(row, READS))
                .setWrites(count(row, WRITES))
                .setOpens(count(row, OPENS))
                .setStats(count(row, STATS))
                .setReadSeconds(number(row, READ_SECONDS).doubleValue())
                .setWriteSeconds(number(row, WRITE_SECONDS).doubleValue())
                .setMetadataSeconds(number(row, METADATA_SECONDS).doubleValue())
                .setSlowestRankSeconds(performance > 0 ? Double.valueOf(bytes / performance) : null)
                .setPerformanceBytesPerSecond(performance)
                .setFiles(count(row, FILES))
                .build());
    }

    /** Some tables have passed through floating point: 4088886.0 is job 4088886. */
    private static String jobId(NamedCsvRecord row) throws RefusedValueException {
        String text = required(row, JOB_ID);
        return text.matches("\\d+\\.0+") ? text.substring(0, text.indexOf('.')) : text;
    }

    private static int processes(NamedCsvRecord row) throws RefusedValueException {
        long processes = count(row, PROCESSES);
        if (processes < 1 || processes > Integer.MAX_VALUE) {
            throw new RefusedValueException(PROCESSES + " = " + processes + " is no number of processes");
        }
        return (int) processes;
    }

    private static Instant instant(NamedCsvRecord row, String column) throws RefusedValueException {
        try {
            return Instant.ofEpochSecond(count(row, column));
        } catch (DateTimeException e) {
            throw new RefusedValueException(column + " = " + text(row, column) + " is no time in epoch seconds");
        }
    }

    /** Counts are written as 1649291067392 or, rounded, as 1.64929106739e+12. */
    private static long count(NamedCsvRecord row, String column) throws RefusedValueException {
        try {
            return number(row, column).longValueExact();
        } catch (ArithmeticException e) {
            throw new RefusedValueException(column + " = " + text(row, column) + " is no whole number");
        }
    }

    private static BigDecimal number(NamedCsvRecord row, String column) throws RefusedValueException {
        String text = required(row, column);
        try {
            BigDecimal number = new BigDecimal(text);
            if (number.signum() >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the refusal
        }
        throw new RefusedValueException(column + " = \"" + text + "\" is no number, zero or more");
    }

    private static String required(NamedCsvRecord row, String column) throws RefusedValueException {
        String text = text(row, column);
        if (text.isEmpty()) {
            throw new RefusedValueException(column + " is empty");
        }
        return text;
    }

    /** A row that is too short lacks its last columns. */
    private static String text(NamedCsvRecord row, String column) {
        return row.findField(column).orElse("").strip();
    }
}
