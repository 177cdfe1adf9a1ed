package io.barograph.cli.replay;

import io.barograph.configuration.AlertingSettings;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.replay.RecordFile;
import io.barograph.jobs.replay.RecordFileInput;
import io.barograph.jobs.replay.ReplayInput;
import io.barograph.jobs.replay.ReplayPace;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Recorded files. Server samples are read from them as the replay comes to them, summaries and past runs from a file that
 * has them in the order of time.
 */
record RecordedMaterial(ReplayRecordings recordings) implements ReplayMaterial {
    @Override
    public AnalysisReplay replay(Path folder) throws IOException {
        List<ReplayInput> inputs = new ArrayList<>();
        if (!recordings.samples().isEmpty()) {
            inputs.add(new SampleFilesInput(recordings.samples(), recordings.catalogue()));
        }
        inputs.add(inOrder(Topic.JOB_SUMMARIES, recordings.summaries(), folder));
        inputs.add(inOrder(Topic.JOB_WEATHER, recordings.weather(), folder));
        return new AnalysisReplay(
                inputs,
                ReplayScope.EVERYTHING,
                ReplayPace.UNLIMITED,
                AnalysisPart.ALL,
                Set.of(AnalysisReplay.Given.SUMMARIES, AnalysisReplay.Given.HISTORY));
    }

    private static <T extends SpecificRecord> ReplayInput inOrder(Topic<T> topic, List<T> records, Path folder)
            throws IOException {
        Path file = folder.resolve(topic.name());
        try (RecordFile.Writer<T> writer = new RecordFile.Writer<>(topic, file)) {
            for (T record : records) {
                writer.write(record);
            }
        }
        return new RecordFileInput(topic, file);
    }

    @Override
    public OptionalLong records() {
        OptionalLong samples = recordings.expectedSamples();
        return samples.isEmpty()
                ? samples
                : OptionalLong.of(samples.getAsLong()
                        + recordings.summaries().size()
                        + recordings.weather().size());
    }

    @Override
    public List<DeadLetter> refused() {
        return recordings.refused();
    }

    @Override
    public AnalysisConfiguration configuration() {
        return AnalysisConfiguration.defaults(recordings.catalogue().withOthers());
    }

    @Override
    public Optional<AlertingSettings> alerts() {
        return Optional.empty();
    }

    @Override
    public Optional<String> configurationText() {
        return Optional.empty();
    }

    @Override
    public Map<String, String> changes() {
        return Map.of();
    }

    @Override
    public List<String> missing() {
        return List.of();
    }

    @Override
    public List<String> damaged() {
        return List.of();
    }
}
