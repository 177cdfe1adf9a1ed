package io.barograph.sources.lmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.RefusedRecordException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class LmtTimesTest {
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");

    private final LmtTimes times = new LmtTimes(PACIFIC);

    @Test
    void shouldReadLocalTimeInTheZoneOfTheDatabase() throws Exception {
        assertThat(times.resolve(1, "2018-01-28 00:00:00")).isEqualTo(Instant.parse("2018-01-28T08:00:00Z"));
        assertThat(new LmtTimes(ZoneOffset.UTC).resolve(1, "2018-01-28 00:00:00.0"))
                .isEqualTo(Instant.parse("2018-01-28T00:00:00Z"));
    }

    @Test
    void shouldAscendThroughTheHourThatIsRepeated() throws Exception {
        // clocks went from 02:00 PDT back to 01:00 PST at 2018-11-04T09:00:00Z
        assertThat(times.resolve(1, "2018-11-04 01:59:50")).isEqualTo(Instant.parse("2018-11-04T08:59:50Z"));
        assertThat(times.resolve(2, "2018-11-04 01:59:55")).isEqualTo(Instant.parse("2018-11-04T08:59:55Z"));
        assertThat(times.resolve(3, "2018-11-04 01:00:00")).isEqualTo(Instant.parse("2018-11-04T09:00:00Z"));
        assertThat(times.resolve(4, "2018-11-04 01:59:55")).isEqualTo(Instant.parse("2018-11-04T09:59:55Z"));
        assertThat(times.resolve(5, "2018-11-04 02:00:00")).isEqualTo(Instant.parse("2018-11-04T10:00:00Z"));
    }

    @Test
    void shouldGoOnInTheRepeatedHourAfterARestart() throws Exception {
        times.known().put(3L, Instant.parse("2018-11-04T09:00:00Z"));

        assertThat(times.resolve(3, "2018-11-04 01:00:00")).isEqualTo(Instant.parse("2018-11-04T09:00:00Z"));
        assertThat(times.resolve(4, "2018-11-04 01:00:05")).isEqualTo(Instant.parse("2018-11-04T09:00:05Z"));
    }

    @Test
    void shouldRefuseATimeThatGoesBack() throws Exception {
        times.resolve(1, "2018-01-28 00:00:05");

        assertThatThrownBy(() -> times.resolve(2, "2018-01-28 00:00:00"))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("is not after 2018-01-28T08:00:05Z, the time of TS_ID 1")
                .hasMessageContaining("time zone");
        assertThat(times.resolve(3, "2018-01-28 00:00:10")).isEqualTo(Instant.parse("2018-01-28T08:00:10Z"));
    }

    @Test
    void shouldRefuseATimeThatNoClockOfTheZoneShowed() {
        assertThatThrownBy(() -> times.resolve(1, "2018-03-11 02:30:00"))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("never was on a clock in America/Los_Angeles");
    }

    @Test
    void shouldRefuseWhatIsNoTime() {
        assertThatThrownBy(() -> times.resolve(1, "yesterday")).hasMessageContaining("\"yesterday\"");
        assertThatThrownBy(() -> times.resolve(1, null)).hasMessageContaining("no TIMESTAMP");
        for (String impossible : List.of("0001-01-01 00:00:00", "9999-12-31 00:00:00", "+999999999-12-31 23:59:59")) {
            assertThatThrownBy(() -> times.resolve(1, impossible))
                    .isInstanceOf(RefusedRecordException.class)
                    .hasMessageContaining("is not between 1990 and 2100");
        }
    }

    @Test
    void shouldRememberOnlyTheTimesThatTheNextOneMustFollow() throws Exception {
        for (int tsId = 1; tsId <= 100; tsId++) {
            times.resolve(tsId, "2018-01-28 00:%02d:%02d".formatted(tsId / 60, tsId % 60));
        }
        times.forgetBefore(100);

        assertThat(times.known()).containsOnlyKeys(99L, 100L);
    }
}
