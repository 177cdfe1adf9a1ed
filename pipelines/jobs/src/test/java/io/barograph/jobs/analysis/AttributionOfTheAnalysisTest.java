package io.barograph.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.schemas.FileSystemCatalogue;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.junit.jupiter.api.Test;

/** An operator behind an exchange that is not watched would fail for ever on a record that it cannot bear. */
class AttributionOfTheAnalysisTest {
    @Test
    void shouldWatchEveryKeyedOperator() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        AnalysisJob.build(
                env,
                KafkaConnection.to("127.0.0.1:1", ""),
                AnalysisConfiguration.defaults(new FileSystemCatalogue(List.of())));
        List<String> watched = new ArrayList<>();
        List<String> unwatched = new ArrayList<>();
        for (Transformation<?> transformation : env.getTransformations()) {
            StreamOperatorFactory<?> factory = null;
            if (transformation instanceof OneInputTransformation<?, ?> one && one.getStateKeySelector() != null) {
                factory = one.getOperatorFactory();
            } else if (transformation instanceof TwoInputTransformation<?, ?, ?> two
                    && two.getStateKeySelector1() != null) {
                factory = two.getOperatorFactory();
            }
            if (factory instanceof SimpleOperatorFactory<?> simple) {
                boolean isWatched = simple.getOperator() instanceof AttributingOperator
                        || simple.getOperator() instanceof AttributingCoOperator;
                (isWatched ? watched : unwatched).add(transformation.getName());
            }
        }
        assertThat(unwatched).isEmpty();
        assertThat(watched).hasSizeGreaterThan(15);
    }
}
