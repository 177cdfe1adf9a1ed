package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HostLoadsTest {
    private static final Map<String, Integer> EVEN = Map.of("oss0", 2, "oss1", 2, "oss2", 2);
    private static final Map<String, Integer> FAILED_OVER = Map.of("oss0", 4, "oss2", 2);

    @Test
    void shouldCompareWithMostHostsWhileLittleIsKnown() {
        HostLoads loads = new HostLoads();
        assertThat(loads.overloaded(EVEN)).isEmpty();
        assertThat(loads.overloaded(Map.of("oss0", 3, "oss1", 1, "oss2", 2, "oss3", 2)))
                .isEqualTo(Map.of("oss0", 1));
        assertThat(loads.overloaded(Map.of())).isEmpty();
    }

    @Test
    void shouldCompareWithTheHostsOwnWeekOnceADayIsKnown() {
        HostLoads loads = new HostLoads();
        Map<String, Integer> uneven = Map.of("oss0", 2, "oss1", 2, "big", 6);
        assertThat(loads.overloaded(uneven)).isEqualTo(Map.of("big", 4));
        for (int hour = 0; hour < 24; hour++) {
            loads.observe(422_000 + hour, uneven);
        }
        assertThat(loads.overloaded(uneven)).isEmpty();
        assertThat(loads.overloaded(Map.of("oss0", 4, "big", 6))).isEqualTo(Map.of("oss0", 2));
    }

    @Test
    void shouldNotTakeAFailoverOfLessThanHalfAWeekForUsual() {
        HostLoads loads = new HostLoads();
        for (int hour = 0; hour < 168; hour++) {
            loads.observe(422_000 + hour, hour < 100 ? EVEN : FAILED_OVER);
        }
        assertThat(loads.overloaded(FAILED_OVER)).isEqualTo(Map.of("oss0", 2));
        for (int hour = 168; hour < 200; hour++) {
            loads.observe(422_000 + hour, FAILED_OVER);
        }
        assertThat(loads.overloaded(FAILED_OVER)).as("the week is over").isEmpty();
    }

    @Test
    void shouldForgetAHostThatServesNothingForAWeek() {
        HostLoads loads = new HostLoads();
        loads.observe(422_000, EVEN);
        int before = StateBytes.of(loads, HostLoads::writeTo).length;
        for (int hour = 1; hour <= 168; hour++) {
            loads.observe(422_000 + hour, FAILED_OVER);
        }
        assertThat(StateBytes.of(loads, HostLoads::writeTo).length).isLessThan(before);
    }

    @Test
    void shouldRoundTrip() {
        HostLoads loads = new HostLoads();
        for (int hour = 0; hour < 30; hour++) {
            loads.observe(422_000 + hour, EVEN);
        }
        HostLoads restored = StateBytes.roundTrip(loads, HostLoads::writeTo, HostLoads::readFrom);
        assertThat(restored.overloaded(FAILED_OVER)).isEqualTo(loads.overloaded(FAILED_OVER));
    }
}
