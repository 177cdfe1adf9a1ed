package io.barograph.sources.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.sources.lustre.FoundProblems.Problem;
import io.barograph.sources.lustre.ServerReader.MemoryUse;
import io.barograph.sources.lustre.ServerReader.ProcessorTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of each text, and what is unknown when one is damaged. */
class StatisticsTextsTest {
    private final FoundProblems problems = new FoundProblems();

    @ParameterizedTest
    @CsvSource({
        "1284241188.775657 secs.usecs,2010-09-11T21:39:48.775657Z",
        "1286990247.9667 (secs.usecs),2010-10-13T17:17:27.009667Z",
        "1572404799.895621792 (secs.nsecs),2019-10-30T03:06:39.895621792Z",
        "1572404799.000000042 secs.nsecs,2019-10-30T03:06:39.000000042Z",
        "1409777887.59,2014-09-03T20:58:07.590Z",
        "1704924081,2024-01-10T22:01:21Z"
    })
    void shouldReadEveryFormOfSnapshotTime(String text, String expected) {
        assertThat(SnapshotTime.parse(text)).contains(Instant.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "now", "-5 secs.usecs", "12345678901234 secs.usecs", "1.2.3", "1572404799.1 secs.fsecs"})
    void shouldNotGuessATime(String text) {
        assertThat(SnapshotTime.parse(text)).isEmpty();
    }

    @Test
    void shouldReadEveryUnitAndLength() {
        OperationStatistics statistics = statistics(
                """
                snapshot_time             1704924081.852375764 secs.nsecs
                start_time                1704411148.063790068 secs.nsecs
                elapsed_time              512933.788585696 secs.nsecs
                read_bytes                7 samples [bytes] 4096 1048576 2092334829568
                write_bytes               5 samples [bytes] 1 1048576 279 12081200006032261120
                get_page                  24 samples [usec] 0 273229 411988283 2328085303377
                read                      25 samples [usecs] 86 16684 41700926 74443748896
                setattr                   540 samples [reqs]
                """);

        assertThat(problems.all()).isEmpty();
        assertThat(statistics.time()).contains(Instant.parse("2024-01-10T22:01:21.852375764Z"));
        assertThat(statistics.sum("read_bytes")).isEqualTo(2_092_334_829_568L);
        assertThat(statistics.sum("write_bytes")).isEqualTo(279);
        assertThat(statistics.count("get_page")).isEqualTo(24);
        assertThat(statistics.sum("read")).isEqualTo(41_700_926);
        assertThat(statistics.count("setattr")).isEqualTo(540);
        assertThat(statistics.sum("setattr")).isZero();
        assertThat(statistics.count("punch")).as("absent in a whole text").isZero();
    }

    @Test
    void shouldNotTakeADamagedLineForZero() {
        OperationStatistics statistics = statistics(
                """
                snapshot_time             1704924081.852375764 secs.nsecs
                read_bytes                7 samples [bytes] 4096
                write_bytes               5 samples [bytes] 1 1048576 279
                """);

        assertThat(problems.all())
                .containsExactly(new Problem(
                        "stats:12",
                        "not a line \"name count samples [unit] ...\"",
                        "read_bytes                7 samples [bytes] 4096"));
        assertThat(statistics.sum("read_bytes")).isNull();
        assertThat(statistics.count("connect")).isNull();
        assertThat(statistics.sum("write_bytes")).isEqualTo(279);
    }

    @Test
    void shouldNotTakeATextWithoutTimeForAWholeOne() {
        assertThat(statistics("").count("connect")).isNull();
        assertThat(statistics("connect 2 samples [reqs]").count("connect")).isEqualTo(2);
        assertThat(statistics("connect 2 samples [reqs]").count("reconnect")).isNull();
    }

    @Test
    void shouldRefuseCountersTooLargeForALong() {
        OperationStatistics statistics =
                statistics("snapshot_time 1 secs.usecs\nread_bytes 1 samples [bytes] 1 1 9223372036854775808\n");

        assertThat(statistics.sum("read_bytes")).isNull();
        assertThat(problems.all()).singleElement().satisfies(problem -> assertThat(problem.reason())
                .contains("larger than 2^63 - 1"));
    }

    @Test
    void shouldNotAddClientsBeyondALong() {
        OperationStatistics huge = statistics(
                "snapshot_time 1 secs.usecs\nopen 9223372036854775807 samples [reqs]\nclose 1 samples [reqs]");

        OperationStatistics sum = OperationStatistics.sum(List.of(huge, huge));

        assertThat(sum.count("open")).isNull();
        assertThat(sum.count("close")).isEqualTo(2);
        assertThat(sum.count("mkdir")).as("absent, and not whole").isNull();
    }

