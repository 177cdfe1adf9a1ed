package io.barograph.schemas.admission;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import java.time.Duration;
import java.util.List;

/** What the processes and the length of a run bound. */
final class JobSummaryBounds {
    /** No process moves more, from any cache: ten times the memory bandwidth of a node. */
    private static final double MAX_PROCESS_BYTES_PER_SECOND = 1e13;

    /** Of an operation beside the run's begin and end, which old logs have in whole seconds. */
    private static final long TIMER_TOLERANCE_MICROS = Duration.ofMinutes(1).toMillis() * 1_000;

    private JobSummaryBounds() {}

    static String refusal(JobSummary summary) {
        Duration run = Duration.between(summary.getStartTime(), summary.getEndTime());
        double maxBytes = MAX_PROCESS_BYTES_PER_SECOND * Math.max(1, summary.getProcesses()) * (1 + run.toSeconds());
        FieldBound bytes = FieldBound.count((long) Math.min(FieldBound.MAX_RECORDED, maxBytes));
        for (ModuleUse use : summary.getModules()) {
            String refusal = refusal(bytes, "modules", use.getReadBytes(), use.getWriteBytes());
            if (refusal != null) {
                return refusal;
            }
        }
        for (FileSystemUse use : summary.getFileSystems()) {
            String refusal = refusal(bytes, "fileSystems", use.getReadBytes(), use.getWriteBytes());
            refusal = refusal == null ? refusal(use.getIoIntervals(), run.toMillis() * 1_000) : refusal;
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private static String refusal(FieldBound bytes, String field, long read, long written) {
        String refusal = bytes.refusal(field + ".readBytes", read);
        return refusal == null ? bytes.refusal(field + ".writeBytes", written) : refusal;
    }

    private static String refusal(List<IoInterval> intervals, long runMicros) {
        if (intervals == null) {
            return null;
        }
        for (IoInterval interval : intervals) {
            long start = interval.getStartMicros();
            long end = interval.getEndMicros();
            if (start < -TIMER_TOLERANCE_MICROS || end > runMicros + TIMER_TOLERANCE_MICROS || end < start) {
                return FieldBound.refused(
                        "fileSystems.ioIntervals",
                        start + " to " + end + " us",
                        "it lies within the run of " + runMicros + " us");
            }
        }
        return null;
    }
}
