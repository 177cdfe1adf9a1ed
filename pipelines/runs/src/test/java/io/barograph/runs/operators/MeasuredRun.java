package io.barograph.runs.operators;

import com.sun.management.OperatingSystemMXBean;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.servers.history.HistoryPolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.TaskStateStats;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Runs the whole workflow over a {@link BusySite} on a cluster of two tasks with the state on the heap, and stops after
 * each hour of event time to look: at the processor time of each operator's threads, the state in a checkpoint, and the
 * heap. Time spent waiting counts nowhere, so a busy machine changes little.
 */
final class MeasuredRun {
    /** The task's name, its number; threads that help a task have a name with "for" before it. */
    private static final Pattern TASK_THREAD = Pattern.compile("((?!.* for ).*) \\(\\d+/\\d+\\)#.*");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Map<String, ConcurrentLinkedQueue<Decision>> DECIDED = new HashMap<>();
    private static final long OUT_OF_ORDERNESS = 10_000;

    /**
     * What one hour of event time took, and what is kept at its end.
     *
     * @param decisions decisions taken, revisions included
     * @param processorNanos processor time of the threads of each operator
     * @param allNanos processor time of the process: with checkpoints, garbage collection and compilation
     * @param bytes bytes of each operator in a checkpoint
     * @param heapBytes bytes in use on the heap after garbage collection
     */
    record Hour(
            int decisions, Map<String, Long> processorNanos, long allNanos, Map<String, Long> bytes, long heapBytes) {
        long processorNanosOfTasks() {
            return processorNanos.values().stream().mapToLong(Long::longValue).sum();
        }

        long bytesOfAll() {
            return bytes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** What a decision says of bytes read and of the jobs of the time. */
    record Decision(
            int job,
            int revision,
            long decidedAt,
            Long readByUsed,
            Long readByAll,
            Integer concurrentJobs,
            Integer concurrentNodes,
            Double concurrentNodeHours) {
        static Decision of(JobWeather weather) {
            return new Decision(
                    BusySite.jobOf(weather.getJobId()),
                    weather.getRevision(),
                    weather.getDecidedAt().toEpochMilli(),
                    weather.getServerReadBytes(),
                    weather.getFileSystemReadBytes(),
                    weather.getConcurrentJobs(),
                    weather.getConcurrentNodes(),
                    weather.getConcurrentNodeHours());
        }
    }

    private final List<Hour> hours = new ArrayList<>();
    private final List<Decision> decisions = new ArrayList<>();

    /**
     * @param name name of its own
     * @param site what to run over
     * @param policy history to keep
     * @param checkpointsPerHour checkpoints in an hour of event time, one at least
     * @param folder where to put checkpoints
     * @param watcher sees each hour as soon as it is measured
     */
    MeasuredRun(
            String name,
            BusySite site,
            HistoryPolicy policy,
            int checkpointsPerHour,
            Path folder,
            Consumer<Hour> watcher)
            throws Exception {
        DECIDED.put(name, new ConcurrentLinkedQueue<>());
        Configuration configuration = configuration(folder);
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration);
        env.setParallelism(2);
        CoverageWorkflow.coverage(
                        samples(env, name, site),
                        summaries(env, name, site),
                        events(env, name, site),
                        BusySite.CATALOGUE,
                        policy,
                        MotifRules.DEFAULT)
                .decisions()
                .map(new Keep(name))
                .returns(Types.INT)
                .name("keep")
                .uid("keep")
                .sinkTo(new DiscardingSink<>())
                .uid("discard");
        Pace pace = Pace.named(name);
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build())) {
            cluster.start();
            JobID job =
                    cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
            CompletableFuture<?> ended = cluster.requestJobResult(job).whenComplete((result, error) -> pace.stop());
            Map<String, Long> before = Map.of();
            long allBefore = allNanos();
            for (int hour = 0; hour < site.hours(); hour++) {
                AbstractCheckpointStats checkpoint = null;
                for (int part = 1; part <= checkpointsPerHour; part++) {
                    pace.runUntil(BusySite.START + hour * BusySite.HOUR + part * BusySite.HOUR / checkpointsPerHour);
                    checkpoint = checkpoint(cluster, job);
                }
                Map<String, Long> now = processorNanos();
                long all = allNanos();
                hours.add(new Hour(
                        drain(name),
                        difference(now, before),
                        all - allBefore,
                        bytes(cluster, job, checkpoint),
                        heapAfterCollection()));
                watcher.accept(hours.get(hour));
                before = now;
                allBefore = allNanos();
            }
            pace.runToTheEnd();
            ended.get();
            cluster.requestJobResult(job).get().toJobExecutionResult(MeasuredRun.class.getClassLoader());
            drain(name);
        }
    }

    /** What was measured, hour by hour. */
    List<Hour> hours() {
        return hours;
    }

    /** All decisions, those after the last hour too. */
    List<Decision> decisions() {
        return decisions;
    }

    private static Configuration configuration(Path folder) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        return configuration;
    }

    private static DataStream<ServerSample> samples(StreamExecutionEnvironment env, String name, BusySite site) {
        return env.fromSource(
                        new DataGeneratorSource<>(
                                (GeneratorFunction<Long, ServerSample>) site::sample,
                                site.sampleCount(),
                                Pace.lead(name, site::sampleTime),
                                AvroFormat.typeOf(ServerSample.class)),
                        watermarks(sample -> sample.getTime().toEpochMilli(), OUT_OF_ORDERNESS),
                        "samples")
                .setParallelism(1)
                .uid("samples");
    }

    private static DataStream<JobSummary> summaries(StreamExecutionEnvironment env, String name, BusySite site) {
        return env.fromSource(
                        new DataGeneratorSource<>(
                                (GeneratorFunction<Long, JobSummary>) site::summary,
                                site.summaryCount(),
                                Pace.follow(name, site::summaryTime),
                                AvroFormat.typeOf(JobSummary.class)),
                        watermarks(summary -> summary.getCollectedAt().toEpochMilli(), 0),
                        "summaries")
                .setParallelism(1)
                .uid("summaries");
    }

    private static DataStream<JobEvent> events(StreamExecutionEnvironment env, String name, BusySite site) {
        return env.fromSource(
                        new DataGeneratorSource<>(
                                (GeneratorFunction<Long, JobEvent>) site::event,
                                site.eventCount(),
                                Pace.follow(name, site::eventTimeAt),
                                AvroFormat.typeOf(JobEvent.class)),
                        watermarks(event -> event.getTime().toEpochMilli(), 0),
                        "events")
                .setParallelism(1)
                .uid("events");
    }

    /** A time stamp of a record. */
    private interface TimeOf<T> extends ToLongFunction<T>, java.io.Serializable {}

    /** A watermark with each new instant, as a live job that is polled has it. */
    private static <T> WatermarkStrategy<T> watermarks(TimeOf<T> time, long outOfOrderness) {
        return WatermarkStrategy.<T>forGenerator(context -> new WatermarkGenerator<>() {
                    private long latest = Long.MIN_VALUE;

                    @Override
                    public void onEvent(T record, long timestamp, WatermarkOutput output) {
                        if (timestamp > latest) {
                            latest = timestamp;
                            output.emitWatermark(new Watermark(timestamp - outOfOrderness - 1));
                        }
                    }

                    @Override
                    public void onPeriodicEmit(WatermarkOutput output) {}
                })
                .withTimestampAssigner((record, ignored) -> time.applyAsLong(record));
    }

    private record Keep(String name) implements MapFunction<JobWeather, Integer> {
        @Override
        public Integer map(JobWeather weather) {
            DECIDED.get(name).add(Decision.of(weather));
            return 0;
        }
    }

    private int drain(String name) {
        int count = 0;
        ConcurrentLinkedQueue<Decision> queue = DECIDED.get(name);
        for (Decision decision = queue.poll(); decision != null; decision = queue.poll()) {
            decisions.add(decision);
            count++;
        }
        return count;
    }

    /** All that was emitted before is processed when a checkpoint is complete: it comes behind it. */
    private static AbstractCheckpointStats checkpoint(MiniCluster cluster, JobID job) throws Exception {
        long id = cluster.triggerCheckpoint(job, CheckpointType.FULL).get();
        return cluster.getExecutionGraph(job)
                .get()
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getCheckpointById(id);
    }

    private static Map<String, Long> bytes(MiniCluster cluster, JobID job, AbstractCheckpointStats checkpoint)
            throws Exception {
        AccessExecutionGraph graph = cluster.getExecutionGraph(job).get();
        Map<String, Long> bytes = new TreeMap<>();
        for (TaskStateStats task : checkpoint.getAllTaskStateStats()) {
            bytes.merge(graph.getJobVertex(task.getJobVertexId()).getName(), task.getStateSize(), Long::sum);
        }
        return bytes;
    }

    /** Processor time of the threads of tasks, by the name of the task without its number. */
    private static Map<String, Long> processorNanos() {
        Map<String, Long> nanos = new TreeMap<>();
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null) {
                Matcher name = TASK_THREAD.matcher(thread.getThreadName());
                if (name.matches()) {
                    nanos.merge(name.group(1), THREADS.getThreadCpuTime(thread.getThreadId()), Long::sum);
                }
            }
        }
        return nanos;
    }

    private static Map<String, Long> difference(Map<String, Long> now, Map<String, Long> before) {
        Map<String, Long> difference = new TreeMap<>(now);
        before.forEach((name, nanos) -> difference.merge(name, -nanos, Long::sum));
        return difference;
    }

    private static long allNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
