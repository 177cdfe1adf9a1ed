package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.WeatherSeriesNames;
import io.barograph.servers.rates.CounterIncrement;
import io.barograph.servers.rates.RecentCounterSamples;
import io.barograph.servers.rates.ServerCounterSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.TimerService;

/**
 * Turns the counters and gauges of one server into changes of its file system's series: each sample once, in whatever
 * order they come. A sample that was published late is left out, in revisions too; as counters accumulate, its
 * operations are in the difference after it.
 *
 * <p>State per server: 8 bytes a sample and 8 more per kind of metadata operation for the slack of the history (1 h by
 * default); none when the server has been silent for as long as the history.
 */
final class ServerSeries {
    private static final long HOUR = 3_600_000;

    private final HistoryPolicy policy;
    private final ValueState<ServerSeriesState> state;
    private final Counter late;
    private final Counter duplicates;
    private final Counter tooOld;
    private final Counter faults;

    /** @param runtime of the operator, whose state {@code measured} this is */
    ServerSeries(HistoryPolicy policy, RuntimeContext runtime) {
        this.policy = policy;
        state = runtime.getState(new ValueStateDescriptor<>("measured", ServerSeriesState.TYPE));
        MetricGroup metrics = runtime.getMetricGroup();
        late = metrics.counter("lateMeasurements");
        duplicates = metrics.counter("duplicateMeasurements");
        tooOld = metrics.counter("measurementsOlderThanHistory");
        faults = metrics.counter("operationIntervalsAtFault");
    }

    void add(KeyedBatch<ServerMeasurement> samples, TimerService timers, Consumer<CurveChange> out) throws Exception {
        ServerSeriesState known = null;
        for (ServerMeasurement sample : samples) {
            if (sample.metadata().isEmpty() && !sample.hasLoad() && sample.capacity() == null) {
                continue;
            }
            if (sample.publishedAt() - sample.time() > policy.lateness().toMillis()) {
                late.inc();
                continue;
            }
            if (known == null) {
                known = state.value() == null ? new ServerSeriesState() : state.value();
            }
            List<CounterIncrement> increments = new ArrayList<>(3);
            RecentCounterSamples.Outcome outcome = known.readings()
                    .insert(
                            new ServerCounterSample(sample.time(), sample.metadata()),
                            CounterBounds.DEFAULT,
                            increments::add);
            switch (outcome) {
                case DUPLICATE -> duplicates.inc();
                case TOO_OLD -> tooOld.inc();
                case COUNTED -> emit(sample, increments, known, timers, out);
            }
        }
        if (known != null && known.readings().size() > 0) {
            state.update(known);
        }
    }

    private void emit(
            ServerMeasurement sample,
            List<CounterIncrement> increments,
            ServerSeriesState known,
            TimerService timers,
            Consumer<CurveChange> out) {
        long hour = HistoryPolicy.hourOf(sample.time());
        boolean newHour = known.changesHour(hour);
        for (CounterIncrement increment : increments) {
            if (increment.fault() && increment.sign() > 0) {
                faults.inc();
            }
            List<ServerSeriesUpdate.Value> values = new ArrayList<>();
            for (String kind : increment.moved().quantities()) {
                long amount = increment.sign() * increment.moved().get(kind);
                values.add(new ServerSeriesUpdate.Value(
                        WeatherSeriesNames.ofMetadata(kind), amount, increment.sign(), false));
            }
            if (!values.isEmpty()) {
                out.accept(CurveChange.ofMeasures(
                        sample.fileSystem(), "", new ServerSeriesUpdate(increment.to(), "", values, null)));
            }
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
        ServerSeriesState known = state.value();
        if (known == null) {
            return;
        }
        long forgotten = policy.hourForgottenAt(time);
        if (forgotten != HistoryPolicy.NO_HOUR && known.readings().latest() < (forgotten + 1) * HOUR) {
            state.clear();
            return;
        }
        long before = time - policy.slack().toMillis();
        known.forgetBefore(before, ServerSeriesUpdate.capacitySlot(before));
        state.update(known);
    }
}
