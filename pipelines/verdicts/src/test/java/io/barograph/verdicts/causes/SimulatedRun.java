package io.barograph.verdicts.causes;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.StripeWidth;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.ContributingFactors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A run of 64 processes that write 64 GB into one shared file, evenly and with requests of 1 MB; no rule holds for it. */
final class SimulatedRun {
    static final int PROCESSES = 64;
    static final long BYTES = 64_000_000_000L;

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    static {
        AvroCodec.of(JobSummary.class); // makes Avro trust the records
    }

    private SimulatedRun() {}

    /** @return its factors and measures, after a change */
    static Map<WeatherMetric, Double> with(Consumer<FileSystemUse> change) {
        return with(PROCESSES, change);
    }

    static Map<WeatherMetric, Double> with(int processes, Consumer<FileSystemUse> change) {
        FileSystemUse use = FileSystemUse.newBuilder()
                .setFileSystem("scratch")
                .setResolved(true)
                .setMountPoint("/scratch")
                .setReadBytes(0)
                .setWriteBytes(BYTES)
                .setReads(0)
                .setWrites(64_000)
                .setOpens(64)
                .setReadSeconds(0.0)
                .setWriteSeconds(640.0)
                .setMetadataSeconds(6.4)
                .setFiles(1L)
                .setSmallReads(0L)
                .setSmallWrites(64L)
                .setSequentialReads(0L)
                .setSequentialWrites(63_936L)
                .setSharedBytes(BYTES)
                .setSharedFiles(1L)
                .setOneRankBytes(0L)
                .setOneRankFiles(0L)
                .setMaxRankBytes(BYTES / 64)
                .setIoPhases(1)
                .setRereadBytes(0L)
                .setReadBackBytes(0L)
                .build();
        onOsts(use, 4, 4);
        change.accept(use);
        JobSummary summary = JobSummary.newBuilder()
                .setJobId("42")
                .setExecutable("/bin/app")
                .setStartTime(START)
                .setEndTime(START.plusSeconds(100))
                .setRunTimeSeconds(100)
                .setProcesses(processes)
                .setNodes(4)
                .setCollectedAt(START.plusSeconds(101))
                .setFileSystems(List.of(use))
                .build();
        Map<WeatherMetric, Double> metrics = ContributingFactors.of(summary, use);
        metrics.put(WeatherMetric.JOB_READ_BYTES, (double) use.getReadBytes());
        metrics.put(WeatherMetric.JOB_WRITE_BYTES, (double) use.getWriteBytes());
        return metrics;
    }

    /** Lays the bytes on OSTs, of which the first has so many times what it would have of four, the others the rest evenly. */
    static void onOsts(FileSystemUse use, int osts, double firstDivisor) {
        long bytes = use.getReadBytes() + use.getWriteBytes();
        long first = Math.round(bytes / firstDivisor);
        List<OstBytes> placed = new ArrayList<>();
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < osts; i++) {
            indices.add(i);
            placed.add(new OstBytes(i, 0L, i == 0 ? first : (bytes - first) / Math.max(1, osts - 1)));
        }
        use.setOsts(indices);
        use.setOstsComplete(true);
        use.setOstBytes(placed);
        use.setUnplacedReadBytes(0L);
        use.setUnplacedWriteBytes(0L);
        use.setStripeWidths(List.of(new StripeWidth(1, (long) osts, bytes)));
    }

    static Consumer<FileSystemUse> phases(int phases, long bytes) {
        return use -> {
            use.setIoPhases(phases);
            write(bytes).accept(use);
        };
    }

    static Consumer<FileSystemUse> write(long bytes) {
        return use -> {
            use.setWriteBytes(bytes);
            use.setSharedBytes(bytes);
            use.setMaxRankBytes(bytes / PROCESSES);
            onOsts(use, 4, 4);
        };
    }

    static Consumer<FileSystemUse> osts(int osts, double firstShare) {
        return use -> onOsts(use, osts, 1 / firstShare);
    }

    static Consumer<FileSystemUse> busiestRank(double share) {
        return use -> use.setMaxRankBytes(Math.round(share * BYTES));
    }

    static Consumer<FileSystemUse> small(long small, long requests) {
        return use -> {
            use.setSmallWrites(small);
            use.setWrites(requests);
        };
    }

    static Consumer<FileSystemUse> ofOneRank(double share, long files) {
        return use -> {
            long bytes = Math.round(share * BYTES);
            use.setOneRankBytes(bytes);
            use.setOneRankFiles(files);
            use.setSharedBytes(BYTES - bytes);
        };
    }

    static Consumer<FileSystemUse> readBack(long read, long fromCache) {
        return use -> {
            use.setReadBytes(read);
            use.setReads(1_000);
            use.setReadBackBytes(fromCache);
        };
    }

    /** @return the cause in a run without climate; null if its rule does not hold */
    static MatchedCause find(CauseKind cause, Map<WeatherMetric, Double> metrics) {
        return RootCauseAnalysis.of(metrics).causes().stream()
                .filter(found -> found.cause() == cause)
                .findFirst()
                .orElse(null);
    }
}
