package io.barograph.flink.quarantine;

import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Flink's operator of a keyed function; an exception names the record whose element the function was given. One that a
 * timer throws names none: what it works on came with many.
 *
 * @param <K> key
 * @param <I> elements
 * @param <O> results
 */
public final class AttributingOperator<K, I, O> extends KeyedProcessOperator<K, I, O>
        implements FailureReportingOperator {
    private FailureLog log = FailureLog.NONE;

    public AttributingOperator(KeyedProcessFunction<K, I, O> function) {
        super(function);
    }

    @Override
    public void noteIn(FailureLog noted) {
        log = noted;
    }

    @Override
    public void processElement(StreamRecord<I> element) throws Exception {
        try {
            super.processElement(element);
        } catch (Exception | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(
                    e,
                    () -> RecordIdentity.ofElement(element.getValue()),
                    getOperatorConfig().getOperatorName(),
                    log);
        }
    }
}
