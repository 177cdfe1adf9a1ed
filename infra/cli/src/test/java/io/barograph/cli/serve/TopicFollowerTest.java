package io.barograph.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TopicFollowerTest {
    private final List<String> calls = new ArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private int readings;

    /** The thread had ended, and the page went on to show what it knew as if nothing had happened since. */
    @Test
    @Timeout(30)
    void shouldTellWhateverReadingFailsWithAndReadAgain() {
        TopicFollower.Reading reading = caughtUp -> {
            caughtUp.run();
            readings++;
            switch (readings) {
                case 1 -> throw new CommandFailedException("no broker", "start it");
                case 2 -> throw new IllegalStateException("a record of nobody");
                case 3 -> throw new NoClassDefFoundError("gone");
                case 4 -> throw new InterruptedException("by a library");
                default -> stopped.countDown();
            }
        };

        new TopicFollower("anomalies", reading, () -> calls.add("read"), calls::add, stopped, Duration.ofMillis(1))
                .run();

        assertThat(calls)
                .containsExactly(
                        "read",
                        "no broker",
                        "read",
                        "topic anomalies cannot be shown (java.lang.IllegalStateException: a record of nobody); the log"
                                + " says more",
                        "read",
                        "topic anomalies cannot be shown (java.lang.NoClassDefFoundError: gone); the log says more",
                        "read",
                        "reading was interrupted",
                        "read");
    }
}
