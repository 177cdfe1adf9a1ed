package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration CAP = Duration.ofMinutes(1);

    private final RetryBackoff backoff = new RetryBackoff(FIRST, CAP, new Random(7));

    @Test
    void shouldDoubleUpToTheCapAndDrawFromTheUpperHalf() {
        Duration longest = FIRST;
        for (int attempt = 0; attempt < 200; attempt++) {
            assertThat(backoff.next()).isBetween(longest.dividedBy(2), longest);
            longest = longest.multipliedBy(2).compareTo(CAP) > 0 ? CAP : longest.multipliedBy(2);
        }
        assertThat(longest).isEqualTo(CAP);
    }

    @Test
    void shouldBeginAnewAfterASuccess() {
        for (int attempt = 0; attempt < 10; attempt++) {
            backoff.next();
        }
        backoff.reset();

        assertThat(backoff.next()).isBetween(FIRST.dividedBy(2), FIRST);
    }

    @Test
    void shouldRefuseACapBelowTheFirstWait() {
        assertThatThrownBy(() -> new RetryBackoff(CAP, CAP.dividedBy(2), new Random(7)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
