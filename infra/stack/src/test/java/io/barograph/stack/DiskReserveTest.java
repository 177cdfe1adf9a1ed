package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiskReserveTest {
    @Test
    void shouldBeShortBelowTheReserveAndThenUntilTwiceAsMuchIsFree() {
        DiskReserve reserve = new DiskReserve(100);
        assertThat(List.of(1000L, 150L, 100L, 99L, 0L, 100L, 199L, 200L, 150L, 100L, 99L, 150L))
                .map(reserve::isShort)
                .containsExactly(false, false, false, true, true, true, true, false, false, false, true, true);
    }
}
