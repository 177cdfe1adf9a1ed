package io.barograph.schemas.admission;

import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides whether a decoded record is within the bounds of its type. For use by one thread.
 *
 * <p>Results of the analysis are not judged: their topics have no bounds beyond what decodes, but for the times of job
 * weather.
 */
public final class RecordAdmission<T extends SpecificRecord> {
    /** Longest run that is admitted, from its start to its end. */
    public static final Duration MAX_RUN = FieldChecks.MAX_RUN;

    private static final Map<Class<?>, BiConsumer<SpecificRecord, FieldChecks>> BOUNDS = Map.of(
            ServerSample.class, (record, checks) -> ServerSampleBounds.check((ServerSample) record, checks),
            JobSamples.class, (record, checks) -> JobSamplesBounds.check((JobSamples) record, checks),
            ProbeTiming.class, (record, checks) -> ProbeTimingBounds.check((ProbeTiming) record, checks),
            BenchmarkRun.class, (record, checks) -> BenchmarkRunBounds.check((BenchmarkRun) record, checks),
            JobSummary.class, (record, checks) -> JobSummaryBounds.check((JobSummary) record, checks),
            JobEvent.class, (record, checks) -> JobEventBounds.check((JobEvent) record, checks),
            SiteEvent.class, (record, checks) -> SiteEventBounds.check((SiteEvent) record, checks),
            CollectorHealth.class, (record, checks) -> CollectorHealthBounds.check((CollectorHealth) record, checks),
            JobWeather.class, (record, checks) -> JobWeatherBounds.check((JobWeather) record, checks));

    private final BiConsumer<SpecificRecord, FieldChecks> bounds;
    private final ToLongFunction<T> time;

    /** The topic of the others bears the broker's time, so that reports of a wrong clock arrive. */
    private final boolean hasOwnTime;

    private RecordAdmission(
            BiConsumer<SpecificRecord, FieldChecks> bounds, ToLongFunction<T> time, boolean hasOwnTime) {
        this.bounds = bounds;
        this.time = time;
        this.hasOwnTime = hasOwnTime;
    }

    /** @return what judges its records; everything is admitted where the topic is none of the input topics */
    @SuppressWarnings("unchecked") // a topic of the catalogue holds records of its type
    public static <T extends SpecificRecord> RecordAdmission<T> of(Class<T> type) {
        Topic<T> topic = (Topic<T>) Topic.CATALOGUE.stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topic holds records of " + type));
        return new RecordAdmission<>(BOUNDS.get(type), topic.timestamp(), type != CollectorHealth.class);
    }

    /**
     * @param timestamp Kafka's timestamp of it, milliseconds since the epoch
     * @return why it is refused: the field, its value and the bound; null if it is admitted
     */
    public String refusal(T record, long timestamp) {
        if (bounds == null) {
            return null;
        }
        FieldChecks checks = new FieldChecks();
        bounds.accept(record, checks);
        if (checks.isAdmitted() && hasOwnTime) {
            checks.sameTime(time.applyAsLong(record), timestamp);
        }
        return checks.refusal();
    }

    static final class BenchmarkRunBounds {
        /** 1 EB/s, a hundred thousand times the largest file systems. */
        private static final double MAX_RATE = 1e18;

        /** Repetitions; those of one run begin microseconds apart at least. */
        private static final int MAX_ITERATION = 1_000_000;

        private BenchmarkRunBounds() {}

        static void check(BenchmarkRun run, FieldChecks checks) {
            checks.name("fileSystem", run.getFileSystem());
            checks.name("benchmark", run.getBenchmark());
            checks.name("phase", run.getPhase());
            checks.optionalName("program", run.getProgram());
            checks.count("iteration", (long) run.getIteration(), MAX_ITERATION);
            checks.text("configuration", run.getConfiguration(), FieldChecks.MAX_TEXT);
            checks.span("startTime", run.getStartTime(), "endTime", run.getEndTime(), FieldChecks.MAX_RUN);
            checks.time("publishedAt", run.getPublishedAt());
            checks.notAfter("endTime", run.getEndTime(), "publishedAt", run.getPublishedAt(), FieldChecks.MAX_AHEAD);
            checks.number("seconds", run.getSeconds(), 0, (double) FieldChecks.MAX_RUN.toSeconds());
            checks.counter("bytes", run.getBytes());
            checks.number("bytesPerSecond", run.getBytesPerSecond(), 0, MAX_RATE);
            checks.counter("operations", run.getOperations());
            checks.number("operationsPerSecond", run.getOperationsPerSecond(), 0, MAX_RATE);
            checks.count("processes", run.getProcesses(), FieldChecks.MAX_PROCESSES);
            checks.count("nodes", run.getNodes(), FieldChecks.MAX_NODES);
            checks.optionalName("jobId", run.getJobId());
            checks.text("error", run.getError(), FieldChecks.MAX_TEXT);
            checks.optionalName("collector", run.getCollector());
            checks.text("source", run.getSource(), FieldChecks.MAX_SOURCE);
        }
    }

