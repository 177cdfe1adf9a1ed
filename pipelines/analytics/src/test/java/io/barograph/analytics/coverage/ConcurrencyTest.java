package io.barograph.analytics.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
    private static final long HOUR = 3_600_000;

    @Test
    void shouldCountTheJobsThatRanAtAnyInstantAndTheirNodeHoursWithinTheRun() {
        Concurrency concurrency = Concurrency.of(
                List.of(
                        new Concurrency.Job(0, HOUR, 10),
                        new Concurrency.Job(2 * HOUR, Long.MAX_VALUE, 3),
                        new Concurrency.Job(HOUR, 5 * HOUR, 2),
                        new Concurrency.Job(4 * HOUR, 6 * HOUR, 100)),
                HOUR,
                3 * HOUR);
        assertThat(concurrency).isEqualTo(new Concurrency(3, 15, 3 + 4));
        assertThat(concurrency.coverage(2, HOUR, 3 * HOUR)).isEqualTo(4.0 / 7);
    }

    @Test
    void shouldKnowNoCoverageWithoutNodes() {
        Concurrency concurrency = Concurrency.of(List.of(new Concurrency.Job(0, HOUR, 0)), 0, HOUR);
        assertThat(concurrency).isEqualTo(new Concurrency(1, 0, 0));
        assertThat(concurrency.coverage(2, 0, HOUR)).isNull();
    }
}
