package io.barograph.verdicts.causes;

import static io.barograph.verdicts.causes.SimulatedRun.busiestRank;
import static io.barograph.verdicts.causes.SimulatedRun.find;
import static io.barograph.verdicts.causes.SimulatedRun.ofOneRank;
import static io.barograph.verdicts.causes.SimulatedRun.osts;
import static io.barograph.verdicts.causes.SimulatedRun.phases;
import static io.barograph.verdicts.causes.SimulatedRun.readBack;
import static io.barograph.verdicts.causes.SimulatedRun.small;
import static io.barograph.verdicts.causes.SimulatedRun.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.ContributingFactors;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule with a simulated run for which it holds and one for which it narrowly does not. */
class CauseRulesTest {
    private static final long GIGABYTE = 1_000_000_000L;

    static Stream<Arguments> narrowly() {
        return Stream.of(
                Arguments.of(CauseKind.MANY_PHASES, phases(20, 19 * GIGABYTE), phases(19, 18 * GIGABYTE)),
                Arguments.of(CauseKind.MANY_PHASES, phases(64, 63 * GIGABYTE), phases(64, 64 * GIGABYTE)),
                Arguments.of(CauseKind.SINGLE_OST, osts(4, 0.91), osts(4, 0.89)),
                Arguments.of(CauseKind.SMALL_DATA, write(999_000_000), write(1_000_000_000)),
                Arguments.of(CauseKind.UNBALANCED_RANKS, busiestRank(0.51), busiestRank(0.49)),
                Arguments.of(CauseKind.SMALL_REQUESTS, small(32_000, 64_000), small(31_900, 64_000)),
                Arguments.of(CauseKind.SMALL_REQUESTS, small(6_400, 6_500), small(6_399, 6_499)),
                Arguments.of(CauseKind.UNBALANCED_OSTS, osts(4, 0.51), osts(4, 0.49)),
                Arguments.of(CauseKind.UNBALANCED_OSTS, osts(4, 0.89), osts(4, 0.91)),
                Arguments.of(CauseKind.FILE_PER_PROCESS, ofOneRank(0.51, 64), ofOneRank(0.49, 64)),
                Arguments.of(CauseKind.FILE_PER_PROCESS, ofOneRank(1, 64), ofOneRank(1, 63)),
                Arguments.of(
                        CauseKind.READ_CACHING,
                        readBack(GIGABYTE * 10, GIGABYTE * 5),
                        readBack(GIGABYTE * 10, GIGABYTE * 4)),
                Arguments.of(
                        CauseKind.READ_CACHING,
                        readBack(GIGABYTE * 10, GIGABYTE * 10),
                        readBack(GIGABYTE * 7, GIGABYTE * 7)),
                Arguments.of(CauseKind.WIDE_BALANCED_STRIPING, osts(8, 0.125), osts(7, 1.0 / 7)),
                Arguments.of(CauseKind.WIDE_BALANCED_STRIPING, osts(10, 0.149), osts(10, 0.152)));
    }

    @ParameterizedTest
    @MethodSource("narrowly")
    void shouldHoldOnOneSideOfItsThresholdOnly(
            CauseKind cause, Consumer<FileSystemUse> holding, Consumer<FileSystemUse> narrowlyNot) {
        MatchedCause found = find(cause, SimulatedRun.with(holding));

        assertThat(found).isNotNull();
        assertThat(found.confidence()).isBetween(CauseRules.INFERRED / 2, 1.0);
        assertThat(found.evidence()).matches(".*\\d.*");
        assertThat(found.remedy()).isNotEmpty();
        assertThat(find(cause, SimulatedRun.with(narrowlyNot))).isNull();
    }

    /** Bad weather has tests of its own, here and in {@link RootCauseAnalysisTest}. */
    @Test
    void shouldTestEveryRuleOnBothSidesOfItsThreshold() {
        assertThat(narrowly().map(arguments -> arguments.get()[0]).distinct().count() + 1)
                .isEqualTo(CauseKind.values().length);
    }

