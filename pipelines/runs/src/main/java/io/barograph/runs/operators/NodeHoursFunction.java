package io.barograph.runs.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Node-hours of each batch job that has ended, with and without a log, for every file system of the catalogue: a job does
 * not say which it uses. Keyed by {@link NameFingerprints#bucketOf} the job id that logs have. What an event or a log changes
 * counts from its time on, in whatever order they come; a job without an end, start or number of nodes has no node-hours.
 *
 * <p>State: some 100 bytes per job, until 6 h after it has ended and left a log, or else 7 days after its last log or
 * event; 16 bytes until then for one that has ended and left a log; the events and logs of which the time has not come.
 */
final class NodeHoursFunction extends KeyedCoProcessFunction<Integer, JobEvent, PendingRun, CoverageContribution> {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final FileSystemCatalogue catalogue;
    private final HistoryPolicy policy;
    private transient MapState<Long, List<JobEvent>> events;
    private transient MapState<Long, List<String>> logs;
    private transient MapState<String, JobNodeHours> jobs;
    private transient ValueState<long[]> closed;
    private transient Counter leftOut;

    NodeHoursFunction(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        events = runtime.getMapState(
                new MapStateDescriptor<>("events", Types.LONG, Types.LIST(AvroFormat.typeOf(JobEvent.class))));
        logs = runtime.getMapState(new MapStateDescriptor<>("logs", Types.LONG, Types.LIST(Types.STRING)));
        jobs = runtime.getMapState(new MapStateDescriptor<>("jobs", Types.STRING, JobNodeHours.TYPE));
        closed = runtime.getState(new ValueStateDescriptor<>("closed", NameFingerprints.TYPE));
        leftOut = runtime.getMetricGroup().counter("eventsOfTooManyRequeues");
    }

    @Override
    public void processElement1(JobEvent event, Context context, Collector<CoverageContribution> out) throws Exception {
        String jobId = BatchJob.idInLogs(event);
        if (isClosed(jobId)) {
            return;
        }
        long time = event.getTime().toEpochMilli();
        StateLists.add(events, time, event);
        JobNodeHours job = jobOrNew(jobId);
        keepAfter(job, time, context.timerService());
        jobs.put(jobId, job);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void processElement2(PendingRun run, Context context, Collector<CoverageContribution> out) throws Exception {
        if (isClosed(run.jobId())) {
            return;
        }
        JobNodeHours job = jobOrNew(run.jobId());
        keepAfter(job, run.decidedAt(), context.timerService());
        if (job.log(run.decidedAt())) {
            StateLists.add(logs, run.decidedAt(), run.jobId());
            context.timerService().registerEventTimeTimer(run.decidedAt());
        }
        jobs.put(run.jobId(), job);
    }

    private boolean isClosed(String jobId) throws Exception {
        return NameFingerprints.contain(closed.value(), NameFingerprints.of(jobId));
    }

    private JobNodeHours jobOrNew(String jobId) throws Exception {
        JobNodeHours known = jobs.get(jobId);
        return known == null ? new JobNodeHours() : known;
    }

    private void keepAfter(JobNodeHours job, long time, TimerService timers) {
        long from = Math.max(time, timers.currentWatermark());
        long until = NameFingerprints.endOfDay(from + policy.coarse().toMillis());
        if (job.keepUntil(until)) {
            timers.registerEventTimeTimer(until);
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<CoverageContribution> out) throws Exception {
        Map<String, List<JobEvent>> changes = new TreeMap<>();
        for (JobEvent event : StateLists.remove(events, time)) {
            changes.computeIfAbsent(BatchJob.idInLogs(event), unused -> new ArrayList<>())
                    .add(event);
        }
        for (String jobId : StateLists.remove(logs, time)) {
            changes.putIfAbsent(jobId, List.of());
        }
        for (Map.Entry<String, List<JobEvent>> change : changes.entrySet()) {
            change(change.getKey(), change.getValue(), time, context.timerService(), out);
        }
        if (Math.floorMod(time, HOUR) == 0) {
            close(time);
        }
    }

    private void change(
            String jobId, List<JobEvent> known, long time, TimerService timers, Collector<CoverageContribution> out)
            throws Exception {
        JobNodeHours job = jobOrNew(jobId);
        // An event that came late has a timer behind what was reported already.
        long now = Math.max(job.emittedAt(), time);
        CoverageTotalsByDay before =
                job.emittedAt() == JobNodeHours.NEVER ? CoverageTotalsByDay.NONE : job.evidence(job.emittedAt());
        for (JobEvent event : known) {
            if (!job.takeIn(event)) {
                leftOut.inc();
            }
        }
        CoverageTotalsByDay change = job.evidence(now).since(before);
        job.emitted(now);
        jobs.put(jobId, job);
        if (!change.isNone()) {
            for (CatalogueFileSystem fileSystem : catalogue.fileSystems()) {
                out.collect(new CoverageContribution(fileSystem.name(), now, change, CoverageContribution.NO_TRAFFIC));
            }
        }
        if (job.isComplete()) {
            timers.registerEventTimeTimer(
                    (Math.floorDiv(now, HOUR) + 1) * HOUR + policy.fine().toMillis());
        }
    }

    private void close(long time) throws Exception {
        long[] known = NameFingerprints.after(closed.value(), time);
        List<String> over = new ArrayList<>();
        for (Map.Entry<String, JobNodeHours> each : jobs.entries()) {
            JobNodeHours job = each.getValue();
            boolean isForgotten = job.keepUntil() <= time;
            boolean isOver =
                    job.isComplete() && job.emittedAt() <= time - policy.fine().toMillis();
            if (isOver && !isForgotten) {
                known = NameFingerprints.with(known, NameFingerprints.of(each.getKey()), job.keepUntil());
            }
            if (isOver || isForgotten) {
                over.add(each.getKey());
            }
        }
        closed.update(known);
        for (String jobId : over) {
            jobs.remove(jobId);
        }
    }
}
