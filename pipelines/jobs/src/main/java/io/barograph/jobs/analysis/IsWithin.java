package io.barograph.jobs.analysis;

import io.barograph.jobs.replay.ReplayScope;
import io.barograph.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;

/** Keeps the results that a replay gives out: decided in its window, of its file system. */
final class IsWithin<T extends SpecificRecord> extends RichFilterFunction<T> {
    private static final long serialVersionUID = 1L;

    private final String topicName;
    private final ReplayScope scope;
    private transient Topic<T> topic;

    IsWithin(Topic<T> topic, ReplayScope scope) {
        this.topicName = topic.name();
        this.scope = scope;
    }

    @Override
    public void open(OpenContext context) {
        topic = Topic.named(topicName);
    }

    @Override
    public boolean filter(T result) {
        return scope.contains(topic.timestamp().applyAsLong(result)) && scope.reads(result);
    }
}
