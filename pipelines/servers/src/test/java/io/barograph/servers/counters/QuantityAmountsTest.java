package io.barograph.servers.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.rates.StateBytes;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuantityAmountsTest {
    @Test
    void shouldRoundTripAndNameTheQuantitiesOfDataServersByOneByte() {
        QuantityAmounts bytes = QuantityAmounts.ofBytes(1, 2);
        QuantityAmounts metadata =
                QuantityAmounts.of(Map.of("open", 3L, "close", 4L, QuantityAmounts.READ_OPERATIONS, 5L));
        assertThat(StateBytes.roundTrip(bytes, QuantityAmounts::writeTo, QuantityAmounts::readFrom))
                .isEqualTo(bytes);
        assertThat(StateBytes.roundTrip(metadata, QuantityAmounts::writeTo, QuantityAmounts::readFrom))
                .isEqualTo(metadata);
        assertThat(StateBytes.of(bytes, QuantityAmounts::writeTo)).hasSize(2 + 2 * (1 + 1));
    }
}