    @Test
    void shouldFindNothingInARunWithoutFault() {
        RootCauseAnalysis findings = RootCauseAnalysis.of(SimulatedRun.with(use -> {}));

        assertThat(findings.causes()).isEmpty();
        assertThat(findings.side()).isEqualTo(CauseSide.UNKNOWN);
        assertThat(findings.confidence()).isZero();
        assertThat(findings.sentence()).isEmpty();
    }

    @Test
    void shouldFindNothingWhereNothingIsKnown() {
        assertThat(RootCauseAnalysis.of(new EnumMap<>(WeatherMetric.class)).causes())
                .isEmpty();
    }

    @Test
    void shouldNotLetThreeProcessesBeUnbalancedNorOneBeBoundToAnOst() {
        assertThat(find(CauseKind.UNBALANCED_RANKS, SimulatedRun.with(4, busiestRank(0.6))))
                .isNotNull();
        assertThat(find(CauseKind.UNBALANCED_RANKS, SimulatedRun.with(3, busiestRank(0.6))))
                .isNull();
        assertThat(find(CauseKind.SINGLE_OST, SimulatedRun.with(2, osts(1, 1)))).isNotNull();
        assertThat(find(CauseKind.SINGLE_OST, SimulatedRun.with(1, osts(1, 1)))).isNull();
    }

    @Test
    void shouldCountLittleForEachProcessAsSmallData() {
        long oneMebibyteEach = 2_000L << 20;

        assertThat(find(CauseKind.SMALL_DATA, SimulatedRun.with(2_001, write(oneMebibyteEach))))
                .isNotNull();
        assertThat(find(CauseKind.SMALL_DATA, SimulatedRun.with(2_000, write(oneMebibyteEach))))
                .isNull();
    }

    @Test
    void shouldCallAFilePerProcessAFaultOnlyWhereMetadataTakesTheTime() {
        MatchedCause quick = find(
                CauseKind.FILE_PER_PROCESS,
                SimulatedRun.with(ofOneRank(1, 64).andThen(use -> use.setMetadataSeconds(159.0))));
        MatchedCause slow = find(
                CauseKind.FILE_PER_PROCESS,
                SimulatedRun.with(ofOneRank(1, 64).andThen(use -> use.setMetadataSeconds(160.0))));

        assertThat(quick.effect()).isEqualTo(CauseEffect.RAISES);
        assertThat(slow.effect()).isEqualTo(CauseEffect.LOWERS);
        assertThat(slow.remedy()).contains("collective");
    }

    @Test
    void shouldTakeTheFilesThatFillTheIoTimeForSmallRequestsAsWell() {
        MatchedCause found = find(
                CauseKind.SMALL_REQUESTS,
                SimulatedRun.with(small(20_000, 64_000).andThen(use -> {
                    use.setCoveringRequests(20_000L);
                    use.setCoveringSmallRequests(19_800L);
                    use.setCoveringSequentialRequests(20_000L);
                })));

        assertThat(found.measure()).isEqualTo(WeatherMetric.JOB_COVERING_SMALL_FRACTION);
        assertThat(found.evidence())
                .isEqualTo("99 % of the requests to the files that fill the I/O time are below 1 KiB, 20000 requests");
    }

    @Test
    void shouldLetTheServersDecideWhetherReadsCameFromCaches() {
        Map<WeatherMetric, Double> metrics = SimulatedRun.with(readBack(10 * GIGABYTE, 10 * GIGABYTE));
        assertThat(find(CauseKind.READ_CACHING, metrics).confidence()).isEqualTo(CauseRules.INFERRED);

        metrics.put(WeatherMetric.CF_READ, 1.2);
        assertThat(find(CauseKind.READ_CACHING, metrics)).isNull();
        metrics.put(WeatherMetric.CF_READ, 2.0);
        assertThat(find(CauseKind.READ_CACHING, metrics).confidence()).isEqualTo(CauseRules.INFERRED);
        metrics.put(WeatherMetric.CF_WRITE, 0.9);
        assertThat(find(CauseKind.READ_CACHING, metrics).confidence()).isEqualTo(1);
        metrics.put(WeatherMetric.MISSING_FRACTION, 0.2);
        assertThat(find(CauseKind.READ_CACHING, metrics).measure()).isEqualTo(WeatherMetric.JOB_CACHEABLE_FRACTION);
    }

