package io.barograph.jobs.analysis.coverage;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Lets each run through once, and scatters its question to the servers that its log names. Keyed by
 * {@link Fingerprints#bucketOf} the run's identity; the second input carries no records, only the clock of the server
 * samples, by which a run is forgotten once its summary would find no history any more.
 *
 * <p>State: 16 bytes per run until then, and the rest of that day.
 */
final class RunIntakeFunction extends KeyedCoProcessFunction<Integer, Run, DataServerSample, Run> {
    private static final long serialVersionUID = 1L;

    static final OutputTag<ServerQuestion> QUESTIONS = new OutputTag<>("server-questions", ServerQuestion.TYPE);

    private final long rememberMillis;
    private transient ValueState<long[]> seen;
    private transient Counter duplicates;

    /**
     * @param rememberMillis how long after its decision a run is remembered, event time
     */
    RunIntakeFunction(long rememberMillis) {
        this.rememberMillis = rememberMillis;
    }

    @Override
    public void open(OpenContext context) {
        seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Fingerprints.TYPE));
        duplicates = getRuntimeContext().getMetricGroup().counter("duplicateRuns");
    }

    static int bucketOf(Run run) {
        return Fingerprints.bucketOf(run.identity());
    }

    @Override
    public void processElement1(Run run, Context context, Collector<Run> out) throws Exception {
        long fingerprint = Fingerprints.of(run.identity());
        long[] known = seen.value();
        if (Fingerprints.contain(known, fingerprint)) {
            duplicates.inc();
            return;
        }
        long until = Fingerprints.endOfDay(run.decidedAt() + rememberMillis);
        seen.update(Fingerprints.with(known, fingerprint, until));
        context.timerService().registerEventTimeTimer(until);
        out.collect(run);
        Run question = run.forOneServer();
        for (String server : run.servers()) {
            context.output(QUESTIONS, new ServerQuestion(server, question));
        }
    }

    @Override
    public void processElement2(DataServerSample sample, Context context, Collector<Run> out) {
        throw new IllegalStateException("the clock carries no records");
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Run> out) throws Exception {
        seen.update(Fingerprints.after(seen.value(), time));
    }
}
