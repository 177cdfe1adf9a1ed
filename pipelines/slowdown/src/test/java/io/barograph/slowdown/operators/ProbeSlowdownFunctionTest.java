package io.barograph.slowdown.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.BaselineKind;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.slowdown.SlidingSlowdown;
import io.barograph.slowdown.SlowdownPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class ProbeSlowdownFunctionTest {
    private static final ProbeOperation STAT = ProbeOperation.STAT;
    private static final int DAY = 86_400;
    private static final int HALF_AN_HOUR = 1_800;

    private static KeyedOneInputStreamOperatorTestHarness<String, ProbeSlot, Slowdown> harness(SlowdownPolicy policy)
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, ProbeSlot, Slowdown> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new ProbeSlowdownFunction(policy)), ProbeSlot::key, Types.STRING);
        harness.setup(AvroFormat.typeOf(Slowdown.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static void process(
            KeyedOneInputStreamOperatorTestHarness<String, ProbeSlot, Slowdown> harness, ProbeTiming timing)
            throws Exception {
        harness.processElement(ProbeSlot.of(timing), timing.getTime().toEpochMilli());
    }

    private static List<Slowdown> run(List<ProbeTiming> timings, SlowdownPolicy policy) throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<String, ProbeSlot, Slowdown> harness = harness(policy)) {
            harness.open();
            for (ProbeTiming timing : timings) {
                process(harness, timing);
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);
            return harness.extractOutputValues();
        }
    }

    private static List<ProbeTiming> constant(int fromSecond, int toSecond, double seconds, String... hosts) {
        List<ProbeTiming> timings = new ArrayList<>();
        for (int second = fromSecond; second < toSecond; second++) {
            for (String host : hosts) {
                timings.add(Probes.timing(STAT, second + 0.25, host, seconds));
            }
        }
        return timings;
    }

    private static Predicate<Slowdown> interval(int fromSecond, Duration length) {
        return slowdown -> slowdown.getKind() == SlowdownKind.INTERVAL
                && slowdown.getScope() == SlowdownScope.FILE_SYSTEM
                && slowdown.getStart().toEpochMilli() == Probes.millis(fromSecond)
                && Duration.between(slowdown.getStart(), slowdown.getEnd()).equals(length);
    }

    private static Slowdown only(List<Slowdown> all, Predicate<Slowdown> which) {
        List<Slowdown> found = all.stream().filter(which).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void shouldGiveOneForAConstantSeries() throws Exception {
        List<Slowdown> slowdowns = run(constant(0, 3_600, 0.0123, "login1", "login2"), SlowdownPolicy.DEFAULT);

        assertThat(slowdowns.stream().filter(s -> s.getSlowdown() != null))
                .hasSizeGreaterThan(850)
                .allSatisfy(slowdown -> {
                    assertThat(slowdown.getSlowdown()).isEqualTo(1);
                    assertThat(slowdown.getAgreeingSlowdown()).isIn(1.0, null);
                });
        assertThat(only(slowdowns, interval(60, Duration.ofMinutes(1))).getTimings())
                .isEqualTo(120);
    }

    @Test
    void shouldNotCompareAnIntervalWithItself() throws Exception {
        List<ProbeTiming> timings = constant(0, 600, 0.01, "login1");
        timings.addAll(constant(600, 1_200, 0.1, "login1"));
        List<Slowdown> slowdowns = run(timings, SlowdownPolicy.DEFAULT);

        Slowdown first = only(slowdowns, interval(0, Duration.ofMinutes(1)));
        assertThat(first.getSlowdown()).isNull();
        assertThat(first.getBaseline()).isEqualTo(BaselineKind.NONE);
        assertThat(only(slowdowns, interval(600, Duration.ofMinutes(1))).getSlowdown())
                .isCloseTo(10, within(0.2));
        assertThat(only(slowdowns, interval(600, Duration.ofMinutes(10))).getSlowdown())
                .isCloseTo(10, within(0.2));
        assertThat(only(slowdowns, interval(0, Duration.ofHours(4))).getTimings())
                .isEqualTo(1_200);
    }

    @Test
    void shouldFollowTheSlidingWindowEveryFiveSeconds() throws Exception {
        List<ProbeTiming> timings = constant(0, 600, 0.01, "login1");
        timings.addAll(constant(600, 660, 0.05, "login1"));
        List<Slowdown> live = run(timings, SlowdownPolicy.DEFAULT).stream()
                .filter(s -> s.getKind() == SlowdownKind.LIVE && s.getScope() == SlowdownScope.FILE_SYSTEM)
                .toList();

        assertThat(live).extracting(Slowdown::getEnd).doesNotHaveDuplicates().hasSize(132);
        assertThat(live).isSortedAccordingTo((a, b) -> a.getEnd().compareTo(b.getEnd()));
        // The median of 30 s turns when half of the window is slow: 15 s after the onset.
        assertThat(live.stream()
                        .filter(s -> s.getSlowdown() != null && s.getSlowdown() > 4)
                        .findFirst()
                        .orElseThrow()
                        .getEnd())
                .isEqualTo(Probes.START.plusSeconds(620));
        assertThat(live.get(live.size() - 1).getEnd()).isEqualTo(Probes.START.plusSeconds(660));
        assertThat(live.get(live.size() - 1).getTrendPerMinute()).isPositive();
    }

    @Test
    void shouldKeepAMinuteTogetherInWhichTheProbePauses() throws Exception {
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (ProbeTiming timing : constant(0, 5, 0.01, "login1")) {
                process(harness, timing);
            }
            harness.processWatermark(Probes.millis(45));
            process(harness, Probes.timing(STAT, 0.25, "login1", 0.01)); // once more
            for (ProbeTiming timing : constant(50, 60, 0.01, "login1")) {
                process(harness, timing);
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);
            List<Slowdown> slowdowns = harness.extractOutputValues();

            assertThat(only(slowdowns, interval(0, Duration.ofMinutes(1))).getTimings())
                    .isEqualTo(15);
            assertThat(slowdowns.stream().filter(s -> s.getKind() == SlowdownKind.LIVE))
                    .extracting(s -> Duration.between(Probes.START, s.getEnd()).toSeconds())
                    .containsExactly(5L, 10L, 15L, 20L, 25L, 30L, 55L, 60L);
        }
    }

    @Test
    void shouldMarkTheHostThatIsSlowAlone() throws Exception {
        List<ProbeTiming> timings = constant(0, 1_200, 0.01, "login1", "login2", "login3");
        timings.addAll(constant(1_200, 1_500, 0.01, "login1", "login3"));
        timings.addAll(constant(1_200, 1_500, 0.2, "login2"));
        List<Slowdown> slowdowns = run(timings, SlowdownPolicy.DEFAULT);

        Slowdown minute = only(slowdowns, interval(1_260, Duration.ofMinutes(1)));
        assertThat(minute.getDepartingHosts()).containsExactly("login2");
        assertThat(minute.getAgreeingSlowdown()).isCloseTo(1, within(0.01));
        Slowdown slow = only(
                slowdowns,
                s -> s.getKind() == SlowdownKind.INTERVAL
                        && s.getScope() == SlowdownScope.HOST
                        && s.getMember().equals("login2")
                        && s.getStart().equals(minute.getStart())
                        && s.getEnd().equals(minute.getEnd()));
        assertThat(slow.getDeparts()).isTrue();
        assertThat(slow.getSlowdown()).isCloseTo(20, within(0.4));
        assertThat(only(slowdowns, interval(600, Duration.ofMinutes(1))).getDepartingHosts())
                .isEmpty();
    }

    @Test
    void shouldKeepTimeoutsBrokenAndBlockedSlotsApart() throws Exception {
        List<ProbeTiming> timings = constant(0, 60, 0.01, "login1");
        timings.add(Probes.slot(STAT, 61, "login1", ProbeOutcome.TIMEOUT)
                .setSeconds(30.0)
                .build());
        timings.add(Probes.slot(STAT, 62, "login1", ProbeOutcome.BLOCKED).build());
        timings.add(Probes.slot(STAT, 63, "login1", ProbeOutcome.BLOCKED).build());
        timings.add(Probes.slot(STAT, 64, "login1", ProbeOutcome.PROBE_BROKEN)
                .setError("ENOSPC")
                .build());
        Slowdown minute = only(run(timings, SlowdownPolicy.DEFAULT), interval(60, Duration.ofMinutes(1)));

        assertThat(minute.getTimings()).isEqualTo(1);
        assertThat(minute.getTimeouts()).isEqualTo(1);
        assertThat(minute.getBlocked()).isEqualTo(2);
        assertThat(minute.getBroken()).isEqualTo(1);
        assertThat(minute.getMedianSeconds()).isEqualTo(30);
        assertThat(minute.getSlowdown()).isCloseTo(3_000, within(30.0));
    }

    @Test
    void shouldSayHowTheOstsDoWhereTheTimingsNameThem() throws Exception {
        List<ProbeTiming> timings = new ArrayList<>();
        for (int second = 0; second < 1_200; second++) {
            boolean sick = second % 4 == 3 && second >= 600;
            timings.add(Probes.slot(ProbeOperation.DATA_READ, second, "login1", ProbeOutcome.OK)
                    .setSeconds(sick ? 0.4 : 0.1)
                    .setServer("scratch-OST000" + second % 4)
                    .build());
        }
        List<Slowdown> servers = run(timings, SlowdownPolicy.DEFAULT).stream()
                .filter(s -> s.getScope() == SlowdownScope.SERVER && s.getKind() == SlowdownKind.INTERVAL)
                .filter(s -> s.getStart().equals(Probes.START.plusSeconds(600)))
                .filter(s -> s.getEnd().equals(Probes.START.plusSeconds(1_200)))
                .toList();

        assertThat(servers).hasSize(4);
        assertThat(servers.get(3).getMember()).isEqualTo("scratch-OST0003");
        assertThat(servers.get(3).getSlowdown()).isCloseTo(4, within(0.08));
        assertThat(servers.get(0).getSlowdown()).isCloseTo(1, within(0.02));
    }

    @Test
    void shouldTellContentionOfEveryServerAndTheTopicOfTheFileSystem() throws Exception {
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (int second = 0; second < 120; second++) {
                process(
                        harness,
                        Probes.slot(ProbeOperation.DATA_READ, second, "login1", ProbeOutcome.OK)
                                .setSeconds(second >= 60 && second % 2 == 1 ? 0.4 : 0.1)
                                .setServer("scratch-OST000" + second % 2)
                                .build());
            }
            harness.processWatermark(Probes.millis(90));

            assertThat(harness.extractOutputValues().stream().filter(s -> s.getKind() == SlowdownKind.LIVE))
                    .hasSize(18)
                    .allSatisfy(s -> assertThat(s.getScope()).isEqualTo(SlowdownScope.FILE_SYSTEM));
            List<SlidingSlowdown> live = harness.getSideOutput(SlowdownWorkflow.LIVE).stream()
                    .map(StreamRecord::getValue)
                    .toList();
            assertThat(live).hasSize(18);
            SlidingSlowdown last = live.get(17);
            assertThat(last.time()).isEqualTo(Probes.millis(90));
            assertThat(last.servers()).containsOnlyKeys("scratch-OST0000", "scratch-OST0001");
            assertThat(last.servers().get("scratch-OST0000")).isCloseTo(1, within(0.02));
            assertThat(last.servers().get("scratch-OST0001")).isCloseTo(4, within(0.08));
            assertThat(live.get(0).servers()).as("without a baseline").isEmpty();
        }
    }

    @Test
    void shouldGiveTheSameResultsInAnyOrderOfArrivalWithinTheLateness() throws Exception {
        Random random = new Random(42);
        List<ProbeTiming> timings = new ArrayList<>();
        for (int second = 0; second < 1_000; second++) {
            timings.add(Probes.timing(STAT, second, "login1", Math.exp(random.nextGaussian())));
            timings.add(Probes.timing(STAT, second, "login2", Math.exp(random.nextGaussian())));
        }
        List<Slowdown> ordered = run(timings, SlowdownPolicy.DEFAULT);
        List<ProbeTiming> shuffled = new ArrayList<>(timings);
        Collections.shuffle(shuffled, random);
        shuffled.addAll(shuffled.subList(0, 100)); // doubled ones too

        assertThat(run(shuffled, SlowdownPolicy.DEFAULT)).isEqualTo(ordered).hasSizeGreaterThan(250);
    }

    @Test
    void shouldCountALateTimingInTheLongerIntervalAndTheBaseline() throws Exception {
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (ProbeTiming timing : constant(0, 120, 0.01, "login1")) {
                process(harness, timing);
            }
            harness.processWatermark(Probes.millis(120));
            process(harness, Probes.timing(STAT, 30, "login2", 0.01));
            harness.processWatermark(Watermark.MAX_WATERMARK);
            List<Slowdown> slowdowns = harness.extractOutputValues();

            assertThat(only(slowdowns, interval(0, Duration.ofMinutes(1))).getTimings())
                    .isEqualTo(60);
            Slowdown tenMinutes = only(slowdowns, interval(0, Duration.ofMinutes(10)));
            assertThat(tenMinutes.getTimings()).isEqualTo(121);
            assertThat(tenMinutes.getLate()).isEqualTo(1);
        }
    }

    @Test
    void shouldCountALateTimingOnceHoweverOftenItComes() throws Exception {
        List<ProbeTiming> timings = constant(0, 120, 0.01, "login1");
        ProbeTiming late = Probes.timing(STAT, 30, "login2", 0.5);
        List<Slowdown> once = withLateOnes(timings, List.of(late), 0);

        assertThat(withLateOnes(timings, List.of(late, late), 0)).isEqualTo(once);
        assertThat(withLateOnes(timings, List.of(late, timings.get(30), timings.get(90), late), 0))
                .as("sent again, what had come in time as well")
                .isEqualTo(once);
        assertThat(withLateOnes(timings, List.of(late, timings.get(30), late), 1))
                .as("sent again after a restore")
                .isEqualTo(once);
    }

    /** What follows a minute of timings, then late ones, then more; restored before some of the late ones. */
    private static List<Slowdown> withLateOnes(List<ProbeTiming> timings, List<ProbeTiming> late, int restoredBefore)
            throws Exception {
        List<Slowdown> all = new ArrayList<>();
        OperatorSubtaskState snapshot;
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (ProbeTiming timing : timings) {
                process(harness, timing);
            }
            harness.processWatermark(Probes.millis(120));
            for (ProbeTiming timing : late.subList(0, restoredBefore)) {
                process(harness, timing);
            }
            snapshot = harness.snapshot(1, 1);
            all.addAll(harness.extractOutputValues());
        }
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.initializeState(snapshot);
            harness.open();
            for (ProbeTiming timing : late.subList(restoredBefore, late.size())) {
                process(harness, timing);
            }
            for (ProbeTiming timing : constant(660, 700, 0.02, "login1")) {
                process(harness, timing);
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);
            all.addAll(harness.extractOutputValues());
        }
        return all;
    }

    @Test
    void shouldLeaveOutATimingOfWhichNobodyKnowsWhetherItIsNew() throws Exception {
        assertThat(afterTwoHours(true)).isEqualTo(afterTwoHours(false));
    }

    private static List<Slowdown> afterTwoHours(boolean again) throws Exception {
        List<ProbeTiming> timings = constant(0, 120, 0.01, "login1");
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (ProbeTiming timing : timings) {
                process(harness, timing);
            }
            harness.processWatermark(Probes.millis(2 * 3_600 + 60));
            if (again) {
                process(harness, timings.get(30));
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);
            return harness.extractOutputValues();
        }
    }

    @Test
    void shouldTrustTheBaselineMoreAsItAgesAndForgetItsOldestDays() throws Exception {
        SlowdownPolicy defaults = SlowdownPolicy.DEFAULT;
        List<ProbeTiming> timings = constant(0, HALF_AN_HOUR, 0.01, "login1");
        for (int day = 1; day < 40; day++) {
            // The file system gets slower on day 5 and stays so.
            timings.addAll(constant(day * DAY, day * DAY + 60, day < 5 ? 0.01 : 0.019, "login1"));
        }
        List<Slowdown> slowdowns = run(timings, defaults);

        assertThat(only(slowdowns, interval(0, Duration.ofMinutes(1))).getBaseline())
                .isEqualTo(BaselineKind.NONE);
        assertThat(only(slowdowns, interval(29 * 60, Duration.ofMinutes(1))).getBaseline())
                .isEqualTo(BaselineKind.NOT_TRAINED);
        assertThat(only(slowdowns, interval(DAY, Duration.ofMinutes(1))).getBaseline())
                .isEqualTo(BaselineKind.USABLE);
        assertThat(only(slowdowns, interval(8 * DAY, Duration.ofMinutes(1))).getBaseline())
                .isEqualTo(BaselineKind.FIRM);
        assertThat(only(slowdowns, interval(5 * DAY, Duration.ofMinutes(1))).getSlowdown())
                .isCloseTo(1.9, within(0.04));
        Slowdown last = only(slowdowns, interval(39 * DAY, Duration.ofMinutes(1)));
        assertThat(last.getSlowdown()).isEqualTo(1);
        assertThat(last.getBaselineSince()).isEqualTo(Probes.START.plus(Duration.ofDays(9)));
    }

    @Test
    void shouldNotTakeHarmForNormalHoweverOftenItComes() throws Exception {
        List<ProbeTiming> timings = constant(0, HALF_AN_HOUR, 0.01, "login1");
        for (int hour = 1; hour < 6; hour++) {
            timings.addAll(constant(hour * 3_600, hour * 3_600 + 3_000, 0.05, "login1"));
            timings.addAll(constant(hour * 3_600 + 3_000, hour * 3_600 + 3_600, 0.012, "login1"));
        }
        List<Slowdown> slowdowns = run(timings, SlowdownPolicy.DEFAULT);

        assertThat(only(slowdowns, interval(5 * 3_600 + 2_940, Duration.ofMinutes(1)))
                        .getSlowdown())
                .isGreaterThan(4);
        assertThat(only(slowdowns, interval(5 * 3_600 + 3_540, Duration.ofMinutes(1)))
                        .getSlowdown())
                .isBetween(0.95, 1.25);
    }

    /** A site that is watched from the middle of a load on: at first nobody can know. */
    @Test
    void shouldSeeThroughHarmThatWasThereFromTheBeginning() throws Exception {
        List<ProbeTiming> timings = constant(0, 300, 0.5, "login1");
        timings.addAll(constant(300, 900, 0.01, "login1"));
        timings.addAll(constant(900, 1_200, 0.5, "login1"));
        timings.addAll(constant(1_200, 3_600, 0.01, "login1"));
        List<Slowdown> slowdowns = run(timings, SlowdownPolicy.DEFAULT);

        assertThat(only(slowdowns, interval(240, Duration.ofMinutes(1))).getSlowdown())
                .isCloseTo(1, within(0.02));
        assertThat(only(slowdowns, interval(480, Duration.ofMinutes(1))).getSlowdown())
                .as("two calm minutes later")
                .isCloseTo(1, within(0.02));
        assertThat(only(slowdowns, interval(900, Duration.ofMinutes(1))).getSlowdown())
                .isCloseTo(50, within(1.0));
        Slowdown last = only(slowdowns, interval(3_540, Duration.ofMinutes(1)));
        assertThat(last.getSlowdown()).isEqualTo(1);
        assertThat(last.getBaseline()).isEqualTo(BaselineKind.PROVISIONAL);
    }

    @Test
    void shouldTakeAWeekWithoutACalmMinuteForTheNewLevel() throws Exception {
        List<ProbeTiming> timings = constant(0, HALF_AN_HOUR, 0.01, "login1");
        for (int day = 1; day < 10; day++) {
            timings.addAll(constant(day * DAY, day * DAY + 300, 0.03, "login1"));
        }
        List<Slowdown> slowdowns = run(timings, SlowdownPolicy.DEFAULT);

        assertThat(only(slowdowns, interval(7 * DAY + 240, Duration.ofMinutes(1)))
                        .getSlowdown())
                .isCloseTo(3, within(0.06));
        Slowdown after = only(slowdowns, interval(8 * DAY, Duration.ofMinutes(1)));
        assertThat(after.getSlowdown()).isEqualTo(1);
        assertThat(after.getBaselineSince()).isEqualTo(Probes.START.plus(Duration.ofDays(1)));
    }

    @Test
    void shouldNotLearnFromALateTimingOfAMinuteInHarm() throws Exception {
        for (boolean harmed : new boolean[] {false, true}) {
            List<ProbeTiming> timings = constant(0, HALF_AN_HOUR, 0.01, "login1");
            timings.addAll(constant(HALF_AN_HOUR, HALF_AN_HOUR + 60, harmed ? 0.05 : 0.01, "login1"));
            timings.addAll(constant(HALF_AN_HOUR + 60, HALF_AN_HOUR + 180, 0.01, "login1"));
            try (var harness = harness(SlowdownPolicy.DEFAULT)) {
                harness.open();
                for (ProbeTiming timing : timings) {
                    process(harness, timing);
                }
                harness.processWatermark(Probes.millis(HALF_AN_HOUR + 120));
                for (ProbeTiming timing : constant(HALF_AN_HOUR, HALF_AN_HOUR + 60, 0.012, "login2")) {
                    process(harness, timing);
                }
                process(harness, Probes.timing(STAT, HALF_AN_HOUR + 180, "login2", 0.012));
                harness.processWatermark(Watermark.MAX_WATERMARK);

                Slowdown last = only(
                        harness.extractOutputValues(),
                        s -> s.getKind() == SlowdownKind.INTERVAL
                                && s.getScope() == SlowdownScope.HOST
                                && s.getMember().equals("login2")
                                && s.getStart().toEpochMilli() == Probes.millis(HALF_AN_HOUR + 180)
                                && s.getEnd().toEpochMilli() == Probes.millis(HALF_AN_HOUR + 240));
                assertThat(last.getBaseline()).isEqualTo(harmed ? BaselineKind.NONE : BaselineKind.NOT_TRAINED);
            }
        }
    }

    @Test
    void shouldKeepTheFrozenBaselineBesideTheSlidingOne() throws Exception {
        SlowdownPolicy defaults = SlowdownPolicy.DEFAULT;
        SlowdownPolicy frozen = new SlowdownPolicy(
                2,
                defaults.provisionalFor(),
                defaults.firmAfter(),
                defaults.window(),
                defaults.step(),
                defaults.trendOver(),
                Probes.START,
                Probes.START.plus(Duration.ofDays(1)),
                defaults.harm());
        List<ProbeTiming> timings = constant(0, HALF_AN_HOUR, 0.01, "login1");
        for (int day = 1; day < 10; day++) {
            timings.addAll(constant(day * DAY, day * DAY + 60, 0.019, "login1"));
        }
        Slowdown last = only(run(timings, frozen), interval(9 * DAY, Duration.ofMinutes(1)));

        assertThat(last.getSlowdown()).isEqualTo(1);
        assertThat(last.getFrozenSlowdown()).isCloseTo(1.9, within(0.04));
    }

    @Test
    void shouldGiveTheMonthSoFarOnceADay() throws Exception {
        List<ProbeTiming> timings = new ArrayList<>();
        for (int day = 0; day < 3; day++) {
            for (int second = 0; second < 100; second++) {
                timings.add(Probes.timing(STAT, day * DAY + second, "login1", second < 10 ? 0.001 : 0.01));
            }
        }
        List<Slowdown> months = run(timings, SlowdownPolicy.DEFAULT).stream()
                .filter(s -> s.getKind() == SlowdownKind.MONTH)
                .toList();

        assertThat(months).extracting(Slowdown::getTimings).containsExactly(100L, 200L, 300L);
        Slowdown last = months.get(2);
        assertThat(last.getStart()).isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(last.getEnd()).isEqualTo(Instant.parse("2026-04-01T00:00:00Z"));
        assertThat(last.getBestSeconds()).isCloseTo(0.001, within(0.00002));
        assertThat(last.getAverageBestRatio()).isCloseTo(9.1, within(0.2));
        assertThat(last.getHistogram().stream().mapToLong(bin -> bin.getCount()).sum())
                .isEqualTo(300);
    }

    @Test
    void shouldGoOnFromASnapshotAsIfNothingHadHappened() throws Exception {
        List<ProbeTiming> timings = constant(0, 700, 0.01, "login1", "login2");
        timings.addAll(constant(700, 900, 0.07, "login1", "login2"));
        List<Slowdown> undisturbed = new ArrayList<>();
        List<Slowdown> restored = new ArrayList<>();
        OperatorSubtaskState snapshot;
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (ProbeTiming timing : timings.subList(0, 1_234)) {
                process(harness, timing);
                harness.processWatermark(timing.getTime().toEpochMilli() - 10_001);
            }
            snapshot = harness.snapshot(1, 1);
            restored.addAll(harness.extractOutputValues());
            for (ProbeTiming timing : timings.subList(1_234, timings.size())) {
                process(harness, timing);
                harness.processWatermark(timing.getTime().toEpochMilli() - 10_001);
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);
            undisturbed.addAll(harness.extractOutputValues());
        }
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.initializeState(snapshot);
            harness.open();
            for (ProbeTiming timing : timings.subList(1_234, timings.size())) {
                process(harness, timing);
                harness.processWatermark(timing.getTime().toEpochMilli() - 10_001);
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);
            restored.addAll(harness.extractOutputValues());
        }

        assertThat(restored).isEqualTo(undisturbed).hasSizeGreaterThan(200);
    }

    @Test
    void shouldLeaveNothingWhenTheProbesHaveBeenSilentForLongerThanTheBaseline() throws Exception {
        try (var harness = harness(SlowdownPolicy.DEFAULT)) {
            harness.open();
            for (ProbeTiming timing : constant(0, 300, 0.01, "login1", "login2")) {
                process(harness, timing);
            }
            harness.processWatermark(Probes.millis(20.0 * DAY));
            assertThat(harness.numKeyedStateEntries()).isPositive();
            harness.processWatermark(Probes.millis(33.0 * DAY));

            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }
}
