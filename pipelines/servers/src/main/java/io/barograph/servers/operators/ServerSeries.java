package io.barograph.servers.operators;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.WeatherSeriesNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.TimerService;

/**
 * Turns the metadata operations and gauges of one server into changes of its file system's series, in whatever order
 * samples come. A sample that was published late is left out, in revisions too; as counters accumulate, its operations are
 * in the difference after it.
 *
 * <p>State per server: 16 bytes for each ten minutes of the slack of the history (1 h by default); none when the server has
 * been silent for as long as the history.
 */
final class ServerSeries {
    private static final long HOUR = 3_600_000;

    private final HistoryPolicy policy;
    private final ValueState<ServerSeriesState> state;

    /** @param runtime of the operator, whose state {@code measured} this is */
    ServerSeries(HistoryPolicy policy, RuntimeContext runtime) {
        this.policy = policy;
        state = runtime.getState(new ValueStateDescriptor<>("measured", ServerSeriesState.TYPE));
    }

    Batch open() {
        return new Batch();
    }

    /** What a batch of samples changes. */
    final class Batch {
        private ServerSeriesState known;

        /** @param counted what became of its operations and load; null if it has neither */
        void add(
                ServerMeasurement sample, KeyedCounters.Counted counted, TimerService timers, Consumer<CurveChange> out)
                throws Exception {
            boolean isNew = counted == null ? sample.capacity() != null : counted.isInTime();
            if (!isNew
                    || sample.publishedAt() - sample.time() > policy.lateness().toMillis()) {
                return;
            }
            if (known == null) {
                known = state.value() == null ? new ServerSeriesState() : state.value();
            }
            known.note(sample.time());
            long hour = HistoryPolicy.hourOf(sample.time());
            boolean newHour = known.changesHour(hour);
            if (counted != null) {
                emitOperations(sample, counted, out);
            }
            String server = ServerNames.withinFileSystem(sample.server());
            boolean firstCapacity = sample.capacity() != null
                    && known.isFirstOfSlot(ServerSeriesUpdate.capacitySlot(sample.time()), sample.time());
            if (sample.hasLoad() || firstCapacity) {
                out.accept(CurveChange.ofMeasures(
                        sample.fileSystem(),
                        sample.hasLoad() && newHour ? (isOss(sample) ? CurveChange.OSS : CurveChange.MDS) + server : "",
                        new ServerSeriesUpdate(
                                sample.time(),
                                firstCapacity ? server : "",
                                load(sample),
                                firstCapacity ? sample.capacity() : null)));
            }
            if (newHour) {
                timers.registerEventTimeTimer((hour + 1) * HOUR + policy.slack().toMillis());
                timers.registerEventTimeTimer(policy.forgetHour(hour));
            }
        }

        void keep() throws Exception {
            if (known != null) {
                state.update(known);
            }
        }
    }

    private static void emitOperations(
            ServerMeasurement sample, KeyedCounters.Counted counted, Consumer<CurveChange> out) {
        for (CounterIncrement increment : counted.increments()) {
            if (increment.publishedAt() != CounterIncrement.IN_TIME
                    || increment.moved().isEmpty()) {
                continue;
            }
            List<ServerSeriesUpdate.Value> values = new ArrayList<>();
            for (String kind : increment.moved().quantities()) {
                long amount = increment.sign() * increment.moved().get(kind);
                values.add(new ServerSeriesUpdate.Value(
                        WeatherSeriesNames.ofMetadata(kind), amount, increment.sign(), false));
            }
            out.accept(CurveChange.ofMeasures(
                    sample.fileSystem(), "", new ServerSeriesUpdate(increment.to(), "", values, null)));
        }
    }

    private static boolean isOss(ServerMeasurement sample) {
        return sample.kind() == ServerKind.OSS;
    }

    private static List<ServerSeriesUpdate.Value> load(ServerMeasurement sample) {
        if (!sample.hasLoad()) {
            return List.of();
        }
        long cpu = WeatherSeriesNames.ofPercent(sample.gauges().cpuPercent());
        return isOss(sample)
                ? List.of(
                        new ServerSeriesUpdate.Value(WeatherSeriesNames.OSS_CPU, cpu, 1, false),
                        new ServerSeriesUpdate.Value(
                                WeatherSeriesNames.ofOss(ServerNames.withinFileSystem(sample.server())), cpu, 1, true))
                : List.of(new ServerSeriesUpdate.Value(WeatherSeriesNames.MDS_CPU, cpu, 1, false));
    }

    void onTimer(long time) throws Exception {
        boolean ofSlack = Math.floorMod(time - policy.slack().toMillis(), HOUR) == 0;
        if (!ofSlack && !policy.forgetsAt(time)) {
            return;
        }
        ServerSeriesState known = state.value();
        if (known == null) {
            return;
        }
        long forgotten = policy.hourForgottenAt(time);
        if (forgotten != HistoryPolicy.NO_HOUR && known.latest() < (forgotten + 1) * HOUR) {
            state.clear();
            return;
        }
        known.forgetBefore(ServerSeriesUpdate.capacitySlot(time - policy.slack().toMillis()));
        state.update(known);
    }
}
