package io.barograph.servers.operators;

import io.barograph.flink.batches.BatchedStreams;
import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerSample;
import io.barograph.servers.history.HistoryPolicy;
import java.io.DataInput;
import java.io.DataOutput;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** The one stage that takes in the samples of all servers: rates, curves and answers are made of what it emits. */
public final class ServersStage {
    static final OutputTag<NoQuestion> NO_ANSWERS = new OutputTag<>("no-answers", NoQuestion.TYPE);

    private final SingleOutputStreamOperator<ServerUpdate> servers;

    private ServersStage(SingleOutputStreamOperator<ServerUpdate> servers) {
        this.servers = servers;
    }

    /** @return the stage of a graph that computes rates alone */
    public static ServersStage ofRates(
            DataStream<ServerSample> samples,
            FileSystemCatalogue catalogue,
            WeatherPolicy rates,
            HistoryPolicy history) {
        DataStream<NoQuestion> none = samples.flatMap(new AskNothing())
                .returns(NoQuestion.TYPE)
                .name("no questions")
                .uid("servers-no-questions")
                .setParallelism(samples.getParallelism());
        return of(samples, none, null, NO_ANSWERS, catalogue, rates, history);
    }

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param questions questions on the curves of data servers
     * @param type their type; null if nothing of runs is wanted
     * @param answers side output that their answers go to
     * @param catalogue file systems with their sampling intervals
     * @param rates how long rates are corrected; null if the graph computes none
     * @param history how long samples and curves are kept
     */
    public static <Q extends ServerQuestion<A>, A> ServersStage of(
            DataStream<ServerSample> samples,
            DataStream<Q> questions,
            BinaryType<Q> type,
            OutputTag<A> answers,
            FileSystemCatalogue catalogue,
            WeatherPolicy rates,
            HistoryPolicy history) {
        DataStream<ServerMeasurement> measurements = samples.flatMap(new SelectServerMeasurements())
                .returns(ServerMeasurement.TYPE)
                .name("select measurements")
                .uid("servers-select-measurements")
                .setParallelism(samples.getParallelism());
        return new ServersStage(BatchedStreams.byKey(
                        BatchedStreams.gather(
                                measurements,
                                ServerMeasurement::key,
                                ServerMeasurement.TYPE.format(),
                                "servers-measurements"),
                        ServerMeasurement::key)
                .connect(questions.keyBy(ServerQuestion::key, Types.STRING))
                .transform(
                        "measurements of each server",
                        ServerUpdate.TYPE,
                        new AttributingCoOperator<>(new ServerFunction<>(catalogue, rates, history, type, answers)))
                .uid("servers"));
    }

    DataStream<ServerUpdate> updates() {
        return servers;
    }

    DataStream<TargetTrend> trends() {
        return servers.getSideOutput(ServerFunction.TRENDS);
    }

    /** @return what runs need of curves and series, on its way to the file systems */
    public DataStream<CurveChange> changes() {
        return servers.getSideOutput(ServerFunction.CHANGES);
    }

    /** @return what was answered to questions */
    public <A> DataStream<A> answers(OutputTag<A> answers) {
        return servers.getSideOutput(answers);
    }

    /** Stands for questions where nobody asks any. */
    record NoQuestion() implements ServerQuestion<NoQuestion> {
        static final BinaryType<NoQuestion> TYPE =
                DelegatingFormat.typeOf(NoQuestion.class, 1, NoQuestion::write, NoQuestion::read);

        @Override
        public String key() {
            return "";
        }

        @Override
        public long[] askedAt() {
            return new long[0];
        }

        @Override
        public NoQuestion answer(long time, Volumes volumes) {
            return this;
        }

        private static void write(NoQuestion value, DataOutput out) {}

        private static NoQuestion read(DataInput in) {
            return new NoQuestion();
        }
    }

    private static final class AskNothing implements FlatMapFunction<ServerSample, NoQuestion> {
        @Override
        public void flatMap(ServerSample sample, Collector<NoQuestion> out) {}
    }
}