    @Test
    void shouldNotCountARenameTwice() {
        OperationStatistics statistics = statistics(
                """
                snapshot_time 1572404921.583001176 secs.nsecs
                rename 412 samples [reqs]
                samedir_rename 387 samples [reqs]
                crossdir_rename 25 samples [reqs]
                sync 15 samples [reqs]
                read_bytes 3 samples [bytes] 1 1 3
                """);

        assertThat(new MetadataOperations(statistics, Optional.empty()).counts())
                .containsEntry("rename", 412L)
                .containsEntry("sync", 15L)
                .containsEntry("open", 0L)
                .hasSize(MetadataOperations.OF_LMT.size() + 1);
    }

    @Test
    void shouldSumTheBinsOfTheFirstHistogramOnly() {
        String text =
                """
                snapshot_time:         1572404799.895621792 (secs.nsecs)

                                           read      |     write
                pages per bulk r/w     rpcs  % cum % |  rpcs        % cum %
                1:\t\t   5713132  74  74   | 276485   5   5
                1K:\t\t       861   0  74   | 2062606  38  43

                                           read      |     write
                discontiguous pages    rpcs  % cum % |  rpcs        % cum %
                0:\t\t   7689339 100 100   | 276485   5   5
                """;

        assertThat(TargetReader.BulkStatistics.parse(text("brw_stats", text), FoundProblems.NONE))
                .contains(new TargetReader.BulkStatistics(5_713_993, 2_339_091));
        assertThat(TargetReader.BulkStatistics.parse(
                        text("brw_stats", text.replace("276485   5   5", "276485")), problems))
                .isEmpty();
        assertThat(TargetReader.BulkStatistics.parse(
                        text("brw_stats", text.replace("pages per", "pages for")), problems))
                .isEmpty();
        assertThat(problems.all()).extracting(Problem::origin).containsExactly("brw_stats:15", "brw_stats:11");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status: COMPLETE;completed_clients: 108/108;last_transno: 1 | COMPLETE 108/108 0s remaining",
                "status: RECOVERING;time_remaining: 43;completed_clients: 172 | RECOVERING 172 43s remaining",
                "status: INACTIVE | INACTIVE 0s remaining",
                "status: WAITING;non-ready MDTs:  0001 0002 | WAITING on MDTs: 0001 0002"
            })
    void shouldWordTheStateAsLmtDoes(String lines, String expected) {
        assertThat(RecoveryStatus.parse(text("recovery_status", lines.replace(';', '\n')), FoundProblems.NONE))
                .isEqualTo(expected);
    }

    @Test
    void shouldMeasureTheLoadBetweenTwoReadings() {
        ProcessorTimes first = processors("cpu  100 10 90 700 100 0 0 5 0 0");
        ProcessorTimes second = processors("cpu  150 10 140 750 150 0 0 5 0 0");
        ProcessorTimes restarted = processors("cpu  1 0 1 6 0 1 1 0 0 0");

        assertThat(first.percentSince(null)).isEqualTo(20.0, within(1e-9));
        assertThat(second.percentSince(first)).isEqualTo(50.0, within(1e-9));
        assertThat(restarted.percentSince(second)).isEqualTo(40.0, within(1e-9));
        assertThat(second.percentSince(second)).isZero();
    }

    @Test
    void shouldReportAHostTextThatIsNotUnderstood() {
        assertThat(ProcessorTimes.parse(text("stat", "cpu0 1 2 3 4 5 6 7"), problems))
                .isEmpty();
        assertThat(MemoryUse.percent(text("meminfo", "MemTotal: 5 kB\n"), problems))
                .isNull();
        assertThat(LnetStatistics.ownBytes(text("lnet", "1 2 3"), problems)).isEmpty();
        assertThat(problems.all()).extracting(Problem::origin).containsExactly("stat:11", "meminfo:11", "lnet:11");
    }

    private ProcessorTimes processors(String line) {
        return ProcessorTimes.parse(text("stat", line), FoundProblems.NONE).orElseThrow();
    }

    private OperationStatistics statistics(String content) {
        return OperationStatistics.parse(text("stats", content), problems);
    }

    /** A text that begins in line 11 of its origin. */
    private static ServerText text(String origin, String content) {
        return new ServerText(origin, 11, content);
    }
}
