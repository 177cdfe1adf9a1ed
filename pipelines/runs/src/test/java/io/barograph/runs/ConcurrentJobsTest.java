package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConcurrentJobsTest {
    private static final long HOUR = 3_600_000;

    @Test
    void shouldCoverTheShareOfTheRunsNodeHours() {
        assertThat(new ConcurrentJobs(3, 15, 7).coverage(2, HOUR, 3 * HOUR)).isEqualTo(4.0 / 7);
    }

    @Test
    void shouldKnowNoCoverageWithoutNodes() {
        assertThat(new ConcurrentJobs(1, 0, 0).coverage(2, 0, HOUR)).isNull();
    }
}
