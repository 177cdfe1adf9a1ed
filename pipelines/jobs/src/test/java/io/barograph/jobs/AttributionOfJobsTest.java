package io.barograph.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.alerting.AlertPolicy;
import io.barograph.alerting.operators.AlertMessages;
import io.barograph.alerting.operators.AlertingConfiguration;
import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.FailureReportingOperator;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.alerting.AlertingJob;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.graph.StreamingJobGraphGenerator;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.junit.jupiter.api.Test;

/**
 * An operator whose failures nobody attributes to a record would fail for ever on one that it cannot bear. Each finds the
 * record itself, or is chained to one that does, or is named here with the reason.
 */
class AttributionOfJobsTest {
    private static final KafkaConnection KAFKA = KafkaConnection.to("127.0.0.1:1", "");

    /** Functions that know the record; what they emit runs within them. Operators that do so say it by their type. */
    private static final Set<String> DECODERS = Set.of("DecodeFunction", "ArchiveFunction");

    /** Functions, operators and factories that no record makes fail, with the reason. */
    private static final Map<String, String> CONTAINED = Map.of(
            "LatenessOperator", "compares the time of a record that is not decoded; decoding is chained to it",
            "IsOfTopic", "compares the topic of a record that is not decoded; decoding is chained to it",
            "IsNotCommitted", "what it cannot compare passes",
            "SlowerClock", "passes records without looking at them",
            "EncodeFunction", "what it cannot encode is a dead letter",
            "SinkWriterOperatorFactory", "bytes to Kafka; for InfluxDB the writer makes dead letters itself",
            "CommitterOperatorFactory", "takes transactions and files, no records",
            "CompactCoordinatorFactory", "takes files, no records",
            "CompactorOperatorFactory", "takes files, no records");

    /** The writer of the archive's files takes what was decoded, so it needs a decoder that it is chained to. */
    private static final String FILE_WRITER = "write files";

