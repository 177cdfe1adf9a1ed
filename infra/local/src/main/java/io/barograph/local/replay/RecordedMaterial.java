package io.barograph.local.replay;

import io.barograph.collectors.core.KafkaPublisher;
import io.barograph.collectors.core.Publisher;
import io.barograph.collectors.core.UnreadableSourceException;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.configuration.AlertingSettings;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;

/** Recorded files: they go through topics of the replay. */
final class RecordedMaterial implements ReplayMaterial {
    private final Recordings recordings;
    private final Progress progress;

    /**
     * @param recordings what to replay, with its summaries read
     * @param progress shows how far they are published
     */
    RecordedMaterial(Recordings recordings, Progress progress) {
        this.recordings = recordings;
        this.progress = progress;
    }

    @Override
    public void publish(KafkaConnection results) {
        long others =
                (long) recordings.summaries().size() + recordings.weather().size();
        long expected = recordings.samples().expectedSamples().orElse(-1);
        try (Publisher publisher =
                        new KafkaPublisher(results.bootstrapServers(), results.topicPrefix(), results.properties());
                ProgressBar bar = progress.bar("Publishing", expected < 0 ? -1 : expected + others)) {
            Iterator<ServerSample> recorded = recordings.samples().samples();
            while (recorded.hasNext()) {
                ServerSample sample = recorded.next();
                recordings
                        .catalogue()
                        .resolve(sample.getFileSystem())
                        .ifPresent(fileSystem -> sample.setFileSystem(fileSystem.name()));
                publisher.publish(Topic.SERVER_SAMPLES, sample);
                bar.step();
            }
            for (JobSummary summary : recordings.summaries()) {
                publisher.publish(Topic.JOB_SUMMARIES, summary);
                bar.step();
            }
            for (JobWeather history : recordings.weather()) {
                publisher.publish(Topic.JOB_WEATHER, history);
                bar.step();
            }
            recordings.refused().forEach(publisher::refuse);
            publisher.flush();
        } catch (UnreadableSourceException e) {
            throw Recordings.unreadable(e);
        }
    }

    @Override
    public AnalysisReplay replay(KafkaConnection results) {
        return AnalysisReplay.ofTopics(results);
    }

    @Override
    public AnalysisConfiguration configuration(KafkaConnection results) {
        return AnalysisConfiguration.defaults(recordings.catalogue(), results);
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

    @Override
    public void close() {
        recordings.close();
    }
}
