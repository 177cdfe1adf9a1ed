package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void shouldRoundTripAndNameTheQuantitiesOfDataServersByOneByte() {
        Amounts bytes = Amounts.ofBytes(1, 2);
        Amounts metadata = Amounts.of(Map.of("open", 3L, "close", 4L, Amounts.READ_OPERATIONS, 5L));
        assertThat(StateBytes.roundTrip(bytes, Amounts::writeTo, Amounts::readFrom))
                .isEqualTo(bytes);
        assertThat(StateBytes.roundTrip(metadata, Amounts::writeTo, Amounts::readFrom))
                .isEqualTo(metadata);
        assertThat(StateBytes.of(bytes, Amounts::writeTo)).hasSize(1 + 2 * (1 + 8));
    }
}