    static final class CollectorHealthBounds {
        /** File systems that one collector takes samples of; it names no more than 100 itself. */
        private static final int MAX_FILE_SYSTEMS = 256;

        private CollectorHealthBounds() {}

        static void check(CollectorHealth health, FieldChecks checks) {
            checks.name("collector", health.getCollector());
            checks.optionalName("type", health.getType());
            checks.optionalName("host", health.getHost());
            checks.text("failure", health.getFailure(), FieldChecks.MAX_TEXT);
            Set<String> sampled = health.getSampleAgeSeconds().keySet();
            checks.size("sampleAgeSeconds", sampled, MAX_FILE_SYSTEMS);
            sampled.forEach(fileSystem -> checks.name("file system of sampleAgeSeconds", fileSystem));
        }
    }

    static final class JobEventBounds {
        /** As many nodes as the collector expands of one list. */
        private static final int MAX_NODE_NAMES = 200_000;

        /** Distances in the unit of the node-coordinate file. */
        private static final double MAX_RADIUS = 1e9;

        /** Slurm counts restarts in 16 bits. */
        private static final int MAX_RESTARTS = 65_535;

        private JobEventBounds() {}

        static void check(JobEvent event, FieldChecks checks) {
            checks.name("jobId", event.getJobId());
            if (event.getKind() == JobEventKind.UNKNOWN) {
                checks.refuse("kind", event.getKind(), "this version does not know it; upgrade the analysis first");
            }
            checks.time("time", event.getTime());
            checks.time("publishedAt", event.getPublishedAt());
            checks.notAfter("time", event.getTime(), "publishedAt", event.getPublishedAt(), FieldChecks.MAX_AHEAD);
            checks.time("submitTime", event.getSubmitTime());
            checks.notAfter(
                    "startTime", event.getStartTime(), "publishedAt", event.getPublishedAt(), FieldChecks.MAX_AHEAD);
            checks.span("startTime", event.getStartTime(), "endTime", event.getEndTime(), FieldChecks.MAX_RUN);
            if (event.getKind() == JobEventKind.END) {
                checks.span("startTime", event.getStartTime(), "time", event.getTime(), FieldChecks.MAX_RUN);
            }
            checks.remark("state", event.getState());
            checks.optionalName("exitCode", event.getExitCode());
            checks.optionalName("user", event.getUser());
            checks.optionalName("account", event.getAccount());
            checks.optionalName("partition", event.getPartition());
            checks.optionalName("cluster", event.getCluster());
            checks.text("jobName", event.getJobName(), FieldChecks.MAX_SOURCE);
            checks.count("nodes", event.getNodes(), FieldChecks.MAX_NODES);
            List<String> nodes = event.getNodeNames();
            checks.size("nodeNames", nodes, MAX_NODE_NAMES);
            for (int i = 0; nodes != null && i < nodes.size() && checks.isAdmitted(); i++) {
                checks.name("nodeNames", nodes.get(i));
            }
            checks.counter("rawJobId", event.getRawJobId());
            checks.counter("arrayJobId", event.getArrayJobId());
            checks.counter("arrayTaskId", event.getArrayTaskId());
            checks.counter("hetJobId", event.getHetJobId());
            checks.count("hetJobOffset", event.getHetJobOffset(), FieldChecks.MAX_NODES);
            checks.count("restarts", (long) event.getRestarts(), MAX_RESTARTS);
            checks.number("minRadius", event.getMinRadius(), 0, MAX_RADIUS);
            checks.number("meanRadius", event.getMeanRadius(), 0, MAX_RADIUS);
            checks.number("maxRadius", event.getMaxRadius(), 0, MAX_RADIUS);
            checks.optionalName("collector", event.getCollector());
            checks.text("source", event.getSource(), FieldChecks.MAX_SOURCE);
        }
    }

    static final class ProbeTimingBounds {
        /** An operation hangs as long as its server is away. */
        private static final double MAX_SECONDS = Duration.ofDays(366).toSeconds();

        private static final String UNKNOWN =
                "this version does not know it; upgrade the analysis before the collectors";

        private ProbeTimingBounds() {}

