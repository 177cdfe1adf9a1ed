package io.barograph.flink.quarantine;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;

/** An operator that finds records that make it fail. Workflows know nothing of where that is noted. */
public interface FailureReportingOperator {
    void noteIn(FailureLog noted);

    /**
     * Tells all such operators of a job.
     *
     * @param env environment that the graph was built in
     * @param noted where they note records that make them fail
     */
    static void noteAllIn(StreamExecutionEnvironment env, FailureLog noted) {
        env.getTransformations().forEach(transformation -> {
            StreamOperatorFactory<?> factory = transformation instanceof OneInputTransformation<?, ?> one
                    ? one.getOperatorFactory()
                    : transformation instanceof TwoInputTransformation<?, ?, ?> two ? two.getOperatorFactory() : null;
            if (factory instanceof SimpleOperatorFactory<?> simple
                    && simple.getOperator() instanceof FailureReportingOperator watched) {
                watched.noteIn(noted);
            }
        });
    }
}
