package io.barograph.jobs.analysis;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.replay.CommittedResults;
import io.barograph.jobs.replay.CommittedTail;
import io.barograph.jobs.replay.ResultIdentity;
import io.barograph.schemas.Topic;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops the results that were committed before the analysis started again from the topics, and counts them
 * ({@code alreadyCommitted}). An analysis that was never started again passes them all.
 *
 * <p>State: the {@link CommittedTail}, so that a job that is restored while it is still catching up goes on to drop them.
 * In memory beside it the identities of the tail, at most {@link CommittedResults#MAX_TAIL_RECORDS} of a partition.
 */
final class IsNotCommitted<T extends SpecificRecord> extends RichFilterFunction<T> implements CheckpointedFunction {
    private static final Logger LOG = LoggerFactory.getLogger(IsNotCommitted.class);

    private final String topicName;
    private final KafkaConnection kafka;
    private CommittedTail tail;
    private transient Topic<T> topic;
    private transient Set<ResultIdentity> committed;
    private transient ListState<CommittedTail> saved;
    private transient Counter dropped;

    IsNotCommitted(Topic<T> topic, KafkaConnection kafka, CommittedTail tail) {
        this.topicName = topic.name();
        this.kafka = kafka;
        this.tail = tail;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        saved = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>("committed-tail", CommittedTail.TYPE));
        if (context.isRestored()) {
            for (CommittedTail before : saved.get()) {
                tail = before; // that of each subtask is the same
            }
        }
        topic = Topic.named(topicName);
        dropped = getRuntimeContext().getMetricGroup().counter("alreadyCommitted");
        committed = tail.ranges().isEmpty() ? Set.of() : CommittedResults.identities(kafka, topic, tail);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        saved.clear();
        if (!tail.equals(CommittedTail.NONE)) {
            saved.add(tail);
        }
    }

    @Override
    public boolean filter(T result) {
        boolean isNew = isNew(result);
        if (!isNew) {
            dropped.inc();
        }
        return isNew;
    }

    /** What cannot be compared passes; what takes the results to their topic makes a dead letter of it. */
    private boolean isNew(T result) {
        try {
            long time = topic.timestamp().applyAsLong(result);
            return time > tail.to() || (time >= tail.from() && !committed.contains(ResultIdentity.of(topic, result)));
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            LOG.warn("a result for {} cannot be compared with what is committed", topicName, e);
            return true;
        }
    }
}
