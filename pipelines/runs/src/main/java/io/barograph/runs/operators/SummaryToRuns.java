package io.barograph.runs.operators;

import io.barograph.runs.RunMovement;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.Quality;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.schemas.metrics.ContributingFactors;
import io.barograph.schemas.motif.FileSharing;
import io.barograph.schemas.motif.Motif;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.schemas.motif.RunDirection;
import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Splits a summary by file system, drafts its results, and sets the event time of each decision. */
final class SummaryToRuns implements FlatMapFunction<JobSummary, PendingRun> {
    private static final String POSIX = "POSIX";

    static {
        AvroCodec.of(JobWeather.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private final FileSystemCatalogue catalogue;
    private final HistoryPolicy policy;
    private final MotifRules motifs;

    SummaryToRuns(FileSystemCatalogue catalogue, HistoryPolicy policy, MotifRules motifs) {
        this.catalogue = catalogue;
        this.policy = policy;
        this.motifs = motifs;
    }

    @Override
    public void flatMap(JobSummary summary, Collector<PendingRun> out) {
        long startMicros = micros(summary.getStartTime());
        long endMicros = micros(summary.getEndTime());
        boolean alone = summary.getFileSystems().size() == 1;
        for (FileSystemUse use : ofTheSite(summary)) {
            CatalogueFileSystem fileSystem = catalogue.orDefault(use.getFileSystem());
            long interval = fileSystem.samplingInterval().toMillis();
            long endMillis = ceilingMillis(endMicros);
            long decidedAt = Math.max(
                    summary.getCollectedAt().toEpochMilli(),
                    endMillis + interval + policy.lateness().toMillis());
            ModuleUse module = alone ? module(summary.getModules()) : null;
            out.collect(new PendingRun(
                    summary.getJobId(),
                    summary.getExecutable(),
                    startMicros,
                    endMicros,
                    fileSystem.name(),
                    new PendingRun.Use(
                            use.getReadBytes(),
                            use.getWriteBytes(),
                            use.getReads(),
                            use.getWrites(),
                            use.getOpens(),
                            module == null || module.getStats() == null ? -1 : module.getStats()),
                    namedServers(use),
                    active(use, startMicros, interval),
                    movement(use),
                    interval,
                    decidedAt,
                    draft(summary, use, module, fileSystem.name())));
        }
    }

    /** What was used of the catalogue; of a run that used nothing of it one, for it has a log. */
    private List<FileSystemUse> ofTheSite(JobSummary summary) {
        List<FileSystemUse> known = summary.getFileSystems().stream()
                .filter(use -> catalogue.knows(use.getFileSystem()))
                .toList();
        return known.isEmpty() ? summary.getFileSystems().stream().limit(1).toList() : known;
    }

    /** The module that a file system's values are of; that of the log is the file system's where it is the only one. */
    private static ModuleUse module(List<ModuleUse> modules) {
        return modules.stream()
                .filter(module -> module.getModule().equals(POSIX))
                .findFirst()
                .orElse(modules.isEmpty() ? null : modules.get(0));
    }

    private JobWeather draft(JobSummary summary, FileSystemUse use, ModuleUse module, String fileSystem) {
        long bytes = use.getReadBytes() + use.getWriteBytes();
        int processes = summary.getProcesses();
        String application = motifs.applications().of(summary.getExecutable());
        RunDirection direction = RunDirection.of(use.getReadBytes(), use.getWriteBytes());
        FileSharing layout = layout(use, processes);
        Motif motif = new Motif(fileSystem, application, direction, layout, null, Math.max(1, processes));
        Double performance = use.getPerformanceBytesPerSecond() == null && module != null
                ? module.getPerformanceBytesPerSecond()
                : use.getPerformanceBytesPerSecond();
        return JobWeather.newBuilder()
                .setJobId(summary.getJobId())
                .setUser(summary.getUser() == null || summary.getUser().isEmpty() ? null : summary.getUser())
                .setExecutable(summary.getExecutable())
                .setStartTime(summary.getStartTime())
                .setEndTime(summary.getEndTime())
                .setFileSystem(fileSystem)
                .setProcesses(processes)
                .setNodes(summary.getNodes() == null || summary.getNodes() < 0 ? null : summary.getNodes())
                .setDecidedAt(summary.getCollectedAt())
                .setJobReadBytes(use.getReadBytes())
                .setJobWriteBytes(use.getWriteBytes())
                .setQuality(Quality.NO_SERVER_DATA)
                .setPartial(summary.getPartial())
                .setRecordKind(WeatherRecordKind.RUN)
                .setApplication(application)
                .setDirection(direction.word())
                .setLayout(layout == null ? null : layout.word())
                .setMotif(motif.key())
                .setEligible(motifs.eligibility().holds(bytes, processes))
                .setPerformanceBytesPerSecond(performance)
                .setMetrics(metrics(summary, use, module, performance))
                .setSource(summary.getSource())
                .build();
    }

    private static FileSharing layout(FileSystemUse use, int processes) {
        if (use.getSharedBytes() != null) {
            return FileSharing.ofBytes(use.getSharedBytes(), use.getReadBytes() + use.getWriteBytes());
        }
        return use.getFiles() == null || processes < 1 ? null : FileSharing.ofFileCount(use.getFiles(), processes);
    }

    private static Map<String, Double> metrics(
            JobSummary summary, FileSystemUse use, ModuleUse module, Double performance) {
        Map<String, Double> metrics = new TreeMap<>();
        put(metrics, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND, performance);
        put(metrics, WeatherMetric.JOB_READ_BYTES, use.getReadBytes());
        put(metrics, WeatherMetric.JOB_WRITE_BYTES, use.getWriteBytes());
        put(metrics, WeatherMetric.JOB_READS, use.getReads());
        put(metrics, WeatherMetric.JOB_WRITES, use.getWrites());
        put(metrics, WeatherMetric.JOB_SEQUENTIAL_READS, use.getSequentialReads());
        put(metrics, WeatherMetric.JOB_SEQUENTIAL_WRITES, use.getSequentialWrites());
        put(metrics, WeatherMetric.JOB_OPENS, use.getOpens());
        put(metrics, WeatherMetric.JOB_STATS, module == null ? null : module.getStats());
        put(metrics, WeatherMetric.JOB_FILES, use.getFiles());
        put(metrics, WeatherMetric.JOB_READ_SECONDS, use.getReadSeconds());
        put(metrics, WeatherMetric.JOB_WRITE_SECONDS, use.getWriteSeconds());
        put(metrics, WeatherMetric.JOB_METADATA_SECONDS, use.getMetadataSeconds());
        put(
                metrics,
                WeatherMetric.JOB_IO_SECONDS,
                use.getSlowestRankSeconds() == null && module != null
                        ? module.getSlowestRankSeconds()
                        : use.getSlowestRankSeconds());
        put(metrics, WeatherMetric.JOB_RUN_SECONDS, summary.getRunTimeSeconds());
        ContributingFactors.of(summary, use).forEach((metric, value) -> put(metrics, metric, value));
        return metrics;
    }

    /** Darshan's -1 means not recorded. */
    private static void put(Map<String, Double> metrics, WeatherMetric metric, Number value) {
        if (value != null && value.doubleValue() >= 0) {
            metrics.put(metric.metricName(), value.doubleValue());
        }
    }

    /** The intervals that a read or write of the run touches. */
    private static DisjointIntervals active(FileSystemUse use, long startMicros, long interval) {
        if (use.getIoIntervals() == null) {
            return DisjointIntervals.NONE;
        }
        List<DisjointIntervals.Stretch> touched = new ArrayList<>();
        for (IoInterval io : use.getIoIntervals()) {
            touched.add(new DisjointIntervals.Stretch(
                    ceilingMillis(startMicros + io.getStartMicros()),
                    ceilingMillis(startMicros + io.getEndMicros()) + interval));
        }
        return DisjointIntervals.NONE.and(touched);
    }

    private static RunMovement movement(FileSystemUse use) {
        return use.getIoIntervals() == null
                ? RunMovement.UNKNOWN
                : new RunMovement(use.getIoIntervals().stream()
                        .map(io -> new RunMovement.Phase(io.getStartMicros(), io.getEndMicros(), io.getBytes()))
                        .toList());
    }

    private static List<String> namedServers(FileSystemUse use) {
        return use.getOstsComplete() && use.getOsts() != null
                ? use.getOsts().stream().distinct().map(ServerNames::ofOst).toList()
                : List.of();
    }

    private static long ceilingMillis(long micros) {
        return -Math.floorDiv(-micros, 1_000);
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
