package io.barograph.collectors.lustre;

import io.barograph.schemas.DeadLetter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Lets a dead letter through once an hour: what a server prints and the collector does not understand is there again at
 * the next poll, every few seconds.
 */
final class RepeatedRefusals implements Consumer<DeadLetter> {
    private static final Duration QUIET = Duration.ofHours(1);

    private final Consumer<DeadLetter> letters;
    private final Clock clock;
    private final Map<String, Instant> seen = new BoundedMap<>();

    /**
     * @param letters takes what is let through
     * @param clock the present
     */
    RepeatedRefusals(Consumer<DeadLetter> letters, Clock clock) {
        this.letters = letters;
        this.clock = clock;
    }

    @Override
    public void accept(DeadLetter letter) {
        Instant now = clock.instant();
        String key = letter.getOrigin() + "\n" + letter.getReason();
        Instant before = seen.get(key);
        if (before == null || !now.isBefore(before.plus(QUIET))) {
            seen.put(key, now);
            letters.accept(letter);
        }
    }
}
