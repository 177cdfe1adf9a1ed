package io.barograph.sources.tokio;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.admission.NameRule;
import java.time.Instant;
import java.util.List;

/** The run that a row of a table is of. */
record TokioRun(String jobId, String executable, Instant start, Instant end, double runSeconds, int processes) {
    static final String FILE_SYSTEM = "_file_system";
    static final String END = "darshan_end_time";
    static final String READ_BYTES = "darshan_tot_bytes_read_posix";
    static final String WRITE_BYTES = "darshan_tot_bytes_written_posix";
    static final String PERFORMANCE = "darshan_agg_perf_by_slowest_posix";

    private static final String JOB_ID = "_jobid";
    private static final String START = "darshan_start_time";
    private static final String RUN_TIME = "darshan_walltime";
    private static final String APPLICATION = "darshan_app";
    private static final String PROCESSES = "darshan_nprocs";

    /** What every table must have. */
    static final List<String> COLUMNS = List.of(
            JOB_ID, FILE_SYSTEM, START, END, RUN_TIME, APPLICATION, PROCESSES, READ_BYTES, WRITE_BYTES, PERFORMANCE);

    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    static TokioRun of(TokioFields row) throws RefusedRecordException {
        Instant start = row.instant(START);
        Instant end = row.instant(END);
        if (end.isBefore(start)) {
            throw new RefusedRecordException(END + " " + end + " is before " + START + " " + start);
        }
        return new TokioRun(
                row.jobId(JOB_ID),
                NameRule.path(row.required(APPLICATION)),
                start,
                end,
                row.number(RUN_TIME).doubleValue(),
                row.processes(PROCESSES));
    }

    /** Bytes / I/O time of the slowest rank, bytes per second. */
    static double performance(TokioFields row) throws RefusedRecordException {
        return row.number(PERFORMANCE).doubleValue() * BYTES_PER_MEBIBYTE;
    }
}