        static void check(ProbeTiming timing, FieldChecks checks) {
            if (timing.getOperation() == ProbeOperation.UNKNOWN) {
                checks.refuse("operation", timing.getOperation(), UNKNOWN);
            }
            if (timing.getOutcome() == ProbeOutcome.UNKNOWN) {
                checks.refuse("outcome", timing.getOutcome(), UNKNOWN);
            }
            boolean hasTiming = timing.getOutcome() == ProbeOutcome.OK || timing.getOutcome() == ProbeOutcome.TIMEOUT;
            if (hasTiming && timing.getSeconds() == null) {
                checks.refuse("seconds", null, "outcome " + timing.getOutcome() + " has a duration");
            }
            checks.number("seconds", timing.getSeconds(), 0, MAX_SECONDS);
            checks.name("fileSystem", timing.getFileSystem());
            checks.optionalName("host", timing.getHost());
            if (timing.getSource() == null) {
                checks.name("host", timing.getHost()); // recordings do not say it
            }
            checks.path("directory", timing.getDirectory());
            checks.optionalName("server", timing.getServer());
            checks.optionalName("collector", timing.getCollector());
            checks.text("error", timing.getError(), FieldChecks.MAX_TEXT);
            checks.text("source", timing.getSource(), FieldChecks.MAX_SOURCE);
            checks.time("time", timing.getTime());
            checks.time("publishedAt", timing.getPublishedAt());
            checks.time("arrivedAt", timing.getArrivedAt());
            checks.notAfter("time", timing.getTime(), "publishedAt", timing.getPublishedAt(), FieldChecks.MAX_AHEAD);
            checks.interval(timing.getIntervalMillis());
            checks.counter("bytes", timing.getBytes());
            checks.counter("offset", timing.getOffset());
        }
    }

    static final class ServerSampleBounds {
        /** Sources count the load of all processors of a host together, or round beyond 100; 1 000 processors at most. */
        private static final double MAX_PERCENT = 100_000;

        private ServerSampleBounds() {}

        static void check(ServerSample sample, FieldChecks checks) {
            checks.name("fileSystem", sample.getFileSystem());
            checks.name("server", sample.getServer());
            checks.optionalName("host", sample.getHost());
            checks.optionalName("collector", sample.getCollector());
            checks.remark("state", sample.getState());
            if (sample.getKind() == ServerKind.UNKNOWN) {
                checks.refuse(
                        "kind",
                        sample.getKind(),
                        "this version does not know such servers; upgrade the analysis before the collectors");
            }
            checks.time("time", sample.getTime());
            checks.time("publishedAt", sample.getPublishedAt());
            checks.time("arrivedAt", sample.getArrivedAt());
            checks.notAfter("time", sample.getTime(), "publishedAt", sample.getPublishedAt(), FieldChecks.MAX_AHEAD);
            checks.interval(sample.getIntervalMillis());
            checks.counter("readBytes", sample.getReadBytes());
            checks.counter("writeBytes", sample.getWriteBytes());
            checks.counter("readOperations", sample.getReadOperations());
            checks.counter("writeOperations", sample.getWriteOperations());
            checks.counter("readWriteOperations", sample.getReadWriteOperations());
            checks.counters("metadataOperations", sample.getMetadataOperations());
            checks.number("cpuPercent", sample.getCpuPercent(), 0, MAX_PERCENT);
            checks.number("memoryPercent", sample.getMemoryPercent(), 0, MAX_PERCENT);
            checks.counter("usedKibibytes", sample.getUsedKibibytes());
            checks.counter("freeKibibytes", sample.getFreeKibibytes());
            checks.counter("totalKibibytes", sample.getTotalKibibytes());
            checks.counter("usedInodes", sample.getUsedInodes());
            checks.counter("freeInodes", sample.getFreeInodes());
            checks.counter("totalInodes", sample.getTotalInodes());
            checks.counter("exports", sample.getExports());
            checks.counter("connects", sample.getConnects());
            checks.counter("reconnects", sample.getReconnects());
            checks.counter("locks", sample.getLocks());
            checks.counter("lockGrantRate", sample.getLockGrantRate());
            checks.counter("lockCancelRate", sample.getLockCancelRate());
            checks.counter("networkBytes", sample.getNetworkBytes());
        }
    }

    static final class SiteEventBounds {
        /** A maintenance that is planned, or one that is declared long after: ten years. */
        private static final Duration MAX_SPAN = Duration.ofDays(3_660);

        private SiteEventBounds() {}

        static void check(SiteEvent event, FieldChecks checks) {
            checks.name("fileSystem", event.getFileSystem());
            checks.name("id", event.getId(), 2 * NameRule.MAX_NAME);
            if (event.getKind() == SiteEventKind.UNKNOWN) {
                checks.refuse("kind", event.getKind(), "this version does not know it; upgrade the analysis first");
            }
            checks.time("recordedAt", event.getRecordedAt());
            checks.span("from", event.getFrom(), "to", event.getTo(), MAX_SPAN);
            checks.text("text", event.getText(), FieldChecks.MAX_TEXT);
            checks.text("author", event.getAuthor(), FieldChecks.MAX_TEXT);
        }
    }
}
