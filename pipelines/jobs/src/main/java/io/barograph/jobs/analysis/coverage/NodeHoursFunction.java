package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.coverage.Evidence;
import io.barograph.analytics.coverage.Evidence.Amount;
import io.barograph.analytics.coverage.EvidenceByDay;
import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Node-hours of each batch job that has ended, with and without a log, for every file system of the catalogue: a job does
 * not say which it uses. Keyed by the job id that logs have. What an event or a log changes counts from its time on, in
 * whatever order they come; a job without an end, start or number of nodes has no node-hours.
 *
 * <p>State: some 150 bytes per job, until 7 days after its last log or event; its events until their time.
 */
final class NodeHoursFunction extends KeyedCoProcessFunction<String, JobEvent, Run, EvidencePart> {
    private static final long serialVersionUID = 1L;

    private final FileSystemCatalogue catalogue;
    private final HistoryPolicy policy;
    private transient MapState<Long, List<JobEvent>> events;
    private transient MapState<Integer, BatchJob> jobs;
    private transient ValueState<Long> loggedAt;
    private transient ValueState<Long> toldAt;
    private transient ValueState<Long> keepUntil;

    NodeHoursFunction(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        events = runtime.getMapState(
                new MapStateDescriptor<>("events", Types.LONG, Types.LIST(AvroFormat.typeOf(JobEvent.class))));
        jobs = runtime.getMapState(new MapStateDescriptor<>("jobs", Types.INT, BatchJob.TYPE));
        loggedAt = runtime.getState(new ValueStateDescriptor<>("logged-at", Types.LONG));
        toldAt = runtime.getState(new ValueStateDescriptor<>("told-at", Types.LONG));
        keepUntil = runtime.getState(new ValueStateDescriptor<>("keep-until", Types.LONG));
    }

    @Override
    public void processElement1(JobEvent event, Context context, Collector<EvidencePart> out) throws Exception {
        long time = event.getTime().toEpochMilli();
        List<JobEvent> others = events.get(time);
        List<JobEvent> all = others == null ? new ArrayList<>(1) : new ArrayList<>(others);
        all.add(event);
        events.put(time, all);
        keepAfter(time, context);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void processElement2(Run run, Context context, Collector<EvidencePart> out) throws Exception {
        keepAfter(run.decidedAt(), context);
        Long known = loggedAt.value();
        if (known == null || run.decidedAt() < known) {
            loggedAt.update(run.decidedAt());
            context.timerService().registerEventTimeTimer(run.decidedAt());
        }
    }

    /** Before other timers are set: what is dropped here may lie at their time. */
    private void keepAfter(long time, Context context) throws Exception {
        long until = Math.max(time, context.timerService().currentWatermark())
                + policy.coarse().toMillis();
        Long known = keepUntil.value();
        if (known == null || known < until) {
            if (known != null) {
                context.timerService().deleteEventTimeTimer(known);
            }
            keepUntil.update(until);
            context.timerService().registerEventTimeTimer(until);
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<EvidencePart> out) throws Exception {
        Long told = toldAt.value();
        // An event that came late has a timer behind what was told already.
        long now = told == null ? time : Math.max(told, time);
        EvidenceByDay before = told == null ? EvidenceByDay.NONE : evidence(told);
        takeIn(time);
        EvidenceByDay change = evidence(now).since(before);
        toldAt.update(now);
        if (!change.isNone()) {
            for (FileSystem fileSystem : catalogue.fileSystems()) {
                out.collect(new EvidencePart(fileSystem.name(), now, change, EvidencePart.NO_TRAFFIC));
            }
        }
        if (keepUntil.value() != null && time >= keepUntil.value()) {
            events.clear();
            jobs.clear();
            loggedAt.clear();
            toldAt.clear();
            keepUntil.clear();
        }
    }

    private void takeIn(long time) throws Exception {
        List<JobEvent> ofTime = events.get(time);
        if (ofTime == null) {
            return;
        }
        for (JobEvent event : ofTime) {
            BatchJob known = jobs.get(event.getRestarts());
            BatchJob job = (known == null ? BatchJob.unknown(BatchJob.idInLogs(event)) : known).with(event);
            jobs.put(event.getRestarts(), job);
        }
        events.remove(time);
    }

    /** What is known of the job at a time. */
    private EvidenceByDay evidence(long time) throws Exception {
        boolean logged = loggedAt.value() != null && loggedAt.value() <= time;
        EvidenceByDay sum = EvidenceByDay.NONE;
        for (BatchJob job : jobs.values()) {
            if (job.hasStarted() && job.hasEnded() && job.to() >= job.from()) {
                sum = sum.plus(evidence(job, logged));
            }
        }
        return sum;
    }

    private static EvidenceByDay evidence(BatchJob job, boolean logged) {
        Map<Amount, Long> atEnd = new EnumMap<>(Amount.class);
        Map<Amount, Long> spread = new EnumMap<>(Amount.class);
        long nodeMillis = (job.to() - job.from()) * job.nodes();
        atEnd.put(Amount.JOBS, 1L);
        spread.put(Amount.NODE_MILLIS, nodeMillis);
        if (logged) {
            atEnd.put(Amount.JOBS_WITH_LOG, 1L);
            spread.put(Amount.NODE_MILLIS_WITH_LOG, nodeMillis);
        }
        return EvidenceByDay.spread(job.from(), job.to(), spread).plus(EvidenceByDay.at(job.to(), Evidence.of(atEnd)));
    }
}
