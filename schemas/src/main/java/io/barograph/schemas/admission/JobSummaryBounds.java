package io.barograph.schemas.admission;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.StripeWidth;
import java.time.Duration;
import java.util.List;

/** Bounds of {@link JobSummary}. Darshan's -1 for a number that it did not record is legal where it may be absent. */
final class JobSummaryBounds {
    /** Clocks of compute nodes beside that of the collector; old logs have whole seconds. */
    static final Duration MAX_END_AFTER_COLLECTED = Duration.ofMinutes(1);

    /** Bytes of one run in one direction: the largest file systems at full speed for a day, 1 EB. */
    static final long MAX_BYTES = 1_000_000_000_000_000_000L;

    /** No process moves more, from any cache: ten times the memory bandwidth of a node. */
    private static final double MAX_PROCESS_BYTES_PER_SECOND = 1e13;

    /** Of one run: 20 million processes with a million a second for an hour, and more. */
    private static final long MAX_OPERATIONS = 1_000_000_000_000_000_000L;

    /** Summed over ranks. */
    private static final double MAX_RANK_SECONDS = (double) FieldChecks.MAX_PROCESSES * FieldChecks.MAX_RUN.toSeconds();

    private static final double MAX_RATE = 1e18;
    private static final int MAX_MODULES = 256;

    /** Mount points of a machine. */
    private static final int MAX_FILE_SYSTEMS = 1_024;

    /** Lustre has 65 535 OSTs at most (16 bits). */
    private static final int MAX_OSTS = 65_536;

    /** The collector makes 64 of them. */
    private static final int MAX_IO_INTERVALS = 1_024;

    /** Times that a run begins to read or write: one for each file and process, of the largest runs ten. */
    private static final int MAX_PHASES = 10 * FieldChecks.MAX_PROCESSES;

    /** Of an operation beside the run's begin and end, which old logs have in whole seconds. */
    private static final long TIMER_TOLERANCE_MICROS = Duration.ofMinutes(1).toMillis() * 1_000;

    private JobSummaryBounds() {}

    static void check(JobSummary summary, FieldChecks checks) {
        checks.name("jobId", summary.getJobId());
        checks.optionalName("user", summary.getUser());
        checks.path("executable", summary.getExecutable());
        checks.span("startTime", summary.getStartTime(), "endTime", summary.getEndTime(), FieldChecks.MAX_RUN);
        checks.time("collectedAt", summary.getCollectedAt());
        checks.notAfter(
                "endTime", summary.getEndTime(), "collectedAt", summary.getCollectedAt(), MAX_END_AFTER_COLLECTED);
        checks.number("runTimeSeconds", summary.getRunTimeSeconds(), 0, (double) FieldChecks.MAX_RUN.toSeconds() + 1);
        checks.count("processes", (long) summary.getProcesses(), FieldChecks.MAX_PROCESSES);
        if (summary.getNodes() != null && summary.getNodes() != -1) {
            checks.count("nodes", summary.getNodes(), FieldChecks.MAX_NODES);
        }
        checks.optionalName("collector", summary.getCollector());
        checks.text("source", summary.getSource(), FieldChecks.MAX_SOURCE);
        checks.optionalName("logFormat", summary.getLogFormat());
        checks.optionalName("libraryVersion", summary.getLibraryVersion());
        checks.text("partialReason", summary.getPartialReason(), FieldChecks.MAX_TEXT);
        checks.recorded("maxRankBytes", summary.getMaxRankBytes(), MAX_BYTES);
        checks.recorded("maxRankBytesAtMost", summary.getMaxRankBytesAtMost(), MAX_BYTES);
        checks.size("modules", summary.getModules(), MAX_MODULES);
        checks.size("fileSystems", summary.getFileSystems(), MAX_FILE_SYSTEMS);
        if (!checks.isAdmitted()) {
            return;
        }
        double maxBytes = MAX_PROCESS_BYTES_PER_SECOND
                * Math.max(1, summary.getProcesses())
                * (1
                        + Duration.between(summary.getStartTime(), summary.getEndTime())
                                .toSeconds());
        long bytes = (long) Math.min(MAX_BYTES, maxBytes);
        summary.getModules().forEach(module -> check(module, bytes, checks));
        for (FileSystemUse use : summary.getFileSystems()) {
            if (!checks.isAdmitted()) {
                return;
            }
            check(summary, use, bytes, checks);
        }
    }

