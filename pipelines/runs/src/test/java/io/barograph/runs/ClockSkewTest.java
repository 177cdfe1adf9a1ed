package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockSkewTest {
    private static final long INTERVAL = SkewedSite.INTERVAL * 1_000L;
    private static final ClockShifts SHIFTS = ClockShifts.of(INTERVAL);

    private static ClockSkew.Estimate estimate(ClockSkew skew) {
        return skew.estimate(SHIFTS, INTERVAL);
    }

    /** A run that is possible from one shift to another, seconds. */
    private static ClockSkew run(int from, int to) {
        return ClockSkew.of(1_000, 0, SHIFTS, shift -> shift >= from * 1_000L && shift <= to * 1_000L ? 1_000 : 900);
    }

    @Property(tries = 300, seed = "20180209")
    void shouldFindTheSkewToASamplingIntervalOrSayThatItIsUnknown(
            @ForAll Random random,
            @ForAll @IntRange(min = -30, max = 30) int skew,
            @ForAll @IntRange(min = 0, max = 40) int runs,
            @ForAll @IntRange(min = 0, max = 2) int idle,
            @ForAll @DoubleRange(min = 0, max = 0.6) double neighbours,
            @ForAll @DoubleRange(min = 0, max = 0.2) double cached,
            @ForAll @DoubleRange(min = 0, max = 0.05) double lost) {
        ClockSkew.Estimate estimate =
                estimate(new SkewedSite(random, skew, neighbours).simulate(Math.min(runs, 25), idle, cached, lost));
        if (estimate != null) {
            assertThat(Math.abs(estimate.seconds() - skew)).isLessThan(SkewedSite.INTERVAL);
            assertThat(estimate.high() - estimate.low()).isLessThanOrEqualTo(2.0 * SkewedSite.INTERVAL);
            assertThat(estimate.agreeing()).isGreaterThanOrEqualTo(6);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-10, -2, 0, 2, 10})
    void shouldNearlyAlwaysFindTheSkewWhereRunsDominate(int skew) {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            ClockSkew.Estimate estimate =
                    estimate(new SkewedSite(new Random(seed), skew, 0.1).simulate(20, 1, 0.1, 0.05));
            if (estimate != null) {
                found++;
                assertThat(Math.abs(estimate.seconds() - skew))
                        .as("seed %d", seed)
                        .isLessThan(SkewedSite.INTERVAL);
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(95);
    }

    @Test
    void shouldTakeTheMiddleOfWhereNearlyAllAgree() {
        ClockSkew skew = ClockSkew.NONE;
        for (int i = 0; i < 4; i++) {
            skew = skew.plus(run(-1, 6)).plus(run(2, 9)).plus(run(-20, 4));
        }
        assertThat(estimate(skew)).isEqualTo(new ClockSkew.Estimate(3, 2, 4, 12));
        assertThat(estimate(skew.plus(run(-40, -30))))
                .as("an outlier changes nothing")
                .isEqualTo(new ClockSkew.Estimate(3, 2, 4, 12));
    }

    private static ClockSkew times(int count, ClockSkew run) {
        ClockSkew sum = ClockSkew.NONE;
        for (int i = 0; i < count; i++) {
            sum = sum.plus(run);
        }
        return sum;
    }

    @Test
    void shouldNotTellASkewFromTooFewRunsOrRunsThatDisagree() {
        assertThat(estimate(times(7, run(-1, 1)))).isNull();
        assertThat(estimate(times(8, run(-1, 1)))).isNotNull();
        assertThat(estimate(times(8, run(-1, 1)).plus(times(3, run(9, 11))))).isNull();
    }

    @Test
    void shouldRuleOutWhatThreeRunsRuleOut() {
        ClockSkew broad = times(8, run(-4, 4));
        assertThat(estimate(broad.plus(times(2, run(1, 4)))).low()).isEqualTo(-4);
        assertThat(estimate(broad.plus(times(3, run(1, 4)))).low()).isEqualTo(1);
    }

    @Test
    void shouldNotTellASkewThatIsKnownToOneSideOnly() {
        ClockSkew skew = times(10, run(0, 60));
        assertThat(skew.runs()).isEqualTo(10);
        assertThat(estimate(skew)).isNull();
        assertThat(estimate(times(10, run(-6, 6)))).isNull();
    }

    @Test
    void shouldCountRunsThatNoShiftExplainsAndNotThoseThatAllDo() {
        ClockSkew skew = run(-60, 60).plus(run(70, 80));
        assertThat(skew.runs()).isZero();
        assertThat(skew.unexplained()).isEqualTo(1);
        ClockSkew explained = times(8, run(-1, 1));
        assertThat(estimate(explained.plus(times(8, run(70, 80))))).isNotNull();
        assertThat(estimate(explained.plus(times(9, run(70, 80)))))
                .as("most runs fit no skew at all")
                .isNull();
    }

    @Test
    void shouldTryShiftsByTheSamplingInterval() {
        assertThat(ClockShifts.of(5_000).range()).isEqualTo(60_000);
        assertThat(ClockShifts.of(5_000).millis(0)).isEqualTo(-60_000);
        assertThat(ClockShifts.of(500).stepMillis()).isEqualTo(1_000);
        assertThat(ClockShifts.of(60_000).range()).isEqualTo(720_000);
    }

    @Test
    void shouldSurviveItsBinaryForm() throws Exception {
        ClockSkew skew = run(-1, 6).plus(run(2, 9)).plus(run(70, 80)).plus(times(6, run(2, 3)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        skew.plus(run(2, 4)).writeTo(new DataOutputStream(bytes));
        ClockSkew read = ClockSkew.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(estimate(read)).isEqualTo(estimate(skew.plus(run(2, 4)))).isNotNull();
        assertThat(read.unexplained()).isEqualTo(1);
    }
}
