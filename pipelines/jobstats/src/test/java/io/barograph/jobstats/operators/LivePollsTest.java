package io.barograph.jobstats.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.jobstats.JobPoll;
import io.barograph.jobstats.JobTraffic;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.admission.RecordAdmission;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LivePollsTest {
    private enum Nonsense {
        KIND("upgrade the analysis"),
        INTERVAL("an interval is positive"),
        SERVER("a name is not blank"),
        COUNTER("it lies between 0 and"),
        JOB_COUNTER("jobs.readBytes"),
        JOB_ID("at most 128"),
        JOB_EXECUTABLE("not U+005C");

        private final String reason;

        Nonsense(String reason) {
            this.reason = reason;
        }

        JobSamples poll() {
            JobSamples poll = Polls.ost("scratch-OST0000", 30, 100, Polls.wrote("4711", 10));
            switch (this) {
                case KIND -> poll.setKind(TargetKind.UNKNOWN);
                case INTERVAL -> poll.setIntervalMillis(0);
                case SERVER -> poll.setServer(" ");
                case COUNTER -> poll.setMetadataOperations(Map.of("setattr", -1L));
                case JOB_COUNTER -> poll.getJobs().get(0).setReadBytes(-1L);
                case JOB_ID -> poll.getJobs().get(0).setJobId("4".repeat(129));
                case JOB_EXECUTABLE -> poll.getJobs().get(0).setExecutable("a\\b");
            }
            return poll;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAPollThatMakesNoSenseWithTheReason(Nonsense nonsense) {
        RecordAdmission<JobSamples> admission = RecordAdmission.of(JobSamples.class);
        JobSamples poll = nonsense.poll();

        assertThat(admission.refusal(poll, poll.getTime().toEpochMilli())).contains(nonsense.reason);
        JobSamples good = Polls.ost("scratch-OST0001", 30, 100, Polls.wrote("4711", 10));
        assertThat(admission.refusal(good, good.getTime().toEpochMilli())).isNull();
    }

    @Test
    void shouldCountBytesOfOstsAndOperationsOfMdtsAndARenameOnce() {
        JobUse use = Polls.did("4711", 5);
        use.setReadBytes(7L);
        use.setWriteBytes(0L);
        use.setMetadataOperations(Map.of("open", 5L, "rename", 2L, "samedir_rename", 2L));
        JobPoll mdt =
                JobStatisticsPoll.of(Polls.mdt("scratch-MDT0000", 30, 100, use)).poll();
        assertThat(mdt.server()).isEqualTo(new JobTraffic(0, 0, 100));
        assertThat(mdt.entries().get(0).counters()).isEqualTo(new JobTraffic(0, 0, 7));
        assertThat(mdt.entries().get(0).since()).isEqualTo(Polls.millis(0));

        JobPoll ost =
                JobStatisticsPoll.of(Polls.ost("scratch-OST0000", 30, 100, use)).poll();
        assertThat(ost.server()).isEqualTo(new JobTraffic(0, 100, 0));
        assertThat(ost.entries().get(0).counters()).isEqualTo(new JobTraffic(7, 0, 0));
    }

    @Test
    void shouldLeaveOutAJobWhoseCountersCouldNotBeReadInsteadOfCountingItAsZero() {
        JobUse unknown = Polls.wrote("4711", 10);
        unknown.setWriteBytes(null);
        assertThat(JobStatisticsPoll.of(Polls.ost("scratch-OST0000", 30, 100, unknown, Polls.wrote("4712", 10)))
                        .poll()
                        .entries())
                .extracting(JobPoll.Entry::entryId)
                .containsExactly("4712");
        unknown.setMetadataOperations(null);
        assertThat(JobStatisticsPoll.of(Polls.mdt("scratch-MDT0000", 30, 100, unknown))
                        .poll()
                        .entries())
                .isEmpty();
    }

    @Test
    void shouldKnowNothingOfAServerThatDoesNotReportItsCounters() {
        JobSamples silent = Polls.poll(TargetKind.OST, "scratch-OST0000", 30, Polls.wrote("4711", 10))
                .build();
        silent.getJobs().get(0).setEntrySince(null);
        JobPoll poll = JobStatisticsPoll.of(silent).poll();
        assertThat(poll.server()).isNull();
        assertThat(poll.entries().get(0).since()).isEqualTo(JobPoll.NOT_STATED);
    }
}
