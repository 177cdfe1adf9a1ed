package io.barograph.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.replay.CommittedTail;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** What is dropped by time; what is dropped by identity, CommittedResultsTest and StartedAgainIT. */
class IsNotCommittedTest {
    private static final CommittedTail TAIL = new CommittedTail(1_000, 2_000, List.of());

    private static OneInputStreamOperatorTestHarness<JobWeather, JobWeather> results(CommittedTail tail)
            throws Exception {
        return harness(new IsNotCommitted<>(Topic.JOB_WEATHER, KafkaConnection.to("nowhere:1", ""), tail));
    }

    private static OneInputStreamOperatorTestHarness<JobWeather, JobWeather> harness(FilterFunction<JobWeather> filter)
            throws Exception {
        var harness = new OneInputStreamOperatorTestHarness<JobWeather, JobWeather>(new StreamFilter<>(filter));
        harness.setup(AvroFormat.typeOf(JobWeather.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static JobWeather decided(long time, String collector) {
        JobWeather weather = new JobWeather();
        weather.setJobId("1");
        weather.setExecutable("x");
        weather.setFileSystem("scratch");
        weather.setStartTime(Instant.EPOCH);
        weather.setDecidedAt(Instant.ofEpochMilli(time));
        weather.setRevision(1);
        weather.setCollector(collector);
        return weather;
    }

    private static List<Long> passed(OneInputStreamOperatorTestHarness<JobWeather, JobWeather> harness, long... times)
            throws Exception {
        for (long time : times) {
            harness.processElement(decided(time, null), time);
        }
        List<Long> passed = harness.extractOutputValues().stream()
                .map(weather -> weather.getDecidedAt().toEpochMilli())
                .toList();
        harness.getOutput().clear();
        return passed;
    }

    @Test
    void shouldPassEverythingOfAnAnalysisThatWasNotStartedAgain() throws Exception {
        try (var harness = results(CommittedTail.NONE)) {
            harness.open();
            assertThat(passed(harness, 0, 999, 1_000, 2_001)).containsExactly(0L, 999L, 1_000L, 2_001L);
        }
    }

    @Test
    void shouldDropWhatIsDecidedBeforeTheTail() throws Exception {
        try (var harness = results(TAIL)) {
            harness.open();
            assertThat(passed(harness, 0, 999, 1_000, 2_000, 2_001)).containsExactly(1_000L, 2_000L, 2_001L);
        }
    }

    @Test
    void shouldGoOnToDropItWhenRestoredWithoutBeingToldAgain() throws Exception {
        OperatorSubtaskState state;
        try (var harness = results(TAIL)) {
            harness.open();
            state = harness.snapshot(1, 1);
        }
        try (var harness = results(CommittedTail.NONE)) {
            harness.initializeState(state);
            harness.open();
            assertThat(passed(harness, 0, 999, 1_000)).containsExactly(1_000L);
        }
    }

    @Test
    void shouldTellHistoryFromWhatIsDecidedAnewAlsoWhenRestored() throws Exception {
        OperatorSubtaskState state;
        try (var history = harness(HistoryFilter.until(1_000))) {
            history.open();
            assertThat(passed(history, 999, 1_000)).containsExactly(999L);
            state = history.snapshot(1, 1);
        }
        try (var history = harness(HistoryFilter.until(Long.MIN_VALUE))) {
            history.initializeState(state);
            history.open();
            history.processElement(decided(5_000, "tokio-weather"), 5_000);
            assertThat(passed(history, 999, 1_000)).containsExactly(5_000L, 999L);
        }
        try (var decisions = harness(HistoryFilter.from(1_000))) {
            decisions.open();
            assertThat(passed(decisions, 999, 1_000)).containsExactly(1_000L);
        }
    }
}
