package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.analytics.volume.Stretches;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherRecordKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Asks for the weather of every job that ended and left no log for 24 h, on each file system of the catalogue: jobs that
 * were killed at their time limit are the worst victims, and leave none. Keyed by the job id that logs have. A job of
 * which no start is known is left out. That a recording ends says nothing of logs.
 *
 * <p>State: some 100 bytes per job, until 7 days after its last log or event.
 */
final class MissingLogFunction extends KeyedCoProcessFunction<String, JobEvent, Run, Run> {
    private static final long serialVersionUID = 1L;
    /** How long the log of a job is awaited. */
    static final long PATIENCE = Duration.ofHours(24).toMillis();

    private static final Run.Use NOBODY_COUNTED = new Run.Use(0, 0, 0, 0, 0, -1);

    static {
        AvroCodec.of(JobWeather.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private final FileSystemCatalogue catalogue;
    private final HistoryPolicy policy;
    private transient ValueState<BatchJob> job;
    private transient ValueState<Boolean> logSeen;
    private transient ValueState<Long> keepUntil;

    MissingLogFunction(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        job = getRuntimeContext().getState(new ValueStateDescriptor<>("job", BatchJob.TYPE));
        logSeen = getRuntimeContext().getState(new ValueStateDescriptor<>("log-seen", Types.BOOLEAN));
        keepUntil = getRuntimeContext().getState(new ValueStateDescriptor<>("keep-until", Types.LONG));
    }

    @Override
    public void processElement1(JobEvent event, Context context, Collector<Run> out) throws Exception {
        BatchJob known = job.value() == null ? BatchJob.unknown(BatchJob.idInLogs(event)) : job.value();
        BatchJob now = known.with(event);
        job.update(now);
        keepUntil(event.getTime().toEpochMilli() + policy.coarse().toMillis(), context);
        if (now.hasEnded()) {
            context.timerService().registerEventTimeTimer(now.to() + PATIENCE);
        }
    }

    @Override
    public void processElement2(Run run, Context context, Collector<Run> out) throws Exception {
        logSeen.update(true);
        keepUntil(run.decidedAt() + policy.coarse().toMillis(), context);
    }

    /** Before other timers are set: what is dropped here may lie at their time. */
    private void keepUntil(long time, Context context) throws Exception {
        Long known = keepUntil.value();
        if (known == null || known < time) {
            if (known != null) {
                context.timerService().deleteEventTimeTimer(known);
            }
            keepUntil.update(time);
            context.timerService().registerEventTimeTimer(time);
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Run> out) throws Exception {
        BatchJob known = job.value();
        if (known != null
                && known.hasStarted()
                && known.hasEnded()
                && time == known.to() + PATIENCE
                && logSeen.value() == null) {
            for (FileSystem fileSystem : catalogue.fileSystems()) {
                out.collect(withoutLog(known, fileSystem, time));
            }
        }
        if (keepUntil.value() != null && time >= keepUntil.value()) {
            job.clear();
            logSeen.clear();
            keepUntil.clear();
        }
    }

    private static Run withoutLog(BatchJob job, FileSystem fileSystem, long decidedAt) {
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
        return new Run(
                job.jobId(),
                "",
                job.from() * 1_000,
                job.to() * 1_000,
                fileSystem.name(),
                NOBODY_COUNTED,
                List.of(),
                Stretches.NONE,
                fileSystem.samplingInterval().toMillis(),
                decidedAt,
                draft);
    }
}
