package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.SampleBlock;
import io.barograph.servers.history.ServerHistory;
import io.barograph.servers.history.ServerIndex;
import io.barograph.servers.history.SlotBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.TimerService;

/**
 * Keeps the curve of one data server, hands its changes on to the file system's curve, and answers questions on it at the
 * event time that they say.
 *
 * <p>State per server: its samples for 6 h and its minutes for 7 days, by the default {@link HistoryPolicy}; 114 kB after a
 * day of samples every 5 s without operations. None when the server has been silent for longer.
 */
final class ServerCurve<Q extends ServerQuestion<A>, A> {
    private final HistoryPolicy policy;
    private final FileSystemCatalogue catalogue;
    private final MapState<Long, SampleBlock> minutes;
    private final MapState<Long, SlotBlock> hours;
    private final ValueState<ServerIndex> index;
    private final MapState<Long, List<Q>> questions;
    private final Counter late;
    private final Counter duplicates;
    private final Counter tooOld;
    private final Counter faults;

    /** @param runtime of the operator, whose states {@code minutes}, {@code hours}, {@code index}, {@code questions} these are */
    ServerCurve(HistoryPolicy policy, FileSystemCatalogue catalogue, TypeInformation<Q> type, RuntimeContext runtime) {
        this.policy = policy;
        this.catalogue = catalogue;
        minutes = runtime.getMapState(new MapStateDescriptor<>("minutes", Types.LONG, HistoryFormats.SAMPLES));
        hours = runtime.getMapState(new MapStateDescriptor<>("hours", Types.LONG, HistoryFormats.SLOTS));
        index = runtime.getState(new ValueStateDescriptor<>("index", HistoryFormats.SERVER_INDEX));
        questions = runtime.getMapState(new MapStateDescriptor<>("questions", Types.LONG, Types.LIST(type)));
        MetricGroup metrics = runtime.getMetricGroup();
        late = metrics.counter("lateSamples");
        duplicates = metrics.counter("duplicateSamples");
        tooOld = metrics.counter("samplesOlderThanHistory");
        faults = metrics.counter("intervalsAtFault");
    }

    void add(KeyedBatch<ServerMeasurement> samples, TimerService timers, Consumer<CurveChange> out) throws Exception {
        if (samples.elements().stream().noneMatch(ServerMeasurement::hasTraffic)) {
            return;
        }
        BatchState<SampleBlock> minutesOfBatch = new BatchState<>(minutes);
        BatchState<SlotBlock> hoursOfBatch = new BatchState<>(hours);
        ServerIndex known = indexOrNew();
        ServerHistory history =
                new ServerHistory(policy, boundsOf(samples.first().fileSystem()), minutesOfBatch, hoursOfBatch, known);
        for (ServerMeasurement sample : samples) {
            if (!sample.hasTraffic()) {
                continue;
            }
            long hour = HistoryPolicy.hourOf(sample.time());
            boolean newHour = hoursOfBatch.get(hour) == null;
            // What came late announces the server when it came: the first that comes in time does so, too.
            String announced = newHour || known.latest() == null ? ServerNames.withinFileSystem(sample.server()) : "";
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
            ServerMeasurement sample, String announced, ServerHistory history, Consumer<CurveChange> out) {
        ServerHistory.Outcome outcome = history.insert(sample.traffic(), change -> {
            faults.inc(change.change().faults());
            out.accept(CurveChange.ofCurve(sample.fileSystem(), announced, change));
        });
        switch (outcome) {
            case DUPLICATE -> duplicates.inc();
            case TOO_OLD -> tooOld.inc();
            case LATE -> late.inc();
            case IN_TIME -> {}
        }
        return outcome != ServerHistory.Outcome.TOO_OLD;
    }

    void ask(Q question, TimerService timers) throws Exception {
        for (long time : question.askedAt()) {
            List<Q> known = questions.get(time);
            List<Q> more = known == null ? new ArrayList<>(1) : new ArrayList<>(known);
            more.add(question);
            questions.put(time, more);
            timers.registerEventTimeTimer(time);
        }
    }

    void onTimer(long time, String fileSystem, Consumer<A> answers) throws Exception {
        ServerIndex known = indexOrNew();
        ServerHistory history = history(fileSystem, known);
        List<Q> asked = questions.get(time);
        if (asked != null) {
            for (Q question : asked) {
                answers.accept(question.answer(time, history::volume));
            }
            questions.remove(time);
        }
        if (index.value() != null) {
            forget(time, known, history);
        }
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
