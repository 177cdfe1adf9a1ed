package io.barograph.flink.quarantine;

import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * As {@link AttributingOperator}, of two inputs.
 *
 * @param <K> key
 * @param <I> elements of the first input
 * @param <J> elements of the second input
 * @param <O> results
 */
public final class AttributingCoOperator<K, I, J, O> extends KeyedCoProcessOperator<K, I, J, O>
        implements FailureReportingOperator {
    private FailureLog log = FailureLog.NONE;

    public AttributingCoOperator(KeyedCoProcessFunction<K, I, J, O> function) {
        super(function);
    }

    @Override
    public void noteIn(FailureLog noted) {
        log = noted;
    }

    @Override
    public void processElement1(StreamRecord<I> element) throws Exception {
        try {
            super.processElement1(element);
        } catch (Exception | StackOverflowError | AssertionError e) {
            throw offence(e, element.getValue());
        }
    }

    @Override
    public void processElement2(StreamRecord<J> element) throws Exception {
        try {
            super.processElement2(element);
        } catch (Exception | StackOverflowError | AssertionError e) {
            throw offence(e, element.getValue());
        }
    }

    private Exception offence(Throwable thrown, Object element) {
        return FailureAttribution.attribute(
                thrown,
                () -> RecordIdentity.ofElement(element),
                getOperatorConfig().getOperatorName(),
                log);
    }
}
