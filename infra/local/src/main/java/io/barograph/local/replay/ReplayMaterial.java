package io.barograph.local.replay;

import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.schemas.configuration.AlertingSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a replay is made of: recorded files, or what is held of a window. */
interface ReplayMaterial extends AutoCloseable {
    /**
     * Puts recorded files into the topics of the replay.
     *
     * @param results broker and topics of the replay
     */
    void publish(KafkaConnection results);

    /**
     * @param results broker and topics of the replay
     * @return what is read
     */
    AnalysisReplay replay(KafkaConnection results);

    /**
     * @param results broker and topics of the replay
     * @return how it is analysed
     */
    AnalysisConfiguration configuration(KafkaConnection results);

    /** @return the rules of alerts, if it is asked who would have been told */
    Optional<AlertingSettings> alerts();

    /** @return text of the configuration file, if there is one */
    Optional<String> configurationText();

    /** @return values that stand in place of those of the configuration */
    Map<String, String> changes();

    /** @return hours that nobody holds */
    List<String> missing();

    /** @return files that are left out */
    List<String> damaged();

    @Override
    void close();
}