    private static void check(ModuleUse use, long bytes, FieldChecks checks) {
        checks.name("modules.module", use.getModule());
        checks.count("modules.readBytes", use.getReadBytes(), bytes);
        checks.count("modules.writeBytes", use.getWriteBytes(), bytes);
        checks.recorded("modules.reads", use.getReads(), MAX_OPERATIONS);
        checks.recorded("modules.writes", use.getWrites(), MAX_OPERATIONS);
        checks.recorded("modules.opens", use.getOpens(), MAX_OPERATIONS);
        checks.recorded("modules.stats", use.getStats(), MAX_OPERATIONS);
        checks.recorded("modules.seeks", use.getSeeks(), MAX_OPERATIONS);
        seconds("modules.readSeconds", use.getReadSeconds(), checks);
        seconds("modules.writeSeconds", use.getWriteSeconds(), checks);
        seconds("modules.metadataSeconds", use.getMetadataSeconds(), checks);
        seconds("modules.slowestRankSeconds", use.getSlowestRankSeconds(), checks);
        checks.number("modules.performanceBytesPerSecond", use.getPerformanceBytesPerSecond(), -1, MAX_RATE);
        checks.recorded("modules.files", use.getFiles(), MAX_OPERATIONS);
        checks.recorded("modules.smallReads", use.getSmallReads(), MAX_OPERATIONS);
        checks.recorded("modules.smallWrites", use.getSmallWrites(), MAX_OPERATIONS);
        checks.recorded("modules.sequentialReads", use.getSequentialReads(), MAX_OPERATIONS);
        checks.recorded("modules.sequentialWrites", use.getSequentialWrites(), MAX_OPERATIONS);
        checks.recorded("modules.consecutiveReads", use.getConsecutiveReads(), MAX_OPERATIONS);
        checks.recorded("modules.consecutiveWrites", use.getConsecutiveWrites(), MAX_OPERATIONS);
        checks.recorded("modules.collectiveReads", use.getCollectiveReads(), MAX_OPERATIONS);
        checks.recorded("modules.collectiveWrites", use.getCollectiveWrites(), MAX_OPERATIONS);
        checks.recorded("modules.independentReads", use.getIndependentReads(), MAX_OPERATIONS);
        checks.recorded("modules.independentWrites", use.getIndependentWrites(), MAX_OPERATIONS);
        checks.recorded("modules.syncs", use.getSyncs(), MAX_OPERATIONS);
    }

    private static void check(JobSummary summary, FileSystemUse use, long bytes, FieldChecks checks) {
        checks.name("fileSystems.fileSystem", use.getFileSystem());
        checks.path("fileSystems.mountPoint", use.getMountPoint());
        checks.count("fileSystems.readBytes", use.getReadBytes(), bytes);
        checks.count("fileSystems.writeBytes", use.getWriteBytes(), bytes);
        checks.recorded("fileSystems.reads", use.getReads(), MAX_OPERATIONS);
        checks.recorded("fileSystems.writes", use.getWrites(), MAX_OPERATIONS);
        checks.recorded("fileSystems.opens", use.getOpens(), MAX_OPERATIONS);
        seconds("fileSystems.readSeconds", use.getReadSeconds(), checks);
        seconds("fileSystems.writeSeconds", use.getWriteSeconds(), checks);
        seconds("fileSystems.metadataSeconds", use.getMetadataSeconds(), checks);
        checks.recorded("fileSystems.files", use.getFiles(), MAX_OPERATIONS);
        osts(use.getOsts(), checks);
        checks.recorded("fileSystems.smallReads", use.getSmallReads(), MAX_OPERATIONS);
        checks.recorded("fileSystems.smallWrites", use.getSmallWrites(), MAX_OPERATIONS);
        checks.recorded("fileSystems.sequentialReads", use.getSequentialReads(), MAX_OPERATIONS);
        checks.recorded("fileSystems.sequentialWrites", use.getSequentialWrites(), MAX_OPERATIONS);
        checks.recorded("fileSystems.consecutiveReads", use.getConsecutiveReads(), MAX_OPERATIONS);
        checks.recorded("fileSystems.consecutiveWrites", use.getConsecutiveWrites(), MAX_OPERATIONS);
        checks.recorded("fileSystems.collectiveReads", use.getCollectiveReads(), MAX_OPERATIONS);
        checks.recorded("fileSystems.collectiveWrites", use.getCollectiveWrites(), MAX_OPERATIONS);
        checks.recorded("fileSystems.independentReads", use.getIndependentReads(), MAX_OPERATIONS);
        checks.recorded("fileSystems.independentWrites", use.getIndependentWrites(), MAX_OPERATIONS);
        checks.recorded("fileSystems.sharedBytes", use.getSharedBytes(), 2 * MAX_BYTES);
        checks.recorded("fileSystems.sharedFiles", use.getSharedFiles(), MAX_OPERATIONS);
        checks.recorded("fileSystems.oneRankBytes", use.getOneRankBytes(), 2 * MAX_BYTES);
        checks.recorded("fileSystems.oneRankFiles", use.getOneRankFiles(), MAX_OPERATIONS);
        checks.recorded("fileSystems.maxRankBytes", use.getMaxRankBytes(), 2 * MAX_BYTES);
        checks.recorded("fileSystems.maxRankBytesAtMost", use.getMaxRankBytesAtMost(), 2 * MAX_BYTES);
        checks.recorded("fileSystems.maxRankRequests", use.getMaxRankRequests(), 2 * MAX_OPERATIONS);
        checks.recorded("fileSystems.maxRankRequestsAtMost", use.getMaxRankRequestsAtMost(), 2 * MAX_OPERATIONS);
        seconds("fileSystems.slowestRankSeconds", use.getSlowestRankSeconds(), checks);
        checks.number("fileSystems.performanceBytesPerSecond", use.getPerformanceBytesPerSecond(), -1, MAX_RATE);
        ostBytes(use.getOstBytes(), checks);
        checks.recorded("fileSystems.unplacedReadBytes", use.getUnplacedReadBytes(), MAX_BYTES);
        checks.recorded("fileSystems.unplacedWriteBytes", use.getUnplacedWriteBytes(), MAX_BYTES);
        ioIntervals(summary, use.getIoIntervals(), checks);
        checks.count("fileSystems.ioPausesHidden", use.getIoPausesHidden(), MAX_PHASES);
        seconds("fileSystems.ioPausesHiddenSeconds", use.getIoPausesHiddenSeconds(), checks);
        seconds("fileSystems.ioSeconds", use.getIoSeconds(), checks);
        checks.count("fileSystems.ioPhases", use.getIoPhases(), MAX_PHASES);
        checks.count("fileSystems.coveringFiles", use.getCoveringFiles(), MAX_PHASES);
        checks.recorded("fileSystems.coveringRequests", use.getCoveringRequests(), 2 * MAX_OPERATIONS);
        checks.recorded("fileSystems.coveringSmallRequests", use.getCoveringSmallRequests(), 2 * MAX_OPERATIONS);
        checks.recorded(
                "fileSystems.coveringSequentialRequests", use.getCoveringSequentialRequests(), 2 * MAX_OPERATIONS);
        seconds("fileSystems.coveringSeconds", use.getCoveringSeconds(), checks);
        seconds("fileSystems.coveringMetadataSeconds", use.getCoveringMetadataSeconds(), checks);
        stripeWidths(use.getStripeWidths(), checks);
        checks.recorded("fileSystems.rereadBytes", use.getRereadBytes(), 2 * MAX_BYTES);
        checks.recorded("fileSystems.readBackBytes", use.getReadBackBytes(), 2 * MAX_BYTES);
    }

