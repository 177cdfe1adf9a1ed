package io.barograph.lab.evaluate;

import static io.barograph.lab.evaluate.Trials.contention;
import static io.barograph.lab.evaluate.Trials.event;
import static io.barograph.lab.evaluate.Trials.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinalEventsTest {
    @Test
    void shouldKeepTheLastRevisionOfEachIdentityWhateverTheirOrder() {
        ContentionEvent opened =
                contention(EventType.READ, 10, Double.POSITIVE_INFINITY).build();
        ContentionEvent closed =
                contention(EventType.READ, 10, 15).setRevision(3).build();
        ContentionEvent later = contention(EventType.READ, 30, 35).build();
        ContentionEvent otherServer =
                contention(EventType.HOTSPOT, 10, 15).setServer("OST0001").build();

        assertThat(FinalEvents.of(List.of(closed, later, otherServer, opened)))
                .containsExactly(otherServer, closed, later);
    }

    @Test
    void shouldLeaveOutWhatWentOnInAnOlderEvent() {
        ContentionEvent opened =
                contention(EventType.READ, 20, Double.POSITIVE_INFINITY).build();
        ContentionEvent merged = contention(EventType.READ, 20, 25)
                .setRevision(2)
                .setMergedInto(minute(10))
                .build();

        assertThat(FinalEvents.of(List.of(opened, merged))).isEmpty();
    }

    @Test
    void shouldLeaveOutMereLoadAndCosts() {
        assertThat(FinalEvents.of(List.of(
                        event(EventKind.TRANSIENT, EventType.READ, 1, 2).build(),
                        event(EventKind.SUSTAINED, EventType.WRITE, 1, 60).build(),
                        event(EventKind.COST, EventType.ALL, 1, 2).build())))
                .isEmpty();
    }

    @Test
    void shouldLetAnOpenEventLastToTheEndOfTheTrial() {
        ContentionEvent open =
                contention(EventType.READ, 10, Double.POSITIVE_INFINITY).build();

        assertThat(FinalEvents.length(open, minute(12))).isEqualTo(Duration.ofMinutes(2));
        assertThat(FinalEvents.length(contention(EventType.READ, 10, 11).build(), minute(12)))
                .isEqualTo(Duration.ofMinutes(1));
    }
}
