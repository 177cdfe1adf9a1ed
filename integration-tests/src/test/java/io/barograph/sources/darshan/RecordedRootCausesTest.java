package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.StripeWidth;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.ContributingFactors;
import io.barograph.sources.darshan.DarshanTesting.Results;
import io.barograph.verdicts.causes.CauseEffect;
import io.barograph.verdicts.causes.CauseKind;
import io.barograph.verdicts.causes.CauseSide;
import io.barograph.verdicts.causes.MatchedCause;
import io.barograph.verdicts.causes.RootCauseAnalysis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Root causes of recorded logs. Unbalanced OSTs and bad weather are in none of them; io.barograph.verdicts.causes tests
 * these, and all rules close to their thresholds, on simulated runs.
 */
class RecordedRootCausesTest {
    private static final String GOOD = "pytokio/sample-goodost.darshan";
    private static final String SHARED = "pytokio/sample.darshan";
    private static final String STDIO = "pytokio/noposix.darshan";
    private static final String PHASES = "darshan-logs/hdf5_diagonal_write_only/hdf5_file_opens_only.darshan";
    private static final String DIAGONAL =
            "darshan-logs/hdf5_diagonal_write_only/hdf5_diagonal_write_1_byte_dxt.darshan";

    private static DarshanLogConverter logs;

    @BeforeAll
    static void start() {
        logs = new DarshanLogConverter(
                DarshanTesting.library(),
                DarshanTesting.catalogue(CatalogueFileSystem.of("everything", "/")),
                Duration.ZERO);
    }

    @AfterAll
    static void stop() {
        if (logs != null) {
            logs.close();
        }
    }

    private record Read(JobSummary summary, FileSystemUse use) {
        Map<WeatherMetric, Double> metrics() {
            Map<WeatherMetric, Double> metrics = ContributingFactors.of(summary, use);
            metrics.put(WeatherMetric.JOB_READ_BYTES, (double) use.getReadBytes());
            return metrics;
        }

        Optional<MatchedCause> find(CauseKind cause) {
            return RootCauseAnalysis.of(metrics()).causes().stream()
                    .filter(found -> found.cause() == cause)
                    .findFirst();
        }
    }

    private static Read read(String log, String mountPoint) throws Exception {
        Path file = DarshanTesting.darshanLog("").getParent().resolve(log);
        Results results = new Results();
        results.read(logs, file);
        JobSummary summary = results.summaries.get(0);
        return new Read(
                summary,
                summary.getFileSystems().stream()
                        .filter(use -> use.getMountPoint().equals(mountPoint))
                        .findFirst()
                        .orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MANY_PHASES | " + PHASES + " | / | 239 separate I/O phases of 44.5 kB each on average",
                "SINGLE_OST | " + STDIO + " | /global/cscratch1 | 100 % of 1.8 GB lie on one OST",
                "SMALL_DATA | darshan-logs/apmpi/darshan-apmpi-2nodes-64mpi.darshan | /lus/theta-fs0"
                        + " | 12.9 kB in all, 101 B for each of 128 processes",
                "UNBALANCED_RANKS | darshan-logs/apmpi/darshan-apmpi-2nodes-64mpi.darshan | /lus/theta-fs0"
                        + " | one of 128 processes moved 100 % of the bytes",
                "SMALL_REQUESTS | " + PHASES + " | / | 54 % of the requests are below 1 KiB, 507 requests",
                "SMALL_REQUESTS | darshan-logs/nonmpi_dxt_anonymized/nonmpi_dxt_anonymized.darshan | /"
                        + " | 100 % of the requests to the files that fill the I/O time are below 1 KiB, 11810 requests",
                "FILE_PER_PROCESS | " + GOOD + " | /scratch1"
                        + " | 100 % of the bytes are in 48 files of one process each, metadata takes 0 % of the I/O time",
                "FILE_PER_PROCESS | " + DIAGONAL + " | /yellow/users"
                        + " | 100 % of the bytes are in 10 files of one process each, metadata takes 99 % of the I/O time",
                "READ_CACHING | darshan-logs/release_logs/mpi-io-test-x86_64-3.5.0.darshan | /home"
                        + " | 100 % of 67.1 MB read had been read or written before by the run",
                "WIDE_BALANCED_STRIPING | " + GOOD + " | /scratch1"
                        + " | 51.5 GB over 24 OSTs, the busiest with 1.00 times the mean",
                "WIDE_BALANCED_STRIPING | " + SHARED + " | /scratch2 | 2199.0 GB striped over 24 OSTs"
            })
    void shouldFindTheCauseInARecordedRun(CauseKind cause, String log, String mountPoint, String evidence)
            throws Exception {
        assertThat(read(log, mountPoint).find(cause))
                .map(MatchedCause::evidence)
                .contains(evidence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Ten phases; all bytes on one OST, but little; a little more than little for each process.
                "MANY_PHASES | " + DIAGONAL + " | /yellow/users",
                "SINGLE_OST | darshan-logs/release_logs/mpi-io-test-x86_64-3.5.0.darshan | /home",
                "SMALL_DATA | " + STDIO + " | /global/cscratch1",
                // An even share of a third; 55 % small, but 22 for each process; one file for all.
                "UNBALANCED_RANKS | " + PHASES + " | /",
                "SMALL_REQUESTS | " + DIAGONAL + " | /",
                "FILE_PER_PROCESS | " + SHARED + " | /scratch2",
                // The same program, but it read before it had finished writing; one OST.
                "READ_CACHING | darshan-logs/release_logs/mpi-io-test-x86_64-3.4.1.darshan | /",
                "WIDE_BALANCED_STRIPING | " + STDIO + " | /global/cscratch1"
            })
    void shouldNotFindTheCauseInARecordedRunThatLooksAlike(CauseKind cause, String log, String mountPoint)
            throws Exception {
        assertThat(read(log, mountPoint).find(cause)).isEmpty();
    }

