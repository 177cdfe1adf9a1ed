package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadLetterThrottleTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final List<DeadLetter> passed = new ArrayList<>();
    private final List<DeadLetter> counted = new ArrayList<>();
    private Instant now = NOON;
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final DeadLetterThrottle letters = new DeadLetterThrottle(clock);

    @Test
    void shouldPassOneLetterAnHourThatSaysHowManyWereCounted() {
        for (int minutes : List.of(0, 1, 30, 59, 60, 61, 119, 120)) {
            now = NOON.plus(Duration.ofMinutes(minutes));
            refuse("oss01:7", "\"some\" is no number");
        }

        assertThat(passed)
                .extracting(DeadLetter::getReason)
                .containsExactly(
                        "\"some\" is no number",
                        "\"some\" is no number (3 more times since 2026-03-01T12:00:00Z)",
                        "\"some\" is no number (2 more times since 2026-03-01T13:00:00Z)");
        assertThat(passed).extracting(DeadLetter::getOrigin).containsOnly("oss01:7");
        assertThat(counted).hasSize(5).extracting(DeadLetter::getReason).containsOnly("\"some\" is no number");
    }

    @Test
    void shouldTellProblemsApartByOriginAndReason() {
        refuse("oss01:7", "odd");
        refuse("oss01:8", "odd");
        refuse("oss01:7", "even");
        assertThat(passed).hasSize(3);
        assertThat(counted).isEmpty();
    }

    @Test
    void shouldNotSayThatAProblemWasRepeatedThatWasNot() {
        refuse("oss01:7", "odd");
        now = NOON.plus(Duration.ofHours(2));
        refuse("oss01:7", "odd");
        assertThat(passed).extracting(DeadLetter::getReason).containsExactly("odd", "odd");
    }

    @Test
    void shouldTakeOnlyItsOwnWordsOffAReason() {
        assertThat(DeadLetterThrottle.withoutCount("odd (3 more times since 2026-03-01T12:00:00Z)"))
                .isEqualTo("odd");
        assertThat(DeadLetterThrottle.withoutCount("odd (some more times since then)"))
                .isEqualTo("odd (some more times since then)");
    }

    private void refuse(String origin, String reason) {
        letters.to(passed::add, counted::add)
                .accept(DeadLetterFactory.of(Topic.SERVER_POLLS, "test", origin, reason, now, null));
    }
}
