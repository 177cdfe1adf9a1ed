package io.barograph.sources.jobstats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RereadableText;
import io.barograph.runtime.TextLineReader;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.Topic;
import io.barograph.sources.testing.TestContext;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobStatsPollTest {
    private static final String OST = "lustre-OST0001";

    @TempDir
    private Path folder;

    private final List<JobSamples> records = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private Map<String, JobFingerprints> memory = Map.of();

    @Test
    void shouldReadAnEntryOfAnOldVersion() throws IOException {
        poll(
                """
                obdfilter.lustre-OST0001.job_stats=
                job_stats:
                - job_id:          mythcommflag.0
                  snapshot_time:   1429714922
                  read:            { samples:         974, unit: bytes, min:    4096, max: 1048576, sum:        91530035 }
                  write:           { samples:         394, unit: bytes, min:    4096, max:  319488, sum:        15712084 }
                  setattr:         { samples:           7, unit:  reqs }
                  punch:           { samples:           0, unit:  reqs }
                """);
        JobUse job = onlyJob();
        assertThat(job.getJobId()).isEqualTo("mythcommflag.0");
        assertThat(job.getEntryChanged()).isEqualTo(Instant.ofEpochSecond(1429714922));
        assertThat(job.getEntrySince()).isNull();
        assertThat(job.getReadBytes()).isEqualTo(91530035);
        assertThat(job.getReadOperations()).isEqualTo(974);
        assertThat(job.getWriteBytes()).isEqualTo(15712084);
        assertThat(job.getWriteOperations()).isEqualTo(394);
        assertThat(job.getMetadataOperations()).containsExactlyInAnyOrderEntriesOf(Map.of("setattr", 7L, "punch", 0L));
    }

    @Test
    void shouldReadAnEntryOfANewVersionWhereReadIsALatency() throws IOException {
        poll(
                """
                obdfilter.lustre-OST0001.job_stats=
                job_stats:
                - job_id:          "ior\\x20x.1000"
                  snapshot_time:   1688603042.553844832 secs.nsecs
                  start_time:      1688526476.694479379 secs.nsecs
                  elapsed_time:    76565.859365453 secs.nsecs
                  read_bytes:      { samples: 2, unit: bytes, min: 8, max:16777216, sum:16777224, sumsq: 281474976710720, hist: { 8: 1, 16M: 1 } }
                  read:            { samples: 2, unit: usecs, min: 100, max: 900, sum: 1000, sumsq: 820000 }
                  write:           { samples: 9, unit: usecs, min: 100, max: 900, sum: 5000, sumsq: 18446744073709551615 }
                  sync:            { samples: 3, unit: usecs, min: 1, max: 2, sum: 4 }
                """);
        JobUse job = onlyJob();
        assertThat(job.getJobId()).isEqualTo("ior x.1000");
        assertThat(job.getEntrySince()).isEqualTo(Instant.parse("2023-07-05T03:07:56.694Z"));
        assertThat(job.getEntryChanged()).isEqualTo(Instant.parse("2023-07-06T00:24:02.553Z"));
        assertThat(job.getReadBytes()).isEqualTo(16777224);
        assertThat(job.getReadOperations()).isEqualTo(2);
        assertThat(job.getWriteBytes()).isZero();
        assertThat(job.getWriteOperations()).isZero();
        assertThat(job.getMetadataOperations()).isEqualTo(Map.of("sync", 3L));
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldReportNoBytesOfAnMdtThatHoldsNoData() throws IOException {
        poll(
                """
                mdt.lustre-MDT0000.md_stats=
                snapshot_time             1510781853.009826353 secs.nsecs
                open                      10 samples [reqs]
                close                     9 samples [usecs] 1 2 3 4
                mdt.lustre-MDT0000.job_stats=
                job_stats:
                - job_id:          7
                  open:            { samples:          93, unit:  reqs }
                  crossdir_rename: { samples:           2, unit:  reqs }
                """);
        assertThat(onlyJob().getReadBytes()).isNull();
        assertThat(onlyJob().getMetadataOperations()).isEqualTo(Map.of("open", 93L, "crossdir_rename", 2L));
        JobSamples record = records.get(0);
        assertThat(record.getKind()).isEqualTo(TargetKind.MDT);
        assertThat(record.getServer()).isEqualTo("lustre-MDT0000");
        assertThat(record.getFileSystem()).isEqualTo("lustre");
        assertThat(record.getHost()).isEqualTo("oss01");
        assertThat(record.getTime()).isEqualTo(Instant.parse("2017-11-15T21:37:33.009Z"));
        assertThat(record.getReadBytes()).isNull();
        assertThat(record.getMetadataOperations()).isEqualTo(Map.of("open", 10L, "close", 9L));
    }

    @Test
    void shouldPublishOnlyTheJobsThatChangedAndTheOwnCountersInEveryPoll() throws IOException {
        String text =
                """
                obdfilter.lustre-OST0001.stats=
                snapshot_time 1510782606.5 secs.usecs
                write_bytes 12 samples [bytes] 4096 4194304 %d
                obdfilter.lustre-OST0001.job_stats=
                job_stats:
                - job_id:          a
                  snapshot_time:   %d
                  write_bytes:     { samples: 1, unit: bytes, min: 1, max: 1, sum: 1 }
                - job_id:          b
                  write_bytes:     { samples: 1, unit: bytes, min: 1, max: 1, sum: %d }
                """;
        poll(text.formatted(100, 1, 10));
        poll(text.formatted(200, 2, 11));
        poll(text.formatted(300, 3, 11));
        poll(text.formatted(300, 3, 5));
        assertThat(records).extracting(JobSamples::getWriteBytes).containsExactly(100L, 200L, 300L, 300L);
        assertThat(records.stream().map(record -> record.getJobs().stream()
                        .map(job -> job.getJobId() + job.getWriteBytes())
                        .toList()))
                .containsExactly(List.of("a1", "b10"), List.of("b11"), List.of(), List.of("b5"));
    }

    @Test
    void shouldLeaveTheCountersUnknownWhereTheTextHasNone() throws IOException {
        poll("obdfilter.lustre-OST0001.job_stats=job_stats:\n");
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.getReadBytes()).isNull();
            assertThat(record.getMetadataOperations()).isNull();
            assertThat(record.getTime()).isEqualTo(TestContext.NOW);
        });
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstandWithItsLineAndKeepTheRest() throws IOException {
        poll(
                """
                obdfilter.lustre-OST0001.job_stats=
                job_stats:
                - job_id:          a
                  write_bytes:     { samples: 1, unit: bytes, min: 1, max: 1 }
                  open             { samples: 1, unit: reqs }
                  setattr:         { samples: -1, unit: reqs }
                  punch:           { samples: 18446744073709551615, unit: reqs }
                  sync:            { samples: 1, unit: reqs }
                - jobid:           lost
                  sync:            { samples: 5, unit: reqs }
                - job_id:          b
                  snapshot_time:   yesterday
                """);
        assertThat(records.get(0).getJobs()).extracting(JobUse::getJobId).containsExactly("a", "b");
        JobUse damaged = records.get(0).getJobs().get(0);
        assertThat(damaged.getWriteBytes()).as("no sum").isNull();
        assertThat(damaged.getWriteOperations()).isNull();
        assertThat(damaged.getReadBytes())
                .as("which counter the line \"open {\" is of is unknown")
                .isNull();
        assertThat(damaged.getMetadataOperations()).isNull();
        assertThat(letters)
                .extracting(DeadLetter::getOrigin)
                .containsExactly(
                        "oss01, line 4",
                        "oss01, line 5",
                        "oss01, line 6",
                        "oss01, line 7",
                        "oss01, line 9",
                        "oss01, line 10",
                        "oss01, line 12");
        assertThat(letters.get(0).getReason()).contains("no sum");
    }

    @Test
    void shouldLeaveACounterUnknownWhoseLineCannotBeReadAndKeepTheOthers() throws IOException {
        poll(
                """
                obdfilter.lustre-OST0001.stats=
                snapshot_time 1510782606.5 secs.usecs
                read_bytes 12 samples [bytes] 4096 4194304 damaged
                write_bytes 12 samples [bytes] 4096 4194304 100
                obdfilter.lustre-OST0001.job_stats=
                job_stats:
                - job_id:          a
                  read_bytes:      { samples: x, unit: bytes, min: 1, max: 1, sum: 1 }
                  write_bytes:     { samples: 1, unit: bytes, min: 1, max: 1, sum: 7 }
                  punch:           { samples: 1, unit: reqs }
                - job_id:          b
                  read_bytes:      { samples: 1, unit: bytes, min: 1, max: 1, sum: 5 }
                  read:            { samples: y, unit: usecs }
                  read_bytes:      { samples: 1, unit: bytes, min: 1, max: 1, sum: 6 }
                - job_id:          c
                  read_bytes:      { samples: 1, unit: bytes, min: 1, max: 1, sum: 5 }
                  read:            { samples: y, unit: usecs }
                  sync:            { samples: -, unit: reqs }
                """);

        List<JobUse> jobs = records.get(0).getJobs();
        assertThat(jobs.get(0).getReadBytes()).isNull();
        assertThat(jobs.get(0).getReadOperations()).isNull();
        assertThat(jobs.get(0).getWriteBytes()).isEqualTo(7);
        assertThat(jobs.get(0).getMetadataOperations()).isEqualTo(Map.of("punch", 1L));
        assertThat(jobs.get(1).getReadBytes()).as("there twice").isNull();
        assertThat(jobs.get(2).getReadBytes())
                .as("a latency is no counter of bytes")
                .isEqualTo(5);
        assertThat(jobs.get(2).getMetadataOperations()).isNull();
        assertThat(records.get(0).getReadBytes()).isNull();
        assertThat(records.get(0).getWriteBytes()).isEqualTo(100);
    }

    @Test
    void shouldNotPublishAnEntryThatBreaksOff() throws IOException {
        InputStream lost = new BufferedInputStream(InputStream.nullInputStream());
        lost.close();
        InputStream broken = new SequenceInputStream(
                bytes(
                        """
                obdfilter.lustre-OST0001.job_stats=
                job_stats:
                - job_id: a
                  write_bytes: { samples: 1, unit: bytes, sum: 1 }
                """),
                lost);
        JobStatsPoll poll = newPoll();
        assertThatIOException()
                .isThrownBy(() -> LustreParameters.ofLctl(new TextLineReader("oss01", broken, refusals()), poll));
        assertThat(poll.entries()).isZero();
    }

    @Test
    void shouldReadTenThousandJobsAThousandAtATime() throws IOException {
        JobStatsPoll poll = newPoll();
        LustreParameters.ofLctl(new TextLineReader("oss01", manyJobs(10_000), refusals()), poll);
        poll.finish();
        assertThat(poll.entries()).isEqualTo(10_000);
        assertThat(records).hasSize(10).allSatisfy(record -> {
            assertThat(record.getJobs()).hasSize(JobStatsPoll.MAX_JOBS_PER_RECORD);
            assertThat(record.getTime()).isEqualTo(records.get(0).getTime());
        });
        assertThat(records.stream().flatMap(record -> record.getJobs().stream()).map(JobUse::getJobId))
                .doesNotHaveDuplicates();
        memory = poll.remembered();
        records.clear();
        JobStatsPoll again = newPoll();
        LustreParameters.ofLctl(new TextLineReader("oss01", manyJobs(10_000), refusals()), again);
        again.finish();
        assertThat(records).singleElement().satisfies(record -> assertThat(record.getJobs())
                .isEmpty());
    }

    @Test
    void shouldTakeTheFirstJobsOfATargetUpToTheLimitAndCountTheOthersAsRefused() throws IOException {
        for (int i = 0; i < 2; i++) {
            records.clear();
            letters.clear();
            JobStatsPoll poll = newPoll();
            LustreParameters.ofLctl(new TextLineReader("oss01", manyJobs(200_000), refusals()), poll);
            poll.finish();
            memory = poll.remembered();
            assertThat(memory.get(OST).size()).isEqualTo(65_536);
            assertThat(poll.entries()).isEqualTo(65_536);
            assertThat(records.stream().flatMap(record -> record.getJobs().stream()))
                    .hasSize(i == 0 ? 65_536 : 0);
            assertThat(letters).hasSize(200_000 - 65_536).allSatisfy(letter -> {
                assertThat(letter.getOrigin()).isEqualTo("oss01, " + OST);
                assertThat(letter.getReason()).startsWith("more than 65536 jobs on one target");
            });
            if (i == 0) {
                JobSamples last = records.get(records.size() - 1);
                assertThat(last.getJobs().get(last.getJobs().size() - 1).getJobId())
                        .isEqualTo("job.65535");
            }
        }
    }

    @Test
    void shouldRefuseMoreKindsOfOperationsLongerIdsAndMoreTargetsThanItsLimits() throws IOException {
        StringBuilder text = new StringBuilder("obdfilter.lustre-OST0001.job_stats=\n- job_id: a\n");
        for (int kind = 0; kind <= 100; kind++) {
            text.append("  kind").append(kind).append(": { samples: 1, unit: reqs }\n");
        }
        text.append("- job_id: ").append("y".repeat(129)).append('\n');
        text.append("- job_id: ").append("x".repeat(1025)).append('\n');
        for (int target = 2; target <= 4097; target++) {
            text.append("obdfilter.lustre-OST%04x.job_stats=\n".formatted(target));
        }

        poll(text.toString());

        assertThat(records).hasSize(4096);
        assertThat(records.get(0).getJobs()).singleElement().satisfies(job -> {
            assertThat(job.getJobId()).isEqualTo("a");
            assertThat(job.getMetadataOperations()).as("one kind is unknown").isNull();
        });
        assertThat(letters)
                .extracting(DeadLetter::getReason)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("more than 100 kinds"),
                        reason -> assertThat(reason).contains("longer than 128"),
                        reason -> assertThat(reason).contains("longer than 1024"),
                        reason -> assertThat(reason).contains("more than 4096 targets"));
    }

    @Test
    void shouldNameTheNearestFileSystemWhereTheCatalogueDoesNotKnowTheTarget() throws IOException {
        FileSystemCatalogue catalogue =
                new FileSystemCatalogue(List.of(io.barograph.schemas.CatalogueFileSystem.of("lustr")));
        JobStatsPoll poll = new JobStatsPoll(
                settings(new FileSystemNameResolver(catalogue, null)),
                "oss01",
                TestContext.NOW,
                memory,
                refusals(),
                records::add);
        LustreParameters.ofLctl(
                new TextLineReader("oss01", bytes("obdfilter.lustre-OST0001.job_stats=\njob_stats:\n"), refusals()),
                poll);
        poll.finish();
        assertThat(records).isEmpty();
        assertThat(letters).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .contains("\"lustre\"", "nearest is lustr"));
    }

    private JobUse onlyJob() {
        assertThat(records).hasSize(1);
        assertThat(records.get(0).getJobs()).hasSize(1);
        return records.get(0).getJobs().get(0);
    }

    private void poll(String text) throws IOException {
        JobStatsPoll poll = newPoll();
        LustreParameters.ofLctl(new TextLineReader("oss01", bytes(text), refusals()), poll);
        poll.finish();
        memory = poll.remembered();
    }

    private JobStatsPoll newPoll() {
        return new JobStatsPoll(
                settings(new FileSystemNameResolver(new FileSystemCatalogue(List.of()), null)),
                "oss01",
                TestContext.NOW,
                memory,
                refusals(),
                records::add);
    }

    private static JobStatsPoll.Settings settings(FileSystemNameResolver names) {
        return new JobStatsPoll.Settings(JobIdForm.WHOLE, 10_000, names, Clock.fixed(TestContext.NOW, ZoneOffset.UTC));
    }

    private DeadLetterCounter refusals() {
        return new DeadLetterCounter(
                letters::add, Topic.JOB_SAMPLES, "collector lustre-jobstats", () -> TestContext.NOW);
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @return a job_stats text of many jobs, read from disk as the collector reads it */
    private InputStream manyJobs(int jobs) throws IOException {
        Path file = folder.resolve("job_stats." + jobs);
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
            out.println("obdfilter." + OST + ".job_stats=\njob_stats:");
            for (int job = 0; job < jobs; job++) {
                out.printf(
                        """
                        - job_id:          job.%d
                          snapshot_time:   1510782606
                          write_bytes:     { samples: 3, unit: bytes, min: 4096, max: 4096, sum: %d }
                          punch:           { samples: 1, unit: reqs }
                        """,
                        job, 12288 + job);
            }
        }
        return RereadableText.file(file).open();
    }
}