    @Test
    void shouldTellAFilePerProcessThatPaysFromOneThatCosts() throws Exception {
        assertThat(read(GOOD, "/scratch1").find(CauseKind.FILE_PER_PROCESS))
                .map(MatchedCause::effect)
                .contains(CauseEffect.RAISES);
        assertThat(read(DIAGONAL, "/yellow/users").find(CauseKind.FILE_PER_PROCESS))
                .map(MatchedCause::effect)
                .contains(CauseEffect.LOWERS);
        assertThat(RootCauseAnalysis.of(read(GOOD, "/scratch1").metrics()).side())
                .isEqualTo(CauseSide.UNKNOWN);
    }

    @Test
    void shouldSayHowWideFilesAreStriped() throws Exception {
        assertThat(read(SHARED, "/scratch2").use().getStripeWidths())
                .containsExactly(new StripeWidth(24, 1L, 2_199_023_259_968L));
        assertThat(read(GOOD, "/scratch1").use().getStripeWidths())
                .containsExactly(new StripeWidth(1, 48L, 51_539_607_552L));
        assertThat(read(DIAGONAL, "/").use().getStripeWidths()).isNull();
    }

    @Test
    void shouldCountWhatTheFilesOfTheCoveringSetCost() throws Exception {
        FileSystemUse use = read(SHARED, "/scratch2").use();

        // One shared file is all there is.
        assertThat(use.getCoveringRequests()).isEqualTo(use.getReads() + use.getWrites());
        assertThat(use.getCoveringSmallRequests()).isEqualTo(use.getSmallReads() + use.getSmallWrites());
        assertThat(use.getCoveringSequentialRequests()).isEqualTo(use.getSequentialReads() + use.getSequentialWrites());
        assertThat(use.getCoveringSeconds())
                .isEqualTo(use.getReadSeconds() + use.getWriteSeconds() + use.getMetadataSeconds());
        assertThat(use.getCoveringMetadataSeconds()).isEqualTo(use.getMetadataSeconds());
        assertThat(read(STDIO, "/global/cscratch1").use().getCoveringRequests()).isNull();
    }

    @Test
    void shouldCountBytesThatWereReadAgainOrReadBack() throws Exception {
        FileSystemUse rereading = read(PHASES, "/").use();
        FileSystemUse readingBack = read("darshan-logs/release_logs/mpi-io-test-x86_64-3.5.0.darshan", "/home")
                .use();

        // Three ranks read the same files: two thirds had been read.
        assertThat(3 * rereading.getRereadBytes()).isEqualTo(2 * rereading.getReadBytes());
        assertThat(readingBack.getRereadBytes()).isZero();
        assertThat(readingBack.getReadBackBytes()).isEqualTo(readingBack.getReadBytes());
    }

    @Test
    void shouldKnowTheFactorsOneToTwelveOfAWholeLogButItsNodes() throws Exception {
        assertThat(read(SHARED, "/scratch2").metrics())
                .containsKeys(
                        WeatherMetric.JOB_PROCESSES,
                        WeatherMetric.JOB_BYTES,
                        WeatherMetric.JOB_OSTS,
                        WeatherMetric.JOB_SEQUENTIAL_FRACTION,
                        WeatherMetric.JOB_SMALL_FRACTION,
                        WeatherMetric.JOB_METADATA_FRACTION,
                        WeatherMetric.JOB_COLLECTIVE_FRACTION,
                        WeatherMetric.JOB_MAX_RANK_FRACTION,
                        WeatherMetric.JOB_COVERING_SEQUENTIAL_FRACTION,
                        WeatherMetric.JOB_COVERING_SMALL_FRACTION,
                        WeatherMetric.JOB_COVERING_METADATA_FRACTION)
                .doesNotContainKey(WeatherMetric.JOB_NODES);
    }
}
