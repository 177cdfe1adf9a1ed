package io.barograph.servers.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.servers.rates.StateBytes;
import org.junit.jupiter.api.Test;

class RateSeriesTest {
    private final RateSeries series = new RateSeries(100_000, 120_000, 5_000);

    @Test
    void shouldAddUpServersAndLeaveMissingIntervalsMissing() {
        series.add(105_000, 50, 1);
        series.add(105_000, 100, 1);
        series.add(120_000, 0, 1);
        assertThat(series.perSecond(1)).containsExactly(30, Double.NaN, Double.NaN, 0);
        assertThat(series.perSecond(2)).containsExactly(30, 0);
        assertThat(series.perSecond(3)).containsExactly(30);
    }

    @Test
    void shouldTakeBackWhatWasCorrected() {
        series.add(105_000, 50, 1);
        series.add(105_000, 50, -1);
        assertThat(series.perSecond(1)).containsOnly(Double.NaN);
    }

    @Test
    void shouldCoverTheLabelsAfterItsStartUpToItsEnd() {
        assertThat(series.covers(100_000)).isFalse();
        assertThat(series.covers(105_000)).isTrue();
        assertThat(series.covers(107_000)).isFalse();
        assertThat(series.covers(120_000)).isTrue();
        assertThat(series.covers(125_000)).isFalse();
        assertThatThrownBy(() -> series.add(125_000, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("125000");
    }

    @Test
    void shouldRefuseOtherTimes() {
        assertThatThrownBy(() -> series.merge(new RateSeries(105_000, 125_000, 5_000)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RateSeries(0, 12_000, 5_000)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRoundTrip() {
        series.add(110_000, 50, 1);
        RateSeries restored = StateBytes.roundTrip(series, RateSeries::writeTo, RateSeries::readFrom);
        assertThat(restored.perSecond(1)).isEqualTo(series.perSecond(1));
        assertThat(restored.from()).isEqualTo(100_000);
        assertThat(restored.intervalMillis()).isEqualTo(5_000);
        restored.merge(series);
        assertThat(restored.perSecond(1)[1]).isEqualTo(20);
        assertThat(StateBytes.of(new RateSeries(0, 86_400_000, 5_000), RateSeries::writeTo))
                .hasSize(17_280 * 12 + 20);
    }
}
