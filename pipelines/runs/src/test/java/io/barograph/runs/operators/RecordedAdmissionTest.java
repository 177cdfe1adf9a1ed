package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.admission.RecordAdmission;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was recorded of a real site is all admitted. */
class RecordedAdmissionTest {
    private static final Instant FROM = Instant.parse("2018-02-09T08:00:00Z");
    private static final Instant TO = Instant.parse("2018-02-10T08:00:00Z");

    @Test
    void shouldAdmitTheSamplesAndRunsOfADay() throws Exception {
        RecordAdmission<ServerSample> samples = RecordAdmission.ofSamples();
        List<ServerSample> recorded = RecordedSite.samples(FROM, TO);
        assertThat(recorded).isNotEmpty().allSatisfy(sample -> assertThat(
                        samples.refusal(sample, sample.getTime().toEpochMilli()))
                .isNull());
        RecordAdmission<JobSummary> summaries = RecordAdmission.of(JobSummary.class);
        assertThat(RecordedSite.runs(FROM, TO)).isNotEmpty().allSatisfy(row -> {
            JobSummary summary = RecordedSite.summary(row);
            assertThat(summaries.refusal(summary, summary.getCollectedAt().toEpochMilli()))
                    .isNull();
        });
    }
}
