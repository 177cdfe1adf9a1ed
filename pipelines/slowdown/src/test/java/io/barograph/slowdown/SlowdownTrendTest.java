package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SlowdownTrendTest {
    @Test
    void shouldGiveTheSlopeOfTheFactorPerMinute() {
        SlowdownTrend trend = new SlowdownTrend();
        assertThat(trend.perMinute(0, 1, 300_000)).isNaN();
        assertThat(trend.perMinute(5_000, 1.5, 300_000)).isNaN();
        double slope = 0;
        for (int i = 2; i <= 100; i++) {
            slope = trend.perMinute(5_000L * i, 1 + 0.5 * i, 300_000);
        }
        assertThat(slope).isCloseTo(6, within(1e-9));
    }

    @Test
    void shouldGoOnAfterWritingAndReading() throws IOException {
        SlowdownTrend trend = new SlowdownTrend();
        trend.perMinute(0, 1, 300_000);
        trend.perMinute(5_000, 1, 300_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        trend.writeTo(new DataOutputStream(bytes));
        SlowdownTrend read = SlowdownTrend.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        double slope = trend.perMinute(10_000, 2, 300_000);
        assertThat(slope).isPositive();
        assertThat(read.perMinute(10_000, 2, 300_000)).isEqualTo(slope);
    }
}
