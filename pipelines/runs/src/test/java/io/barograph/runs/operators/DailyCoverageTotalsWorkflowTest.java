package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reach of the evidence, through the whole workflow on a real, small cluster. */
class DailyCoverageTotalsWorkflowTest {
    private static final int HOUR = 3_600;
    private static final long RATE = 100_000_000;
    private static final Instant TODAY = Instant.ofEpochMilli(CoverageTotalsByDay.dayOf(Site.millis(0)));
    private static final List<JobEvent> SOME_JOB = List.of(Site.start("some", 0, 1), Site.end("some", 10, "COMPLETED"));

    private static EvidenceReach last(List<EvidenceReach> records, Instant day) {
        List<EvidenceReach> ofDay =
                records.stream().filter(record -> record.getDay().equals(day)).toList();
        return ofDay.get(ofDay.size() - 1);
    }

    /** Runs of one to three minutes, ten minutes apart, that start at any second of the sampling interval. */
    private static List<JobSummary> runs(int count) {
        List<JobSummary> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int start = start(i);
            int length = length(i);
            JobSummary run = Site.summary("job-" + i, start - 20, start + length + 30, RATE * length);
            run.getFileSystems()
                    .get(0)
                    .setIoIntervals(List.of(
                            new IoInterval(IoDirection.READ, 20_000_000L, (20 + length) * 1_000_000L, RATE * length)));
            runs.add(run);
        }
        return runs;
    }

    private static int start(int run) {
        return 300 + 600 * run + 3 * run;
    }

    private static int length(int run) {
        return 60 + 17 * run % 120;
    }

    /** What the servers have read by a second, their clock being ahead of the runs'. */
    private static long bytesBy(int runs, long second, int skew) {
        long bytes = 1_000_000 * second; // neighbours
        for (int i = 0; i < runs; i++) {
            bytes += RATE * Math.max(0, Math.min(length(i), second - start(i) - skew));
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {-10, -2, 0, 2, 10})
    void shouldFindAKnownSkewAndApplyItToNothing(int skew) throws Exception {
        int runs = 12;
        List<ServerSample> samples = Site.samples(1, 3 * HOUR, second -> bytesBy(runs, second, skew));
        EvidenceReach reach = last(WorkflowRun.evidence(Site.CATALOGUE, samples, runs(runs), SOME_JOB), TODAY);
        assertThat(reach.getClockSkewRuns()).isEqualTo(runs);
        assertThat(reach.getClockSkewUnexplained()).isZero();
        assertThat(reach.getClockSkewSeconds()).isNotNull();
        assertThat(Math.abs(reach.getClockSkewSeconds() - skew)).isLessThan(5);
        JobWeather weather = WorkflowRun.coverage(Site.CATALOGUE, samples, runs(1)).stream()
                .filter(decision -> decision.getRevision() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(weather.getFileSystemReadBytes())
                .as("labels of [280, 395) as they are")
                .isEqualTo(bytesBy(runs, 390, skew) - bytesBy(runs, 275, skew));
    }

    @Test
    void shouldSayNothingOfTheSkewWhereNeighboursMoveMore() throws Exception {
        int runs = 12;
        List<ServerSample> samples = Site.samples(1, 3 * HOUR, second -> bytesBy(runs, second, 10) + 3 * RATE * second);
        EvidenceReach reach = last(WorkflowRun.evidence(Site.CATALOGUE, samples, runs(runs), SOME_JOB), TODAY);
        assertThat(reach.getClockSkewSeconds()).isNull();
        assertThat(reach.getClockSkewRuns()).isZero();
    }

    @Test
    void shouldTellWhatPartOfTheTrafficAndOfTheNodeHoursLeftALog() throws Exception {
        // Midnight is at hour 14. 20 bytes/s all the time; half of them are of a run from hour 13 to 15.
        List<ServerSample> samples = Site.samples(1, 16 * HOUR, second -> 20 * second);
        List<EvidenceReach> records = WorkflowRun.evidence(
                Site.CATALOGUE,
                samples,
                List.of(Site.summary("logged", 13 * HOUR, 15 * HOUR, 20L * HOUR)),
                List.of(
                        Site.start("unlogged", 10 * HOUR, 3),
                        Site.start("logged", 13 * HOUR, 6),
                        Site.end("unlogged", 14 * HOUR, "TIMEOUT"),
                        Site.end("logged", 15 * HOUR, "COMPLETED")));
        EvidenceReach today = last(records, TODAY);
        assertThat(today.getServerReadBytes()).isEqualTo(14 * 20L * HOUR);
        assertThat(today.getServerMissingFraction()).isZero();
        assertThat(today.getDarshanReadBytes()).isEqualTo(10L * HOUR);
        assertThat(today.getBytesReach()).isEqualTo(10.0 / (14 * 20));
        assertThat(today.getNodeHours()).isEqualTo(3 * 4 + 6);
        assertThat(today.getNodeHoursWithLog()).isEqualTo(6);
        assertThat(today.getNodeHoursReach()).isEqualTo(6.0 / 18);
        assertThat(today.getRuns()).isZero();
        EvidenceReach tomorrow = last(records, TODAY.plusMillis(CoverageTotalsByDay.DAY));
        assertThat(tomorrow.getServerReadBytes()).isEqualTo(2 * 20L * HOUR);
        assertThat(tomorrow.getBytesReach()).isEqualTo(0.25);
        assertThat(tomorrow.getRunsByQuality()).isEqualTo(Map.of("OK", 1));
        assertThat(tomorrow.getNodeHours()).isEqualTo(6);
        assertThat(tomorrow.getJobs())
                .as("a job ends at midnight, one at one o'clock")
                .isEqualTo(2);
        assertThat(tomorrow.getJobsWithLog()).isEqualTo(1);
        assertThat(records)
                .as("the recording ends before logs have been awaited")
                .allMatch(EvidenceReach::getProvisional);
        assertThat(records.stream().filter(record -> record.getDay().equals(TODAY)))
                .extracting(EvidenceReach::getRevision)
                .startsWith(1, 2, 3)
                .doesNotHaveDuplicates();
    }
}
