package io.barograph.jobs.analysis;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.replay.KafkaInput;
import io.barograph.jobs.replay.ReplayInput;
import io.barograph.jobs.replay.ReplayPace;
import io.barograph.jobs.replay.ReplayScope;
import java.util.List;
import java.util.Set;

/**
 * What is replayed.
 *
 * @param scope which results are emitted
 * @param parts the parts of the analysis whose results are emitted
 * @param giving what is emitted beside the results
 */
public record AnalysisReplay(
        List<ReplayInput> inputs, ReplayScope scope, ReplayPace pace, Set<AnalysisPart> parts, Set<Given> giving) {
    /** What reports need beside the results, where results do not go to the place that the inputs came from. */
    public enum Given {
        /** Summaries of the runs. */
        SUMMARIES,
        /** Past runs of tables. */
        HISTORY
    }

    public AnalysisReplay {
        inputs = List.copyOf(inputs);
        parts = Set.copyOf(parts);
        giving = Set.copyOf(giving);
    }

    /** @return records that are left out, since they made the live analysis fail */
    SkippedRecords skipped() {
        return inputs.stream()
                .map(ReplayInput::skipped)
                .filter(skipped -> skipped != SkippedRecords.NONE)
                .findFirst()
                .orElse(SkippedRecords.NONE);
    }

    /** @return all that the topics hold now, through the whole analysis */
    public static AnalysisReplay ofTopics(KafkaConnection kafka) {
        return new AnalysisReplay(
                List.of(KafkaInput.of(kafka, AnalysisInputs.TOPICS, ReplayScope.EVERYTHING)),
                ReplayScope.EVERYTHING,
                ReplayPace.UNLIMITED,
                AnalysisPart.ALL,
                Set.of());
    }
}
