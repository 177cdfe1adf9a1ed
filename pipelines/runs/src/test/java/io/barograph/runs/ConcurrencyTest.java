package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConcurrencyTest {
    private static final long HOUR = 3_600_000;

    @Test
    void shouldCoverTheShareOfTheRunsNodeHours() {
        assertThat(new Concurrency(3, 15, 7).coverage(2, HOUR, 3 * HOUR)).isEqualTo(4.0 / 7);
    }

    @Test
    void shouldKnowNoCoverageWithoutNodes() {
        assertThat(new Concurrency(1, 0, 0).coverage(2, 0, HOUR)).isNull();
    }
}
