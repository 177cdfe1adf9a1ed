package io.barograph.sources.jobstats;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.TextLineReader;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.Topic;
import io.barograph.sources.testing.TestContext;
import io.barograph.sources.testing.TextMutations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JobStatsFuzzTest {
    private static final String SEED =
            """
            jobid_var=procname_uid
            obdfilter.lustre-OST0001.stats=
            snapshot_time             1510782606.789180921 secs.nsecs
            write_bytes               4298711 samples [bytes] 4096 4194304 16552048697344
            statfs                    124430 samples [reqs]
            obdfilter.lustre-OST0001.job_stats=
            job_stats:
            - job_id:          "a\\x20b.1000"
              snapshot_time:   1510782606.123 secs.nsecs
              start_time:      1510782601
              read_bytes:      { samples: 2, unit: bytes, min: 8, max:16777216, sum:16777224, hist: { 8: 1 } }
              read:            { samples: 2, unit: usecs, min: 100, max: 900, sum: 1000, sumsq: 820000 }
              sync:            { samples: 3, unit: reqs }
            - job_id:          24
              write_bytes:     { samples: 64575, unit: bytes, min: 4096, max: 4194304, sum: 215147593728 }
            mdt.lustre-MDT0000.job_stats=
            job_stats:
            - job_id:          43
              open:            { samples: 93, unit: reqs }
            """;

    @Property
    void shouldReadDamagedTextWithoutAnErrorAndAccountForEveryLine(@ForAll("damaged") String text) throws IOException {
        List<JobSamples> records = new ArrayList<>();
        DeadLetterCounter refusals =
                new DeadLetterCounter(letter -> {}, Topic.JOB_SAMPLES, "test", () -> TestContext.NOW);
        JobStatsPoll poll = new JobStatsPoll(
                new JobStatsPoll.Settings(
                        JobIdForm.PROCNAME_UID,
                        10_000,
                        new FileSystemNameResolver(new FileSystemCatalogue(List.of()), null),
                        Clock.fixed(TestContext.NOW, ZoneOffset.UTC)),
                "oss01",
                TestContext.NOW,
                Map.of(),
                refusals,
                records::add);
        LustreParameters.ofLctl(
                new TextLineReader("oss01", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), refusals),
                poll);
        poll.finish();
        long jobs =
                records.stream().mapToLong(record -> record.getJobs().size()).sum();
        assertThat(jobs).isEqualTo(poll.entries());
        assertThat(poll.entries() + refusals.count())
                .isLessThanOrEqualTo(text.lines().count() + 1);
    }

    @Provide
    Arbitrary<String> damaged() {
        return TextMutations.of(List.of(SEED));
    }
}
