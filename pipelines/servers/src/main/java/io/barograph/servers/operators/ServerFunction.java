package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.history.HistoryPolicy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes in the samples of one server, once for all that is made of them: increments for the rates, changes of curves and
 * series for runs, answers to runs that name the server. Keyed by file system and server.
 *
 * <p>State: that of {@link ServerIncrements}, {@link ServerCurve} and {@link ServerSeries}.
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
    private transient ServerIncrements increments;
    private transient ServerCurve<Q, A> curve;
    private transient ServerSeries series;

    /**
     * @param rates null if no rates are wanted
     * @param history null if nothing of runs is wanted
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
        if (rates != null) {
            increments = new ServerIncrements(rates, catalogue, getRuntimeContext());
        }
        if (history != null) {
            curve = new ServerCurve<>(history, catalogue, questions, getRuntimeContext());
            series = new ServerSeries(history, getRuntimeContext());
        }
    }

    @Override
    public void processElement1(KeyedBatch<ServerMeasurement> samples, Context context, Collector<ServerUpdate> out)
            throws Exception {
        TimerService timers = context.timerService();
        if (increments != null) {
            increments.add(samples, timers, out);
        }
        if (curve != null) {
            curve.add(samples, timers, change -> context.output(CHANGES, change));
            series.add(samples, timers, change -> context.output(CHANGES, change));
        }
    }

    @Override
    public void processElement2(Q question, Context context, Collector<ServerUpdate> out) throws Exception {
        curve.ask(question, context.timerService());
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<ServerUpdate> out) throws Exception {
        String fileSystem = ServerNames.fileSystemOf(context.getCurrentKey());
        if (increments != null) {
            increments.onTimer(time, fileSystem, context.timerService(), out, trend -> context.output(TRENDS, trend));
        }
        if (curve != null) {
            curve.onTimer(time, fileSystem, answer -> context.output(answers, answer));
            series.onTimer(time);
        }
    }
}
