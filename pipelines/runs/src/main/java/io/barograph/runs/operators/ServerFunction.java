package io.barograph.runs.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.SampleBlock;
import io.barograph.servers.history.ServerHistory;
import io.barograph.servers.history.ServerIndex;
import io.barograph.servers.history.SlotBlock;
import io.barograph.servers.operators.BatchState;
import io.barograph.servers.operators.MapStateBlocks;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Keeps the curve of one data server, hands its changes on to the file system's curve, and answers the runs that name
 * the server at the event time of their decision; hands on what else a server measures ({@link ServerSeries}). Keyed by file
 * system and server.
 *
 * <p>State per server: 28 bytes a sample for 6 h and 24 bytes a minute for 7 days (44 and 48 with operations), by the default
 * {@link HistoryPolicy}; none when the server has been silent for longer.
 */
final class ServerFunction
        extends KeyedCoProcessFunction<String, KeyedBatch<CoverageServerSample>, ServerVolumeRequest, CurveChange> {
    static final OutputTag<CurveResponse> ANSWERS = new OutputTag<>("server-answers", CurveResponse.TYPE);

    private final HistoryPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient MapState<Long, SampleBlock> minutes;
    private transient MapState<Long, SlotBlock> hours;
    private transient ValueState<ServerIndex> index;
    private transient MapState<Long, List<PendingRun>> waiting;
    private transient ServerSeries series;
    private transient Counter late;
    private transient Counter duplicates;
    private transient Counter tooOld;
    private transient Counter faults;

    ServerFunction(HistoryPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        minutes = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("minutes", Types.LONG, HistoryFormats.SAMPLES));
        hours = getRuntimeContext().getMapState(new MapStateDescriptor<>("hours", Types.LONG, HistoryFormats.SLOTS));
        index = getRuntimeContext().getState(new ValueStateDescriptor<>("index", HistoryFormats.SERVER_INDEX));
        waiting = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(PendingRun.TYPE)));
        series = new ServerSeries(policy, getRuntimeContext());
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        late = metrics.counter("lateSamples");
        duplicates = metrics.counter("duplicateSamples");
        tooOld = metrics.counter("samplesOlderThanHistory");
        faults = metrics.counter("intervalsAtFault");
    }

    @Override
    public void processElement1(KeyedBatch<CoverageServerSample> samples, Context context, Collector<CurveChange> out)
            throws Exception {
        if (samples.elements().stream().anyMatch(sample -> sample.traffic() != null)) {
            addTraffic(samples, context.timerService(), out);
        }
        series.add(samples, context.timerService(), out);
    }

    private void addTraffic(KeyedBatch<CoverageServerSample> samples, TimerService timers, Collector<CurveChange> out)
            throws Exception {
        BatchState<SampleBlock> minutesOfBatch = new BatchState<>(minutes);
        BatchState<SlotBlock> hoursOfBatch = new BatchState<>(hours);
        ServerIndex known = indexOrNew();
        ServerHistory history =
                new ServerHistory(policy, boundsOf(samples.first().fileSystem()), minutesOfBatch, hoursOfBatch, known);
        for (CoverageServerSample sample : samples) {
            if (sample.traffic() == null) {
                continue;
            }
            long hour = HistoryPolicy.hourOf(sample.time());
            boolean newHour = hoursOfBatch.get(hour) == null;
            // What came late announces the server when it came: the first that comes in time does so, too.
            String announced = newHour || known.latest() == null ? sample.server() : "";
            if (insert(sample, announced, history, out) && newHour) {
                timers.registerEventTimeTimer(policy.forgetMinutesOf(hour));
                timers.registerEventTimeTimer(policy.forgetHour(hour));
            }
        }
        minutesOfBatch.keep();
        hoursOfBatch.keep();
        index.update(known);
    }

    /** False if the sample is older than what is kept. */
    private boolean insert(
            CoverageServerSample sample, String announced, ServerHistory history, Collector<CurveChange> out) {
        ServerHistory.Outcome outcome = history.insert(sample.traffic(), change -> {
            faults.inc(change.change().faults());
            out.collect(CurveChange.ofCurve(sample.fileSystem(), announced, change));
        });
        switch (outcome) {
            case DUPLICATE -> duplicates.inc();
            case TOO_OLD -> tooOld.inc();
            case LATE -> late.inc();
            case IN_TIME -> {}
        }
        return outcome != ServerHistory.Outcome.TOO_OLD;
    }

    @Override
    public void processElement2(ServerVolumeRequest question, Context context, Collector<CurveChange> out)
            throws Exception {
        wait(question.run().decidedAt(), question.run(), context);
        wait(question.run().decidedAt() + policy.revisionDelay().toMillis(), question.run(), context);
    }

    private void wait(long time, PendingRun run, Context context) throws Exception {
        List<PendingRun> runs = waiting.get(time);
        List<PendingRun> more = runs == null ? new ArrayList<>(1) : new ArrayList<>(runs);
        more.add(run);
        waiting.put(time, more);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<CurveChange> out) throws Exception {
        ServerIndex known = indexOrNew();
        ServerHistory history = history(ServerNames.fileSystemOf(context.getCurrentKey()), known);
        List<PendingRun> runs = waiting.get(time);
        if (runs != null) {
            for (PendingRun run : runs) {
                DecisionRevision revision = time == run.decidedAt() ? DecisionRevision.FIRST : DecisionRevision.SECOND;
                RunVolumeSet volumes = RunVolumeReader.of(
                        run, run.window(revision, time), window -> history.volume(window, run.intervalMillis()));
                context.output(ANSWERS, new CurveResponse(run, revision, volumes, null));
            }
            waiting.remove(time);
        }
        if (index.value() != null) {
            forget(time, known, history);
        }
        series.forget(time);
    }

    private void forget(long time, ServerIndex known, ServerHistory history) throws Exception {
        long hour = policy.hourWhoseMinutesAreForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            history.forgetMinutes(hour);
            index.update(known);
        }
        hour = policy.hourForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            if (history.forgetHour(hour)) {
                index.clear();
                minutes.clear();
            } else {
                index.update(known);
            }
        }
    }

    private ServerIndex indexOrNew() throws Exception {
        ServerIndex known = index.value();
        return known == null ? new ServerIndex() : known;
    }

    private CounterBounds boundsOf(String fileSystem) {
        return CounterBounds.ofServer(catalogue.orDefault(fileSystem).serverBytesPerSecond());
    }

    private ServerHistory history(String fileSystem, ServerIndex known) {
        return new ServerHistory(
                policy, boundsOf(fileSystem), new MapStateBlocks<>(minutes), new MapStateBlocks<>(hours), known);
    }
}
