package io.barograph.flink.quarantine;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Flink's operator of a keyed function; an exception names the record whose element the function was given. An element
 * that is made of many records, or a timer, is noted itself and left out when the job has restarted.
 */
public final class AttributingOperator<K, I, O> extends KeyedProcessOperator<K, I, O>
        implements FailureReportingOperator {
    private FailureLog log = SkippedRecords.NONE;
    private transient ElementQuarantine quarantine;
    private transient TypeSerializer<I> serializer;

    public AttributingOperator(KeyedProcessFunction<K, I, O> function) {
        super(function);
    }

    @Override
    public void noteIn(FailureLog noted) {
        log = noted;
    }

    @Override
    public void open() throws Exception {
        quarantine = new ElementQuarantine(this, log);
        output = new AttributingOutput<>(
                output, getOperatorConfig().getTypeSerializerOut(getUserCodeClassloader()), quarantine);
        super.open();
        serializer = getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader());
    }

    @Override
    public void processElement(StreamRecord<I> element) throws Exception {
        quarantine.process(element, serializer, super::processElement);
    }

    @Override
    public void onEventTime(InternalTimer<K, VoidNamespace> timer) throws Exception {
        quarantine.fire(timer, super::onEventTime);
    }
}
