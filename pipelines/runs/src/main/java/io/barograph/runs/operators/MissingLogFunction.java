package io.barograph.runs.operators;

import io.barograph.runs.RunMovement;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Asks for the weather of every job that ended and left no log for 24 h, on each file system of the catalogue: jobs that
 * were killed at their time limit are the worst victims, and leave none. Keyed by {@link NameFingerprints#bucketOf} the job id
 * that logs have. A job of which no start is known is left out. That a recording ends says nothing of logs.
 *
 * <p>State: some 150 bytes for each job that runs or whose log is awaited, 7 days after its last event at the latest; 16
 * bytes for each that left a log, or was asked for, until 7 days after that and the rest of that day.
 */
final class MissingLogFunction extends KeyedCoProcessFunction<Integer, JobEvent, PendingRun, PendingRun> {
    /** How long the log of a job is awaited. */
    static final long TIMEOUT = Duration.ofHours(24).toMillis();

    private static final PendingRun.Use NOBODY_COUNTED = new PendingRun.Use(0, 0, 0, 0, 0, -1);

    static {
        AvroCodec.of(JobWeather.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private final FileSystemCatalogue catalogue;
    private final HistoryPolicy policy;
    private transient MapState<String, BatchJob> jobs;
    private transient MapState<String, Long> keepUntil;
    private transient ValueState<long[]> closed;

    MissingLogFunction(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        jobs = runtime.getMapState(new MapStateDescriptor<>("jobs", Types.STRING, BatchJob.TYPE));
        keepUntil = runtime.getMapState(new MapStateDescriptor<>("keep-until", Types.STRING, Types.LONG));
        closed = runtime.getState(new ValueStateDescriptor<>("closed", NameFingerprints.TYPE));
    }

    @Override
    public void processElement1(JobEvent event, Context context, Collector<PendingRun> out) throws Exception {
        String jobId = BatchJob.idInLogs(event);
        if (NameFingerprints.contain(closed.value(), NameFingerprints.of(jobId))) {
            return;
        }
        BatchJob known = jobs.get(jobId);
        BatchJob now = (known == null ? BatchJob.unknown(jobId) : known).with(event);
        jobs.put(jobId, now);
        long until = forgottenAt(event.getTime().toEpochMilli());
        Long before = keepUntil.get(jobId);
        if (before == null || before < until) {
            keepUntil.put(jobId, until);
            context.timerService().registerEventTimeTimer(until);
        }
        if (now.hasEnded()) {
            context.timerService().registerEventTimeTimer(now.to() + TIMEOUT);
        }
    }

    @Override
    public void processElement2(PendingRun run, Context context, Collector<PendingRun> out) throws Exception {
        BatchJob job = jobs.get(run.jobId());
        close(run.jobId(), run.decidedAt(), context.timerService());
        if (job != null && job.hasEnded() && due(job.to() + TIMEOUT).isEmpty()) {
            context.timerService().deleteEventTimeTimer(job.to() + TIMEOUT);
        }
    }

    private long forgottenAt(long time) {
        return NameFingerprints.endOfDay(time + policy.coarse().toMillis());
    }

    /** Nothing more is asked of this job, whatever else is reported of it. */
    private void close(String jobId, long time, TimerService timers) throws Exception {
        jobs.remove(jobId);
        keepUntil.remove(jobId);
        long fingerprint = NameFingerprints.of(jobId);
        if (!NameFingerprints.contain(closed.value(), fingerprint)) {
            closed.update(NameFingerprints.with(closed.value(), fingerprint, forgottenAt(time)));
            timers.registerEventTimeTimer(forgottenAt(time));
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<PendingRun> out) throws Exception {
        for (BatchJob job : due(time)) {
            for (CatalogueFileSystem fileSystem : catalogue.fileSystems()) {
                out.collect(withoutLog(job, fileSystem, time));
            }
            close(job.jobId(), time, context.timerService());
        }
        if (time == NameFingerprints.endOfDay(time)) {
            forget(time);
        }
    }

    /** The jobs that have been without a log long enough at that very time, in the order of their ids. */
    private List<BatchJob> due(long time) throws Exception {
        List<BatchJob> due = new ArrayList<>();
        for (BatchJob job : jobs.values()) {
            if (job.hasStarted() && job.hasEnded() && time == job.to() + TIMEOUT) {
                due.add(job);
            }
        }
        due.sort(Comparator.comparing(BatchJob::jobId));
        return due;
    }

    private void forget(long time) throws Exception {
        closed.update(NameFingerprints.after(closed.value(), time));
        List<String> old = new ArrayList<>();
        for (Map.Entry<String, Long> until : keepUntil.entries()) {
            if (until.getValue() <= time) {
                old.add(until.getKey());
            }
        }
        for (String jobId : old) {
            jobs.remove(jobId);
            keepUntil.remove(jobId);
        }
    }

    private static PendingRun withoutLog(BatchJob job, CatalogueFileSystem fileSystem, long decidedAt) {
        JobWeather draft = JobWeather.newBuilder()
                .setJobId(job.jobId())
                .setUser(job.user().isEmpty() ? null : job.user())
                .setExecutable("")
                .setStartTime(Instant.ofEpochMilli(job.from()))
                .setEndTime(Instant.ofEpochMilli(job.to()))
                .setFileSystem(fileSystem.name())
                .setProcesses(0)
                .setNodes(job.nodes() == 0 ? null : job.nodes())
                .setDecidedAt(Instant.ofEpochMilli(decidedAt))
                .setJobReadBytes(0)
                .setJobWriteBytes(0)
                .setQuality(Quality.NO_SERVER_DATA)
                .setRecordKind(WeatherRecordKind.NO_DARSHAN)
                .setJobState(job.state().isEmpty() ? null : job.state())
                .build();
        return new PendingRun(
                job.jobId(),
                "",
                job.from() * 1_000,
                job.to() * 1_000,
                fileSystem.name(),
                NOBODY_COUNTED,
                List.of(),
                DisjointIntervals.NONE,
                RunMovement.UNKNOWN,
                fileSystem.samplingInterval().toMillis(),
                decidedAt,
                draft);
    }
}
