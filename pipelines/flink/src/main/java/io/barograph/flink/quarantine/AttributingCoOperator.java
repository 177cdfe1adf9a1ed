package io.barograph.flink.quarantine;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** As {@link AttributingOperator}, of two inputs. */
public final class AttributingCoOperator<K, I, J, O> extends KeyedCoProcessOperator<K, I, J, O>
        implements FailureReportingOperator {
    private FailureLog log = SkippedRecords.NONE;
    private transient ElementQuarantine quarantine;
    private transient TypeSerializer<I> first;
    private transient TypeSerializer<J> second;

    public AttributingCoOperator(KeyedCoProcessFunction<K, I, J, O> function) {
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
        first = getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader());
        second = getOperatorConfig().getTypeSerializerIn(1, getUserCodeClassloader());
    }

    @Override
    public void processElement1(StreamRecord<I> element) throws Exception {
        quarantine.process(element, first, super::processElement1);
    }

    @Override
    public void processElement2(StreamRecord<J> element) throws Exception {
        quarantine.process(element, second, super::processElement2);
    }

    @Override
    public void onEventTime(InternalTimer<K, VoidNamespace> timer) throws Exception {
        quarantine.fire(timer, super::onEventTime);
    }
}
