package io.barograph.sources.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.ServerKind;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CapacityDumpTest {
    @Test
    void shouldTakeNoMoreTargetsThanAnySiteHas() throws RefusedRecordException {
        CapacityDump dump = new CapacityDump(Instant.EPOCH);
        for (int i = 0; i < CapacityDump.MAX_TARGETS; i++) {
            dump.target("OST" + i, ServerKind.OST);
        }
        assertThatThrownBy(() -> dump.target("one more", ServerKind.OST))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessage("more than 100000 targets in one dump");
        assertThat(dump.target("OST0", ServerKind.OST)).isNotNull();
        assertThat(dump.targets()).hasSize(CapacityDump.MAX_TARGETS);
    }
}
