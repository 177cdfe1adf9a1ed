package io.barograph.jobs.replay;

import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Gives each topic a stream of its own, and counts. */
public final class TopicSplitFunction extends ProcessFunction<ReplayedRecord, ReplayedRecord> {
    /** Accumulator: event time that the replay has come to, milliseconds since the epoch. */
    public static final String REACHED = "replay.reached";

    /** Accumulators of the records of each topic, and of the samples of polls: this and its name. */
    public static final String RECORDS = "replay.records.";

    private transient Map<String, Output> outputs;
    private transient LongMaximum reached;

    private record Output(OutputTag<SpecificRecord> tag, LongCounter records) {}

    /** @param topic an input topic, or that of the dead letters */
    public static <T extends SpecificRecord> OutputTag<T> tag(Topic<T> topic) {
        return new OutputTag<>("replayed-" + topic.name(), AvroFormat.typeOf(topic.type()));
    }

    @Override
    public void open(OpenContext context) {
        outputs = new HashMap<>();
        reached = new LongMaximum();
        getRuntimeContext().addAccumulator(REACHED, reached);
    }

    @Override
    public void processElement(ReplayedRecord replayed, Context context, Collector<ReplayedRecord> out)
            throws Exception {
        Output output = outputs.get(replayed.topic());
        if (output == null) {
            LongCounter records = new LongCounter();
            getRuntimeContext().addAccumulator(RECORDS + replayed.topic(), records);
            output = new Output(tag(Topic.named(replayed.topic())), records);
            outputs.put(replayed.topic(), output);
        }
        output.records.add(
                replayed.record() instanceof ServerPoll poll ? poll.getServers().size() : 1);
        reached.add(replayed.time());
        try {
            context.output(output.tag, replayed.record()); // runs the operators that are chained to this one
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(
                    e, () -> RecordIdentity.ofElement(replayed.record()), "behind split topics", SkippedRecords.NONE);
        }
    }
}
