package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class DarshanOptionsTest {
    private static final Duration SECONDS = Duration.ofSeconds(10);

    private static DarshanOptions options(String since, Duration settle, Duration longestRun, ZoneId zone) {
        return new DarshanOptions(Path.of("logs"), since, SECONDS, settle, longestRun, zone, OwnerCheck.SHARED, null);
    }

    @Test
    void shouldReadTheFirstDayAndTakeTheZoneOfTheMachineIfThereIsNone() {
        DarshanOptions options = options("2026-11-01", SECONDS, Duration.ofDays(8), null);

        assertThat(options.firstDay()).isEqualTo(LocalDate.of(2026, 11, 1));
        assertThat(options.folderZone()).isEqualTo(ZoneId.systemDefault());
        assertThat(new DarshanCollectorType().interval(options)).isEqualTo(SECONDS);
        assertThat(options(null, SECONDS, Duration.ofDays(8), ZoneId.of("America/Los_Angeles"))
                        .firstDay())
                .isNull();
    }

    @Test
    void shouldNameTheOptionThatIsWrong() {
        assertThatThrownBy(() -> options("1 November", SECONDS, Duration.ofDays(8), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("since")
                .hasMessageContaining("2026-11-01");
        assertThatThrownBy(() -> options(null, Duration.ZERO, Duration.ofDays(8), null))
                .hasMessageContaining("settle must be positive");
        assertThatThrownBy(() -> options(null, SECONDS, Duration.ofDays(400), null))
                .hasMessageContaining("longestRun must be at most 366d");
        assertThatThrownBy(() -> new DarshanOptions(
                        null, null, SECONDS, SECONDS, Duration.ofDays(8), null, OwnerCheck.SHARED, null))
                .hasMessageContaining("root is missing");
    }
}