    @Test
    void shouldCallServersThatWereBusyBeforeTheStartBadWeatherWhereThereIsNoClimate() {
        Map<WeatherMetric, Double> metrics = SimulatedRun.with(use -> {});
        metrics.put(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT, 79.9);
        metrics.put(WeatherMetric.MDS_CPU_BEFORE_START_PERCENT, 10.0);
        assertThat(find(CauseKind.BAD_WEATHER, metrics)).isNull();
        metrics.put(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT, 80.0);
        assertThat(find(CauseKind.BAD_WEATHER, metrics)).isNotNull();

        metrics.put(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT, 100.0);
        RootCauseAnalysis findings = RootCauseAnalysis.of(metrics);
        assertThat(findings.causes()).hasSize(1);
        assertThat(findings.side()).isEqualTo(CauseSide.SYSTEM);
        assertThat(findings.confidence()).isCloseTo(0.7, within(1e-9));
        assertThat(findings.sentence())
                .isEqualTo("What limits it (likely, 0.70): bad weather, the CPU of the OSS was at 100 % before the run"
                        + " began.");
    }

    @Test
    void shouldKnowTheFactorsOneToTwelveOfAWholeLog() {
        Map<WeatherMetric, Double> metrics = SimulatedRun.with(use -> {
            use.setCollectiveWrites(1_000L);
            use.setCollectiveReads(0L);
            use.setIndependentReads(0L);
            use.setIndependentWrites(3_000L);
            use.setCoveringRequests(100L);
            use.setCoveringSmallRequests(25L);
            use.setCoveringSequentialRequests(75L);
            use.setCoveringSeconds(10.0);
            use.setCoveringMetadataSeconds(1.0);
        });

        assertThat(metrics)
                .containsEntry(WeatherMetric.JOB_PROCESSES, 64.0)
                .containsEntry(WeatherMetric.JOB_NODES, 4.0)
                .containsEntry(WeatherMetric.JOB_BYTES, 64e9)
                .containsEntry(WeatherMetric.JOB_OSTS, 4.0)
                .containsEntry(WeatherMetric.JOB_SEQUENTIAL_FRACTION, 0.999)
                .containsEntry(WeatherMetric.JOB_SMALL_FRACTION, 0.001)
                .containsEntry(WeatherMetric.JOB_METADATA_FRACTION, 6.4 / 646.4)
                .containsEntry(WeatherMetric.JOB_COLLECTIVE_FRACTION, 0.25)
                .containsEntry(WeatherMetric.JOB_MAX_RANK_FRACTION, 1.0 / 64)
                .containsEntry(WeatherMetric.JOB_COVERING_SEQUENTIAL_FRACTION, 0.75)
                .containsEntry(WeatherMetric.JOB_COVERING_SMALL_FRACTION, 0.25)
                .containsEntry(WeatherMetric.JOB_COVERING_METADATA_FRACTION, 0.1);
    }

    @Test
    void shouldAddToAnImportedTableWhatFollowsFromIt() {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(Map.of(
                WeatherMetric.JOB_READ_BYTES, 1e9,
                WeatherMetric.JOB_WRITE_BYTES, 3e9,
                WeatherMetric.JOB_READS, 10.0,
                WeatherMetric.JOB_WRITES, 30.0,
                WeatherMetric.JOB_SEQUENTIAL_READS, 10.0,
                WeatherMetric.JOB_SEQUENTIAL_WRITES, 20.0,
                WeatherMetric.JOB_READ_SECONDS, 1.0,
                WeatherMetric.JOB_WRITE_SECONDS, 2.0,
                WeatherMetric.JOB_METADATA_SECONDS, 1.0));
        ContributingFactors.addTo(metrics, 16);

        assertThat(metrics)
                .containsEntry(WeatherMetric.JOB_PROCESSES, 16.0)
                .containsEntry(WeatherMetric.JOB_BYTES, 4e9)
                .containsEntry(WeatherMetric.JOB_SEQUENTIAL_FRACTION, 0.75)
                .containsEntry(WeatherMetric.JOB_METADATA_FRACTION, 0.25)
                .doesNotContainKey(WeatherMetric.JOB_SMALL_FRACTION);
    }
}
