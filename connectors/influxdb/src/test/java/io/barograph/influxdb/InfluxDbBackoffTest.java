package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InfluxDbBackoffTest {
    private static final InfluxDbBackoff BACKOFF = new InfluxDbBackoff(Duration.ofMillis(200), Duration.ofSeconds(30));
    private static final Instant NOW = Instant.parse("2018-02-09T08:00:00Z");

    private static RandomGenerator always(double value) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("only doubles are drawn");
            }

            @Override
            public double nextDouble() {
                return value;
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"1,200", "2,400", "3,800", "8,25600", "9,30000", "64,30000", "65,30000", "2147483647,30000"})
    void shouldDoubleTheCeilingUpToTheCapWithoutOverflow(int failures, long ceilingMillis) {
        assertThat(BACKOFF.delay(failures, Duration.ZERO, always(1.0))).isEqualTo(Duration.ofMillis(ceilingMillis));
    }

    @Property
    void shouldDrawTheDelayFromTheWholeRange(
            @ForAll @IntRange(min = 1) int failures, @ForAll @DoubleRange(min = 0, max = 1) double draw) {
        Duration ceiling = BACKOFF.delay(failures, Duration.ZERO, always(1.0));
        assertThat(BACKOFF.delay(failures, Duration.ZERO, always(draw)))
                .isEqualTo(Duration.ofMillis(Math.round(ceiling.toMillis() * draw)));
    }

    @Test
    void shouldNotComeBackEarlierThanTheServerAsks() {
        assertThat(BACKOFF.delay(1, Duration.ofSeconds(7), always(1.0))).isEqualTo(Duration.ofSeconds(7));
        assertThat(BACKOFF.delay(9, Duration.ofSeconds(7), always(1.0))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void shouldReadRetryAfterAsSecondsOrDate() {
        assertThat(InfluxDbBackoff.retryAfter("90", NOW)).isEqualTo(Duration.ofSeconds(90));
        assertThat(InfluxDbBackoff.retryAfter("Fri, 09 Feb 2018 08:00:30 GMT", NOW))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(InfluxDbBackoff.retryAfter("Fri, 09 Feb 2018 07:00:00 GMT", NOW))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"'',0", "soon,0", "-5,0", "99999999999999999999,0", "86400,900"})
    void shouldNotTrustAbsurdRetryAfter(String header, long seconds) {
        assertThat(InfluxDbBackoff.retryAfter(header, NOW)).isEqualTo(Duration.ofSeconds(seconds));
    }
}