    private static void seconds(String field, Double seconds, FieldChecks checks) {
        checks.number(field, seconds, -1, MAX_RANK_SECONDS);
    }

    private static void osts(List<Integer> osts, FieldChecks checks) {
        checks.size("fileSystems.osts", osts, MAX_OSTS);
        for (int i = 0; osts != null && i < osts.size() && checks.isAdmitted(); i++) {
            checks.count("fileSystems.osts", osts.get(i), MAX_OSTS);
        }
    }

    private static void ostBytes(List<OstBytes> osts, FieldChecks checks) {
        checks.size("fileSystems.ostBytes", osts, MAX_OSTS);
        for (int i = 0; osts != null && i < osts.size() && checks.isAdmitted(); i++) {
            checks.count("fileSystems.ostBytes.ost", (long) osts.get(i).getOst(), MAX_OSTS);
            checks.count("fileSystems.ostBytes.readBytes", osts.get(i).getReadBytes(), MAX_BYTES);
            checks.count("fileSystems.ostBytes.writeBytes", osts.get(i).getWriteBytes(), MAX_BYTES);
        }
    }

    private static void stripeWidths(List<StripeWidth> widths, FieldChecks checks) {
        checks.size("fileSystems.stripeWidths", widths, MAX_OSTS);
        for (int i = 0; widths != null && i < widths.size() && checks.isAdmitted(); i++) {
            checks.count("fileSystems.stripeWidths.osts", (long) widths.get(i).getOsts(), MAX_OSTS);
            checks.count("fileSystems.stripeWidths.files", widths.get(i).getFiles(), MAX_OPERATIONS);
            checks.count("fileSystems.stripeWidths.bytes", widths.get(i).getBytes(), 2 * MAX_BYTES);
        }
    }

    private static void ioIntervals(JobSummary summary, List<IoInterval> intervals, FieldChecks checks) {
        checks.size("fileSystems.ioIntervals", intervals, MAX_IO_INTERVALS);
        if (intervals == null || !checks.isAdmitted()) {
            return;
        }
        long run =
                Duration.between(summary.getStartTime(), summary.getEndTime()).toMillis() * 1_000;
        for (IoInterval interval : intervals) {
            if (interval.getStartMicros() < -TIMER_TOLERANCE_MICROS
                    || interval.getEndMicros() > run + TIMER_TOLERANCE_MICROS
                    || interval.getEndMicros() < interval.getStartMicros()) {
                checks.refuse(
                        "fileSystems.ioIntervals",
                        interval.getStartMicros() + " to " + interval.getEndMicros() + " us",
                        "it lies within the run of " + run + " us");
            }
            checks.count("fileSystems.ioIntervals.bytes", interval.getBytes(), MAX_BYTES);
        }
    }
}
