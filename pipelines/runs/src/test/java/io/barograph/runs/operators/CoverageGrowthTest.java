package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.history.HistoryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark in small, with a history so short that it is full after some hours. */
class CoverageGrowthTest {
    private static final HistoryPolicy SHORT = new HistoryPolicy(
            Duration.ofHours(1),
            Duration.ofHours(3),
            Duration.ofSeconds(30),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30));
    private static final int OSTS = 8;
    private static final int JOBS = 150;
    private static final int MAX_HOURS = 3;
    private static final int HOURS = 8;
    /** The history of 3 h and what it is kept longer: revisions, slack, and the rest of the hour. */
    private static final int HOURS_KEPT = 5;

    private static final long BYTES_PER_JOB = 400;
    /** A fingerprint and its time; in a small site most runs are the first of their key. */
    private static final double BYTES_PER_RUN = 80;

    private static final String SERVERS = "measurements of each server -> gather";

    @TempDir
    private Path folder;

    @Test
    void shouldGiveTheTruthAndKeepNoMoreThanItsHistory() throws Exception {
        BusySite site = new BusySite(OSTS, HOURS, JOBS, MAX_HOURS);
        MeasuredRun run = new MeasuredRun("small", site, SHORT, 2, folder, hour -> {});
        new Truth(site, SHORT).check(run.decisions(), 1);

        List<MeasuredRun.Hour> hours = run.hours();
        Map<String, Long> full = hours.get(HOURS - 3).bytes();
        Map<String, Long> later = hours.get(HOURS - 1).bytes();
        for (String servers : List.of(SERVERS, "curve of each file system")) {
            assertThat(later.get(servers))
                    .as(servers)
                    .isCloseTo(full.get(servers), Percentage.withPercentage(5))
                    .isGreaterThan(0);
        }
        assertThat(later.get(SERVERS) / OSTS).as("bytes per data server").isLessThan(110_000);
        String concurrency = "jobs at the time -> keep -> Sink: Writer";
        assertThat(later.get(concurrency))
                .as(concurrency)
                .isCloseTo(full.get(concurrency), Percentage.withPercentage(15))
                .isLessThan(JOBS * HOURS_KEPT * BYTES_PER_JOB);
        String intake = "take in each run once";
        assertThat((later.get(intake) - full.get(intake)) / (2.0 * JOBS))
                .as("bytes per run remembered, which last until the end of a day")
                .isBetween(10.0, BYTES_PER_RUN);
        assertThat(later.get("jobs that ended without a log") / (JOBS * (HOURS + MAX_HOURS)))
                .as("bytes per job; a timer stays for a day")
                .isLessThan(BYTES_PER_JOB);
    }
}
