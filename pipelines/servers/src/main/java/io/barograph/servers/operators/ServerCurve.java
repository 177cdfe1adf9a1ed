package io.barograph.servers.operators;

import io.barograph.schemas.ServerNames;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.history.CurveIndex;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.ServerHistory;
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
import org.apache.flink.streaming.api.TimerService;

/**
 * Keeps the curve of one data server, hands its changes on to the file system's curve, and answers questions on it at the
 * event time that they say.
 *
 * <p>State per server: its minutes for 7 days, by the default {@link HistoryPolicy}, beside its samples ({@link
 * KeyedCounters}); none when the server has been silent for longer.
 */
final class ServerCurve<Q extends ServerQuestion<A>, A> {
    private final HistoryPolicy policy;
    private final MapState<Long, SlotBlock> hours;
    private final ValueState<CurveIndex> index;
    private final MapState<Long, List<Q>> questions;

    /** @param runtime of the operator, whose states {@code hours}, {@code curve}, {@code questions} these are */
    ServerCurve(HistoryPolicy policy, TypeInformation<Q> type, RuntimeContext runtime) {
        this.policy = policy;
        hours = runtime.getMapState(new MapStateDescriptor<>("hours", Types.LONG, HistoryFormats.SLOTS));
        index = runtime.getState(new ValueStateDescriptor<>("curve", HistoryFormats.CURVE_INDEX));
        questions = runtime.getMapState(new MapStateDescriptor<>("questions", Types.LONG, Types.LIST(type)));
    }

    Batch open() {
        return new Batch();
    }

    /** What a batch of samples changes in the curve. */
    final class Batch {
        private final BatchState<SlotBlock> hoursOfBatch = new BatchState<>(hours);
        private CurveIndex known;
        private ServerHistory history;

        /** What came late announces the server when it came: the first that comes in time does so, too. */
        void add(
                ServerMeasurement measurement,
                KeyedCounters.Counted counted,
                CounterChain samples,
                TimerService timers,
                Consumer<CurveChange> out)
                throws Exception {
            if (!counted.isNew() || !measurement.hasTraffic()) {
                return;
            }
            if (history == null) {
                known = indexOrNew();
                history = new ServerHistory(policy, samples, hoursOfBatch, known);
            }
            long hour = HistoryPolicy.hourOf(measurement.time());
            boolean newHour = hoursOfBatch.get(hour) == null;
            String announced = newHour || counted.isFirst() ? ServerNames.withinFileSystem(measurement.server()) : "";
            history.add(
                    counted.sample(),
                    counted.isInTime(),
                    counted.increments(),
                    change -> out.accept(CurveChange.ofCurve(measurement.fileSystem(), announced, change)));
            if (newHour) {
                timers.registerEventTimeTimer(policy.forgetHour(hour));
            }
        }

        void keep() throws Exception {
            if (history != null) {
                hoursOfBatch.keep();
                index.update(known);
            }
        }
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

    /** @param samples the server's samples, before those of the time are forgotten */
    void onTimer(long time, KeyedCounters.Batch samples, Consumer<A> answers) throws Exception {
        List<Q> asked = questions.get(time);
        if (asked == null && !policy.forgetsAt(time)) {
            return; // most timers of a server are its questions
        }
        CurveIndex known = index.value();
        boolean isKnown = known != null;
        if (!isKnown) {
            known = new CurveIndex();
        }
        ServerHistory history = new ServerHistory(policy, samples.chain(), new MapStateBlocks<>(hours), known);
        if (asked != null) {
            for (Q question : asked) {
                answers.accept(question.answer(time, history::volume));
            }
            questions.remove(time);
        }
        if (isKnown) {
            forget(time, known, history);
        }
    }

    private void forget(long time, CurveIndex known, ServerHistory history) throws Exception {
        long hour = policy.hourWhoseMinutesAreForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            history.forgetMinutes(hour);
            index.update(known);
        }
        hour = policy.hourForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            if (history.forgetHour(hour)) {
                index.clear();
            } else {
                index.update(known);
            }
        }
    }

    private CurveIndex indexOrNew() throws Exception {
        CurveIndex known = index.value();
        return known == null ? new CurveIndex() : known;
    }
}
