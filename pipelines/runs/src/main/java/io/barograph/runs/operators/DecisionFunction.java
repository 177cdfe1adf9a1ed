package io.barograph.runs.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.JobWeather;
import io.barograph.servers.history.HistoryPolicy;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Gathers the answers to a run, decides its coverage factors when all are in, and emits the decisions of a file system
 * in the order of their event time and identity. Keyed by file system.
 */
final class DecisionFunction extends KeyedProcessFunction<String, CurveResponse, JobWeather> {
    private final HistoryPolicy policy;
    private transient MapState<String, PendingDecision> first;
    private transient MapState<String, PendingDecision> second;
    private transient MapState<Long, List<JobWeather>> decided;

    DecisionFunction(HistoryPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        first = getRuntimeContext().getMapState(new MapStateDescriptor<>("first", Types.STRING, PendingDecision.TYPE));
        second =
                getRuntimeContext().getMapState(new MapStateDescriptor<>("second", Types.STRING, PendingDecision.TYPE));
        decided = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>(
                        "decided", Types.LONG, Types.LIST(AvroFormat.typeOf(JobWeather.class))));
    }

    @Override
    public void processElement(CurveResponse answer, Context context, Collector<JobWeather> out) throws Exception {
        String identity = answer.run().identity();
        MapState<String, PendingDecision> state = answer.revision() == DecisionRevision.FIRST ? first : second;
        PendingDecision known = state.get(identity);
        PendingDecision now = (known == null ? PendingDecision.NOTHING : known).with(answer);
        state.put(identity, now);
        if (!now.isComplete()) {
            return;
        }
        if (answer.revision() == DecisionRevision.FIRST) {
            decide(now, DecisionRevision.FIRST, now.run().decidedAt(), context);
            // A run that names its servers is asked about twice in any case; what it missed is needed until then.
            if (!now.run().namesServers()) {
                first.remove(identity);
            }
        } else {
            PendingDecision before = first.get(identity);
            if (before == null || before.missesSamples()) {
                long revisedAt = now.run().decidedAt() + policy.revisionDelay().toMillis();
                decide(now, DecisionRevision.SECOND, revisedAt, context);
            }
            first.remove(identity);
            second.remove(identity);
        }
    }

    private void decide(PendingDecision gathered, DecisionRevision revision, long time, Context context)
            throws Exception {
        StateLists.add(decided, time, RunWeather.of(gathered, revision, time));
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<JobWeather> out) throws Exception {
        List<JobWeather> ready = StateLists.remove(decided, time);
        ready.sort(Comparator.comparing(JobWeather::getJobId)
                .thenComparing(JobWeather::getStartTime)
                .thenComparing(JobWeather::getExecutable)
                .thenComparing(JobWeather::getRevision));
        ready.forEach(out::collect);
    }
}
