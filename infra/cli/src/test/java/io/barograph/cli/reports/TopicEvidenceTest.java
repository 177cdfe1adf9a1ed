package io.barograph.cli.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.export.ExportFolder;
import io.barograph.cli.export.JsonLines;
import io.barograph.cli.export.ResultSource;
import io.barograph.page.report.JobRuns;
import io.barograph.pictures.RunEvidence;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicEvidenceTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    static {
        // Avro refuses generated classes that it does not trust.
        AvroCodec.of(JobWeather.class);
        AvroCodec.of(Anomaly.class);
    }

    @TempDir
    private Path folder;

    private final Map<String, Integer> readings = new HashMap<>();

    private static JobWeather weather(String jobId, int second, long bytes) {
        Instant start = START.plusSeconds(second);
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setUser("ada")
                .setExecutable("/opt/vpicio_uni")
                .setFileSystem("scratch")
                .setStartTime(start)
                .setEndTime(start.plusSeconds(60))
                .setDecidedAt(start.plusSeconds(95))
                .setProcesses(512)
                .setQuality(Quality.OK)
                .setJobReadBytes(0)
                .setJobWriteBytes(bytes)
                .build();
    }

    private static Anomaly verdict(JobWeather weather) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(weather.getJobId())
                .setUser(weather.getUser())
                .setExecutable(weather.getExecutable())
                .setFileSystem(weather.getFileSystem())
                .setStartTime(weather.getStartTime())
                .setEndTime(weather.getEndTime())
                .setDecidedAt(weather.getDecidedAt())
                .setVerdict(Verdict.NORMAL)
                .setSentence("Performance is normal.")
                .build();
    }

    private TopicEvidence evidence(List<JobWeather> judged, List<JobWeather> others) throws IOException {
        try (JsonLines verdicts = JsonLines.to(folder.resolve(Topic.ANOMALIES.name() + ".jsonl"));
                JsonLines weather = JsonLines.to(folder.resolve(Topic.JOB_WEATHER.name() + ".jsonl"))) {
            for (JobWeather run : judged) {
                verdicts.write(verdict(run));
                weather.write(run);
            }
            for (JobWeather run : others) {
                weather.write(run);
            }
        }
        ExportFolder export = new ExportFolder(folder);
        return new TopicEvidence(new ResultSource() {
            @Override
            public <T extends SpecificRecord> boolean read(Topic<T> topic, Consumer<? super T> handler)
                    throws IOException, InterruptedException {
                readings.merge(topic.name(), 1, Integer::sum);
                return export.read(topic, handler);
            }

            @Override
            public String name() {
                return export.name();
            }
        });
    }

    @Test
    void shouldReadEachTopicOnceForAllJobs() throws Exception {
        TopicEvidence evidence =
                evidence(List.of(weather("1", 0, 100), weather("2", 30, 200), weather("3", 5000, 300)), List.of());

        Map<String, JobRuns> known = evidence.of(Set.of("1", "2", "3", "none"));

        assertThat(known).containsOnlyKeys("1", "2", "3");
        RunEvidence first = known.get("1").runs().get(0);
        assertThat(first.weather())
                .get()
                .extracting(JobWeather::getJobWriteBytes)
                .isEqualTo(100L);
        assertThat(first.neighbours()).extracting(JobWeather::getJobId).containsExactly("2");
        assertThat(known.get("3").runs().get(0).neighbours()).isEmpty();
        assertThat(readings)
                .containsKey(Topic.SERVER_RATES.name())
                .allSatisfy((topic, times) -> assertThat(times).as(topic).isEqualTo(1));
    }

    @Test
    void shouldShowTheNewestRunsOfAJobThatHasThousandsAndTheNeighboursThatMovedMost() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = 0; i < TopicEvidence.MAX_RUNS + 7; i++) {
            runs.add(weather("many", 1000 * i, 1));
        }
        List<JobWeather> others = new ArrayList<>();
        int last = 1000 * (TopicEvidence.MAX_RUNS + 6);
        for (int i = 0; i < RunEvidence.MAX_NEIGHBOURS + 20; i++) {
            others.add(weather("other-" + i, last, 10 + i));
        }

        JobRuns known = evidence(runs, others).of(Set.of("many")).get("many");

        assertThat(known.older()).isEqualTo(7);
        assertThat(known.runs()).hasSize(TopicEvidence.MAX_RUNS);
        assertThat(known.runs().get(0).verdict().getStartTime()).isEqualTo(START.plusSeconds(7000));
        assertThat(known.runs().get(TopicEvidence.MAX_RUNS - 1).neighbours())
                .hasSize(RunEvidence.MAX_NEIGHBOURS)
                .allSatisfy(other -> assertThat(other.getJobWriteBytes()).isGreaterThanOrEqualTo(30));
    }
}
