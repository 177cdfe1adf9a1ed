package io.barograph.sources.jobstats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.PublishException;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.sources.testing.Archive;
import io.barograph.sources.testing.PublishedRecords;
import io.barograph.sources.testing.TestContext;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStatsCollectorTest {
    private static final String ONE_JOB =
            """
            obdfilter.lustre-OST0001.job_stats=
            job_stats:
            - job_id:          a
              write_bytes:     { samples: 1, unit: bytes, min: 1, max: 1, sum: %d }
            """;

    @TempDir
    private Path folder;

    private final TestContext context = new TestContext();
    private final PublishedRecords output = new PublishedRecords();

    @Test
    void shouldReadARecordedTreeAsCountedByHand() throws Exception {
        Archive.unpack(RecordedData.path("lustre-jobstats/proc.tar.gz"), folder);
        try (SourceCollector collector = collector(fromRoot(folder))) {
            assertThat(collector.check()).isEqualTo("5 targets, 52 job entries");
            assertThat(collector.poll(output)).isTrue();
            assertThat(output.takeLetters()).isEmpty();
            Map<String, JobSamples> byTarget = output.take(JobSamples.class).stream()
                    .collect(Collectors.toMap(JobSamples::getServer, record -> record));
            assertThat(byTarget).hasSize(5);

            JobSamples first = byTarget.get("lustrefs-OST0000");
            assertThat(first.getTime()).isEqualTo(Instant.parse("2017-11-15T21:50:06.789Z"));
            assertThat(first.getWriteBytes()).isEqualTo(16_552_048_697_344L);
            assertThat(first.getWriteOperations()).isEqualTo(4_298_711);
            assertThat(first.getReadBytes()).isZero();
            assertThat(first.getMetadataOperations())
                    .isEqualTo(Map.of(
                            "punch",
                            57L,
                            "create",
                            2L,
                            "statfs",
                            35_359L,
                            "connect",
                            1L,
                            "reconnect",
                            1L,
                            "ping",
                            141L));
            assertThat(first.getJobs()).hasSize(36);
            assertThat(first.getJobs())
                    .filteredOn(job -> job.getJobId().isEmpty())
                    .hasSize(1);
            assertThat(sum(first, "w")).isEqualTo(3_265_210_228_736L);
            assertThat(sum(first, "wo")).isEqualTo(1_002_353);
            assertThat(sum(first, "r")).isEqualTo(18_432_000);
            assertThat(sum(first, "ro")).isEqualTo(4_500);

            JobUse loop = byTarget.get("lustrefs-OST0002").getJobs().get(0);
            assertThat(loop.getJobId()).isEqualTo("loop36");
            assertThat(loop.getReadBytes()).isEqualTo(2_081_591_296L);
            assertThat(loop.getReadOperations()).isEqualTo(3_153);
            assertThat(loop.getEntryChanged()).isEqualTo(Instant.ofEpochSecond(1_638_540_802));
            assertThat(byTarget.get("lustrefs-OST0004").getJobs()).isEmpty();

            List<JobUse> onMdt = byTarget.get("lustrefs-MDT0000").getJobs();
            assertThat(onMdt).hasSize(15);
            assertThat(operations(onMdt, "open")).isEqualTo(1_395);
            assertThat(operations(onMdt, "rename")).isEqualTo(720);
            assertThat(operations(onMdt, "crossdir_rename")).isEqualTo(30);
            assertThat(byTarget.get("lustrefs-MDT0000").getMetadataOperations()).containsEntry("setattr", 57L);

            collector.poll(output);
            assertThat(output.take(JobSamples.class)).hasSize(5).allSatisfy(record -> assertThat(record.getJobs())
                    .isEmpty());
        }
    }

    private static long sum(JobSamples record, String what) {
        return record.getJobs().stream()
                .map(job -> switch (what) {
                    case "r" -> job.getReadBytes();
                    case "ro" -> job.getReadOperations();
                    case "w" -> job.getWriteBytes();
                    default -> job.getWriteOperations();
                })
                .mapToLong(Objects::requireNonNull)
                .sum();
    }

    private static long operations(List<JobUse> jobs, String kind) {
        return jobs.stream()
                .mapToLong(job -> job.getMetadataOperations().get(kind))
                .sum();
    }

    @Test
    void shouldReadASavedTextOnceAndEnd() throws Exception {
        Path saved = folder.resolve("params.txt");
        Files.writeString(saved, ONE_JOB.formatted(7));
        JobStatsOptions options = new JobStatsOptions(
                null, saved, null, null, JobIdForm.WHOLE, null, Duration.ofSeconds(10), Duration.ofSeconds(8), 1);
        try (SourceCollector collector = new JobStatsCollectorType()
                .create(options, context.of(folder, CatalogueFileSystem.of("scratch", "lustre")))) {
            assertThat(collector.poll(output)).isFalse();
        }
        assertThat(output.take(JobSamples.class)).singleElement().satisfies(record -> {
            assertThat(record.getFileSystem()).isEqualTo("scratch");
            assertThat(record.getHost()).isNull();
            assertThat(record.getTime())
                    .isEqualTo(Files.getLastModifiedTime(saved)
                            .toInstant()
                            .truncatedTo(java.time.temporal.ChronoUnit.MILLIS));
            assertThat(record.getPublishedAt()).isEqualTo(record.getTime());
            assertThat(record.getJobs()).hasSize(1);
        });
    }

    @Test
    void shouldPublishAJobAgainThatCouldNotBeStored() throws Exception {
        Path saved = write(1);
        try (SourceCollector collector = collector(fromCommand("cat '" + saved + "'", List.of()))) {
            output.failFromNowOn(true);
            assertThatThrownBy(() -> collector.poll(output)).isInstanceOf(PublishException.class);
            output.failFromNowOn(false);
            collector.poll(output);
            assertThat(output.take(JobSamples.class).get(0).getJobs()).hasSize(1);
            collector.poll(output);
            assertThat(output.take(JobSamples.class).get(0).getJobs()).isEmpty();
            write(2);
            collector.poll(output);
            assertThat(output.take(JobSamples.class).get(0).getJobs())
                    .extracting(JobUse::getWriteBytes)
                    .containsExactly(2L);
        }
    }

    @Test
    void shouldNotWaitForAHostThatHangsLongerThanItsTimeLimit() throws Exception {
        write(1);
        String command = "case {host} in hangs) sleep 1000;; fails) echo no route >&2; exit 255;;" + " *) cat '"
                + folder + "/params.txt';; esac";
        try (SourceCollector collector = collector(fromCommand(command, List.of("hangs", "oss01", "fails", "oss02")))) {
            collector.poll(output);
            assertThat(output.take(JobSamples.class))
                    .extracting(JobSamples::getHost)
                    .containsExactlyInAnyOrder("oss01", "oss02");
            assertThat(context.notes())
                    .anySatisfy(note ->
                            assertThat(note).startsWith("hangs does not answer").contains("did not end within"))
                    .anySatisfy(note ->
                            assertThat(note).startsWith("fails does not answer").contains("no route"));
            int said = context.notes().size();
            collector.poll(output);
            assertThat(output.take(JobSamples.class)).hasSize(2);
            assertThat(context.notes()).hasSize(said);
        }
    }

    @Test
    void shouldSayWhatIsWrongWhenNoHostAnswers() {
        try (SourceCollector collector = collector(fromCommand("echo denied >&2; exit 1", List.of()))) {
            assertThatThrownBy(() -> collector.poll(output))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("ended with status 1: denied");
            assertThatThrownBy(collector::check).isInstanceOf(UnreadableSourceException.class);
        }
        try (SourceCollector collector = collector(fromRoot(folder))) {
            assertThatThrownBy(() -> collector.poll(output))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("neither obdfilter/*/job_stats");
        }
    }

    @Test
    void shouldSayOnceThatJobStatisticsAreOff() throws Exception {
        Files.writeString(
                folder.resolve("params.txt"), "jobid_var=disable\nobdfilter.lustre-OST0001.job_stats=job_stats:\n");
        try (SourceCollector collector = collector(fromCommand("cat '" + folder + "/params.txt'", List.of()))) {
            collector.poll(output);
            collector.poll(output);
        }
        assertThat(context.notes()).singleElement().asString().contains("jobid_var is disable");
    }

    @Test
    void shouldRefuseABadLineOnceHoweverOftenItIsPolled() throws Exception {
        Files.writeString(folder.resolve("params.txt"), ONE_JOB.formatted(1) + "  rubbish\n");
        try (SourceCollector collector = collector(fromCommand("cat '" + folder + "/params.txt'", List.of()))) {
            collector.check();
            collector.poll(output);
            collector.poll(output);
        }
        assertThat(output.takeLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getOrigin()).isEqualTo("localhost, line 5");
            assertThat(letter.getSource()).isEqualTo("job-samples");
        });
    }

    @Test
    void shouldRefuseOptionsThatContradictEachOther() {
        assertThatThrownBy(() -> new JobStatsOptions(
                        folder,
                        folder,
                        null,
                        null,
                        JobIdForm.WHOLE,
                        null,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        1))
                .hasMessageContaining("only one of");
        assertThatThrownBy(() -> fromCommand("lctl get_param", List.of("a"))).hasMessageContaining("{host}");
        assertThatThrownBy(() -> fromCommand("ssh {host} x", List.of("a; rm"))).hasMessageContaining("no host name");
    }

    private Path write(int bytes) throws IOException {
        return Files.writeString(folder.resolve("params.txt"), ONE_JOB.formatted(bytes));
    }

    private SourceCollector collector(JobStatsOptions options) {
        return new JobStatsCollectorType().create(options, context.of(folder));
    }

    private static JobStatsOptions fromRoot(Path root) {
        return new JobStatsOptions(
                root, null, null, null, JobIdForm.WHOLE, null, Duration.ofSeconds(10), Duration.ofSeconds(8), 1);
    }

    private static JobStatsOptions fromCommand(String command, List<String> hosts) {
        return new JobStatsOptions(
                null, null, command, hosts, JobIdForm.WHOLE, null, Duration.ofSeconds(10), Duration.ofSeconds(2), 4);
    }
}