    private static StreamExecutionEnvironment environment(int parallelism, Consumer<StreamExecutionEnvironment> job) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism);
        env.enableCheckpointing(10_000);
        job.accept(env);
        return env;
    }

    private static void analysis(StreamExecutionEnvironment env) {
        AnalysisJob.build(
                env,
                KAFKA,
                AnalysisConfiguration.defaults(
                        new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "/scratch")))));
    }

    private static void publish(StreamExecutionEnvironment env, boolean retentionLevels) {
        InfluxDbConfig influxDb = InfluxDbConfig.builder(URI.create("http://127.0.0.1:1"), "barograph")
                .build();
        PublishJob.build(env, new PublishConfiguration(KAFKA, influxDb, "", false, retentionLevels));
    }

    private static void alerting(StreamExecutionEnvironment env) {
        AlertingJob.build(
                env,
                new AlertingConfiguration(
                        KAFKA,
                        new AlertPolicy(List.of(), List.of(), 1, 1, 1, 1, 1, "", 1),
                        List.of(),
                        new AlertMessages(URI.create("http://127.0.0.1:1"), URI.create("http://127.0.0.1:1"))));
    }

    private static void archive(StreamExecutionEnvironment env) {
        ArchiveJob.build(
                env,
                new ArchiveConfiguration(KAFKA, URI.create("file:///none"), ArchiveConfiguration.FILE_SPAN, false));
    }

    private static String worker(StreamNode node) {
        StreamOperatorFactory<?> factory = node.getOperatorFactory();
        if (!(factory instanceof SimpleOperatorFactory<?> simple)) {
            return factory.getClass().getSimpleName();
        }
        StreamOperator<?> operator = simple.getOperator();
        return operator instanceof AbstractUdfStreamOperator<?, ?> udf
                ? udf.getUserFunction().getClass().getSimpleName()
                : operator.getClass().getSimpleName();
    }

    private static boolean findsTheRecord(StreamNode node) {
        return DECODERS.contains(worker(node))
                || (node.getOperatorFactory() instanceof SimpleOperatorFactory<?> simple
                        && simple.getOperator() instanceof FailureReportingOperator);
    }

    private static boolean isContained(StreamNode node) {
        return CONTAINED.containsKey(worker(node))
                && !(worker(node).equals("SinkWriterOperatorFactory")
                        && node.getOperatorName().startsWith(FILE_WRITER));
    }

    private static boolean isAttributed(StreamNode node, StreamGraph graph) {
        return findsTheRecord(node)
                || node.getInEdges().stream()
                        .anyMatch(edge -> StreamingJobGraphGenerator.isChainable(edge, graph)
                                && isAttributed(graph.getSourceVertex(edge), graph));
    }

    private static Stream<String> next(StreamNode node, StreamGraph graph) {
        return node.getOutEdges().stream().map(edge -> worker(graph.getTargetVertex(edge)));
    }

    private static void shouldAttributeAll(Consumer<StreamExecutionEnvironment> job) {
        for (int parallelism = 1; parallelism <= 2; parallelism++) {
            StreamGraph graph = environment(parallelism, job).getStreamGraph();
            List<String> unattributed = new ArrayList<>();
            Set<String> behindSources = new TreeSet<>();
            for (StreamNode node : graph.getStreamNodes()) {
                if (node.getInEdges().isEmpty()) {
                    next(node, graph).forEach(behindSources::add);
                } else if (!isContained(node) && !isAttributed(node, graph)) {
                    unattributed.add(node.getOperatorName() + " (" + worker(node) + ")");
                }
                if (worker(node).equals("LatenessOperator")) {
                    assertThat(next(node, graph))
                            .contains("DecodeFunction")
                            .isSubsetOf("DecodeFunction", "EncodeFunction");
                }
                if (worker(node).equals("IsOfTopic")) {
                    assertThat(next(node, graph)).containsExactly("DecodeFunction");
                }
            }
            assertThat(unattributed).as("parallelism " + parallelism).isEmpty();
            assertThat(behindSources)
                    .as("they see records that are not decoded")
                    .isNotEmpty()
                    .isSubsetOf("DecodeFunction", "ArchiveFunction", "LatenessOperator", "IsOfTopic");
        }
    }

    @Test
    void shouldAttributeEachFailureOfTheAnalysis() {
        shouldAttributeAll(AttributionOfJobsTest::analysis);
    }

    @Test
    void shouldAttributeEachFailureOfPublishing() {
        shouldAttributeAll(env -> publish(env, false));
        shouldAttributeAll(env -> publish(env, true));
    }

    @Test
    void shouldAttributeEachFailureOfAlerting() {
        shouldAttributeAll(AttributionOfJobsTest::alerting);
    }

    @Test
    void shouldAttributeEachFailureOfTheArchive() {
        shouldAttributeAll(AttributionOfJobsTest::archive);
    }

    /** These take sums over many records, or what a timer made: they are noted by operator, key and bytes. */
    @Test
    void shouldKnowWhichOperatorsOfTheAnalysisTakeWhatIsOfNoSingleRecord() throws Exception {
        Set<String> without = new TreeSet<>();
        int operators = 0;
        for (Transformation<?> transformation :
                environment(2, AttributionOfJobsTest::analysis).getTransformations()) {
            List<TypeInformation<?>> inputs = List.of();
            if (transformation instanceof OneInputTransformation<?, ?> one && one.getStateKeySelector() != null) {
                inputs = List.of(one.getInputType());
            } else if (transformation instanceof TwoInputTransformation<?, ?, ?> two
                    && two.getStateKeySelector1() != null) {
                inputs = List.of(two.getInputType1(), two.getInputType2());
            }
            for (TypeInformation<?> input : inputs) {
                operators++;
                Class<?> element = elementOf(input);
                if (!AttributableElement.class.isAssignableFrom(element)
                        && !SpecificRecord.class.isAssignableFrom(element)) {
                    without.add(transformation.getName() + ": " + element.getSimpleName());
                }
            }
        }
        assertThat(operators).isGreaterThan(20);
        assertThat(without)
                .containsExactly(
                        "contention of each file system: ContentionInput",
                        "curve of each file system: CurveChange",
                        "rates of each file system: TargetTrend",
                        "reach of the evidence by day: CoverageContribution",
                        "volumes and character of each file system: IntervalTransfers");
    }

    /** A batch has the format of its elements, whose argument begins with their type. */
    private static Class<?> elementOf(TypeInformation<?> type) throws ClassNotFoundException {
        if (type.getTypeClass() != KeyedBatch.class) {
            return type.getTypeClass();
        }
        String format = ((BinaryType<?>) type).format().argument();
        return Class.forName(format.substring(format.indexOf('|') + 1).split(" of ", 2)[0]);
    }
}
