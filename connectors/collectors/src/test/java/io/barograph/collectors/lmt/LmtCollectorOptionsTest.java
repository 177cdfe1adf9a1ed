package io.barograph.collectors.lmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LmtCollectorOptionsTest {
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    @Test
    void shouldDefaultToLmtsOwnIntervalAndUtc() {
        assertThat(LmtCollectorOptions.DEFAULTS)
                .isEqualTo(new LmtCollectorOptions(ZoneOffset.UTC, FIVE_SECONDS, 2, Duration.ofMinutes(1)));
    }

    @Test
    void shouldKeepWhatItIsGiven() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        LmtCollectorOptions options = new LmtCollectorOptions(zone, Duration.ofSeconds(10), 0, Duration.ofSeconds(10));

        assertThat(options.zone()).isEqualTo(zone);
        assertThat(options.samplingInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.rereadIntervals()).isZero();
        assertThat(options.longestBackoff()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void shouldRefuseWhatCannotWork() {
        assertThatThrownBy(() -> new LmtCollectorOptions(ZoneOffset.UTC, Duration.ZERO, 2, FIVE_SECONDS))
                .hasMessageContaining("samplingInterval");
        assertThatThrownBy(() -> new LmtCollectorOptions(ZoneOffset.UTC, FIVE_SECONDS, -1, FIVE_SECONDS))
                .hasMessageContaining("rereadIntervals must be 0 to 60");
        assertThatThrownBy(() -> new LmtCollectorOptions(ZoneOffset.UTC, FIVE_SECONDS, 61, FIVE_SECONDS))
                .hasMessageContaining("rereadIntervals must be 0 to 60");
        assertThatThrownBy(() -> new LmtCollectorOptions(ZoneOffset.UTC, FIVE_SECONDS, 2, Duration.ofSeconds(1)))
                .hasMessageContaining("longestBackoff");
    }
}
