package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShiftDetectorTest {
    private static final long DAY = 86_400_000;

    private final Random random = new Random(8);
    private final List<PastRun> runs = new ArrayList<>();
    private final ShiftDetector detector = new ShiftDetector();
    private final List<ClimateShift> shifts = new ArrayList<>();

    /** Daily runs that scatter by 10 % around a level. */
    private void run(int days, double level, double fullness) {
        for (int i = 0; i < days; i++) {
            runs.add(PastRun.of(
                    "run",
                    runs.size() * DAY,
                    level * Math.exp(0.1 * random.nextGaussian()),
                    true,
                    Map.of(WeatherMetric.OST_FULLEST_PERCENT, fullness + random.nextGaussian())));
            shifts.addAll(detector.add(runs));
        }
    }

    @Test
    void shouldFindTheOnsetBehindASlowDriftThatIsNoShift() {
        run(30, 1e9, 60);
        run(40, 0.92e9, 60);
        run(20, 0.4e9, 60);

        assertThat(shifts).hasSize(1);
        assertThat(shifts.get(0).onset()).isEqualTo(70 * DAY);
        assertThat(shifts.get(0).ratio()).isCloseTo(0.4, within(0.05));
    }

    @Test
    void shouldKnowALevelAfterTenRunsAndTellWhatMovedWithItsFall() {
        run(10, 1e9, 60);
        run(15, 0.6e9, 92);

        assertThat(shifts).hasSize(1);
        assertThat(shifts.get(0).onset()).isEqualTo(10 * DAY);
        assertThat(shifts.get(0).metrics()).hasSize(1);
        assertThat(shifts.get(0).metrics().get(0).metric()).isEqualTo(WeatherMetric.OST_FULLEST_PERCENT);
        assertThat(shifts.get(0).metrics().get(0).explains()).isTrue();
        assertThat(VerdictSentences.of(shifts.get(0)))
                .contains("What changed with it: space used on the fullest OST from ");
    }

    @Test
    void shouldNotCallAMetricThatGotBetterAnExplanationOfAFall() {
        run(20, 1e9, 92);
        run(15, 0.6e9, 60);

        assertThat(shifts).hasSize(1);
        assertThat(shifts.get(0).metrics().get(0).explains()).isFalse();
        assertThat(VerdictSentences.of(shifts.get(0))).doesNotContain("What changed");
    }

    @Test
    void shouldStayQuietOverYearsOfNoise() {
        run(2_000, 1e9, 60);

        assertThat(shifts).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void shouldNotKeepMoreOpenShiftsThanItsBound() {
        for (int i = 0; i < 30; i++) {
            run(20, 1e9 * Math.pow(2, i), 60);
        }

        assertThat(shifts).hasSizeGreaterThan(ShiftDetector.MAX_OPEN);
        assertThat(detector.open()).hasSize(ShiftDetector.MAX_OPEN);
    }
}
