package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class FillTrendTest {
    private static final long HOUR = 3_600_000;
    private static final long START = 1_518_134_400_000L;

    private static FillTrend hourly(int hours, IntToDoubleFunction fraction) {
        FillTrend trend = new FillTrend();
        for (int hour = 0; hour < hours; hour++) {
            trend.observe(START + hour * HOUR, fraction.applyAsDouble(hour));
        }
        return trend;
    }

    @Test
    void shouldFollowASteadyGrowthToTheLevel() {
        FillTrend trend = hourly(168, hour -> 0.5 + 0.01 * hour / 24);
        double latest = 0.5 + 0.01 * 167 / 24;
        assertThat(trend.daysUntil(0.9).orElseThrow()).isCloseTo((0.9 - latest) / 0.01, within(1e-9));
    }

    @Test
    void shouldNotBeTurnedByALargeFileThatCameAndWent() {
        FillTrend trend = hourly(168, hour -> 0.5 + 0.01 * hour / 24 + (hour >= 60 && hour < 90 ? 0.3 : 0));
        double latest = 0.5 + 0.01 * 167 / 24;
        assertThat(trend.daysUntil(0.9).orElseThrow()).isCloseTo((0.9 - latest) / 0.01, within(3.0));
    }

    @Test
    void shouldStillSeeGrowthAfterAPurgeEarlyInTheWeek() {
        FillTrend trend = hourly(168, hour -> (hour < 20 ? 0.7 : 0.5) + 0.01 * hour / 24);
        double latest = 0.5 + 0.01 * 167 / 24;
        assertThat(trend.daysUntil(0.9).orElseThrow()).isCloseTo((0.9 - latest) / 0.01, within(10.0));
    }

    @Test
    void shouldKnowNoDayForWhatDoesNotGrow() {
        assertThat(hourly(168, hour -> 0.5).daysUntil(0.9)).isEmpty();
        assertThat(hourly(168, hour -> 0.8 - 0.01 * hour / 24).daysUntil(0.9)).isEmpty();
    }

    @Test
    void shouldKnowNoDayFromLessThanADay() {
        assertThat(new FillTrend().daysUntil(0.9)).isEmpty();
        assertThat(hourly(23, hour -> 0.5 + 0.001 * hour).daysUntil(0.9)).isEmpty();
        assertThat(hourly(24, hour -> 0.5 + 0.001 * hour).daysUntil(0.9)).isPresent();
    }

    @Test
    void shouldBeThereAlreadyAboveTheLevel() {
        assertThat(hourly(1, hour -> 0.95).daysUntil(0.9)).hasValue(0);
    }

    @Test
    void shouldForgetWhatIsOlderThanAWeek() {
        FillTrend growing = hourly(168 + 200, hour -> hour < 200 ? 0.9 - 0.004 * hour : 0.1 + 0.001 * (hour - 200));
        assertThat(growing.daysUntil(0.9).orElseThrow()).isCloseTo((0.9 - 0.267) / 0.024, within(1e-9));

        FillTrend resumed = hourly(30, hour -> 0.5 + 0.001 * hour);
        resumed.observe(START + 1_000 * HOUR, 0.6);
        assertThat(resumed.daysUntil(0.9)).isEmpty();
    }

    @Test
    void shouldTakeTheLatestValueOfAnHourInAnyOrderOfArrival() {
        List<Integer> minutes = new ArrayList<>();
        for (int minute = 0; minute < 300 * 60; minute += 20) {
            minutes.add(minute);
        }
        FillTrend inOrder = new FillTrend();
        minutes.forEach(minute -> inOrder.observe(START + minute * 60_000L, 0.2 + 0.00001 * minute));
        Collections.shuffle(minutes, new Random(4));
        FillTrend shuffled = new FillTrend();
        minutes.forEach(minute -> shuffled.observe(START + minute * 60_000L, 0.2 + 0.00001 * minute));
        assertThat(StateBytes.of(shuffled, FillTrend::writeTo)).isEqualTo(StateBytes.of(inOrder, FillTrend::writeTo));
        assertThat(inOrder.daysUntil(0.9).orElseThrow())
                .isCloseTo((0.7 - 0.00001 * (300 * 60 - 20)) / (0.00001 * 1_440), within(1e-6));
    }

    @Test
    void shouldRefuseWhatIsNoFraction() {
        assertThatThrownBy(() -> new FillTrend().observe(START, 93)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FillTrend().observe(START, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRoundTrip() {
        FillTrend trend = hourly(100, hour -> 0.5 + 0.001 * hour);
        FillTrend restored = StateBytes.roundTrip(trend, FillTrend::writeTo, FillTrend::readFrom);
        assertThat(restored.daysUntil(0.9)).isEqualTo(trend.daysUntil(0.9));
        assertThat(StateBytes.of(trend, FillTrend::writeTo)).hasSize(168 * 16);
    }
}
