package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.batches.LateElements;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.history.HistoryPolicy;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes in the samples of one server, once for all that is made of them: increments for the rates, changes of curves and
 * series for runs, answers to runs that name the server. Keyed by file system and server.
 *
 * <p>A sample that came behind the watermark counts at the event time that it came at: what it finds there does not depend
 * on how far the watermark goes at once. One that came later than {@link HistoryPolicy#fine} is left out and counted.
 *
 * <p>State: that of {@link KeyedCounters}, {@link ServerIncrements}, {@link ServerCurve} and {@link ServerSeries}, and the
 * late samples that wait.
 */
final class ServerFunction<Q extends ServerQuestion<A>, A>
        extends KeyedCoProcessFunction<String, KeyedBatch<ServerMeasurement>, Q, ServerUpdate> {
    static final OutputTag<TargetTrend> TRENDS = new OutputTag<>("target-trends", TargetTrend.TYPE);
    static final OutputTag<CurveChange> CHANGES = new OutputTag<>("curve-changes", CurveChange.TYPE);

    private final FileSystemCatalogue catalogue;
    private final WeatherPolicy rates;
    private final HistoryPolicy history;
    private final TypeInformation<Q> questions;
    private final OutputTag<A> answers;
    private transient LateElements<ServerMeasurement> late;
    private transient KeyedCounters data;
    private transient KeyedCounters metadata;
    private transient ServerIncrements increments;
    private transient ServerCurve<Q, A> curve;
    private transient ServerSeries series;

    /**
     * @param rates null if no rates are wanted
     * @param questions null if nothing of runs is wanted
     */
    ServerFunction(
            FileSystemCatalogue catalogue,
            WeatherPolicy rates,
            HistoryPolicy history,
            TypeInformation<Q> questions,
            OutputTag<A> answers) {
        this.catalogue = catalogue;
        this.rates = rates;
        this.history = history;
        this.questions = questions;
        this.answers = answers;
    }

    @Override
    public void open(OpenContext context) {
        KeyedCounters.Metrics metrics =
                new KeyedCounters.Metrics(getRuntimeContext().getMetricGroup());
        late = new LateElements<>(
                getRuntimeContext(),
                ServerMeasurement.TYPE,
                ServerMeasurement::arrivedAt,
                sample -> sample.arrivedAt() - sample.time() > history.fine().toMillis(),
                metrics.tooOld());
        data = new KeyedCounters("data", history, metrics, getRuntimeContext());
        metadata = new KeyedCounters("metadata", history, metrics, getRuntimeContext());
        if (rates != null) {
            increments = new ServerIncrements(rates, catalogue, getRuntimeContext());
        }
        if (questions != null) {
            curve = new ServerCurve<>(history, questions, getRuntimeContext());
            series = new ServerSeries(history, getRuntimeContext());
        }
    }

    @Override
    public void processElement1(KeyedBatch<ServerMeasurement> samples, Context context, Collector<ServerUpdate> out)
            throws Exception {
        List<ServerMeasurement> inTime = late.hold(samples.elements(), context.timerService());
        boolean all = inTime.size() == samples.elements().size();
        if (!inTime.isEmpty()) {
            // the batch knows where it has come to
            count(
                    samples.first().fileSystem(),
                    all ? samples : inTime,
                    context.timerService().currentWatermark(),
                    context,
                    out);
        }
    }

    private void count(
            String fileSystem,
            Iterable<ServerMeasurement> samples,
            long now,
            Context context,
            Collector<ServerUpdate> out)
            throws Exception {
        CounterBounds bounds = boundsOf(fileSystem);
        KeyedCounters.Batch traffic = data.open(bounds);
        KeyedCounters.Batch operations = metadata.open(bounds);
        ServerIncrements.Batch updates = increments == null ? null : increments.open(context.timerService(), now, out);
        ServerCurve<Q, A>.Batch changes = curve == null ? null : curve.open();
        ServerSeries.Batch measures = series == null ? null : series.open();
        for (ServerMeasurement sample : samples) {
            KeyedCounters.Counted ofTraffic =
                    sample.data().isEmpty() ? null : traffic.insert(sample.ofData(), context.timerService());
            KeyedCounters.Counted ofOperations = sample.metadata().isEmpty() && !sample.hasLoad()
                    ? null
                    : operations.insert(sample.ofMetadata(), context.timerService());
            if (updates != null) {
                updates.add(sample, sample.isDataServer() ? ofTraffic : ofOperations);
            }
            if (changes != null && ofTraffic != null) {
                changes.add(
                        sample,
                        ofTraffic,
                        traffic.chain(),
                        context.timerService(),
                        change -> context.output(CHANGES, change));
            }
            if (measures != null) {
                measures.add(sample, ofOperations, context.timerService(), change -> context.output(CHANGES, change));
            }
        }
        traffic.keep();
        operations.keep();
        if (updates != null) {
            updates.keep();
        }
        if (changes != null) {
            changes.keep();
            measures.keep();
        }
    }

    private CounterBounds boundsOf(String fileSystem) {
        return CounterBounds.ofServer(catalogue.orDefault(fileSystem).serverBytesPerSecond());
    }

    @Override
    public void processElement2(Q question, Context context, Collector<ServerUpdate> out) throws Exception {
        curve.ask(question, context.timerService());
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<ServerUpdate> out) throws Exception {
        String fileSystem = ServerNames.fileSystemOf(context.getCurrentKey());
        if (increments != null) {
            increments.onTimer(time, fileSystem, trend -> context.output(TRENDS, trend));
        }
        List<ServerMeasurement> arrived = late.arrivedAt(time);
        if (!arrived.isEmpty()) {
            arrived.sort(Comparator.comparingLong(ServerMeasurement::time));
            count(fileSystem, arrived, time, context, out);
        }
        if (curve != null) {
            curve.onTimer(time, data.open(boundsOf(fileSystem)), answer -> context.output(answers, answer));
            series.onTimer(time);
        }
        data.forget(time);
        metadata.forget(time);
    }
}
