package io.barograph.sources.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ServerKind;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CapacityDumpTest {
    @Test
    void shouldTakeNoMoreTargetsThanAnySiteHas() {
        CapacityDump dump = new CapacityDump(Instant.EPOCH);
        for (int i = 0; i < CapacityDump.MAX_TARGETS; i++) {
            assertThat(dump.target("OST" + i, ServerKind.OST)).isPresent();
        }
        assertThat(dump.target("one more", ServerKind.OST)).isEmpty();
        assertThat(dump.target("OST0", ServerKind.OST)).isPresent();
        assertThat(dump.targets()).hasSize(CapacityDump.MAX_TARGETS);
    }
}
