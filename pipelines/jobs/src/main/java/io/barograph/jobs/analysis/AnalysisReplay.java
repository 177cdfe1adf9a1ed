package io.barograph.jobs.analysis;

import io.barograph.jobs.replay.HeldInput;
import io.barograph.jobs.replay.KafkaInput;
import io.barograph.jobs.replay.ReplayPace;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.topics.KafkaConnection;
import java.util.List;
import java.util.Set;

/**
 * What is replayed.
 *
 * @param inputs where its records are held
 * @param scope which results are given out
 * @param pace how fast
 * @param parts the parts of the analysis whose results are given out
 */
public record AnalysisReplay(List<HeldInput> inputs, ReplayScope scope, ReplayPace pace, Set<AnalysisPart> parts) {
    /** Copies the lists. */
    public AnalysisReplay {
        inputs = List.copyOf(inputs);
        parts = Set.copyOf(parts);
    }

    /**
     * @param kafka broker and topics
     * @return all that the topics hold now, through the whole analysis
     */
    public static AnalysisReplay ofTopics(KafkaConnection kafka) {
        return new AnalysisReplay(
                List.of(KafkaInput.of(kafka, AnalysisInputs.TOPICS, ReplayScope.EVERYTHING)),
                ReplayScope.EVERYTHING,
                ReplayPace.UNLIMITED,
                AnalysisPart.ALL);
    }
}
