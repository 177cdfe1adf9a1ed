package io.barograph.contention.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PastEventsTest {
    private static final long MINUTE = 60_000;

    @ParameterizedTest
    @CsvSource({
        "CONTENTION, 2, true, true",
        "DEGRADED, 2, true, false",
        "CONTENTION, 10, true, true",
        "CONTENTION, 11, false, false"
    })
    void shouldTakeAHarmedRunForEvidenceOfTheContentionThatItMet(
            EventKind kind, long startMinute, boolean explained, boolean isEvidence) {
        TrackedEvent event = new TrackedEvent(kind, EventType.WRITE, "", 0, 0);
        event.end(10 * MINUTE);
        KnownRun run = new KnownRun(
                "7/run",
                "7",
                "vasp",
                "ada",
                4,
                startMinute * MINUTE * 1000,
                (startMinute + 5) * MINUTE * 1000,
                0,
                1,
                List.of(),
                List.of(),
                Double.NaN,
                0.4e9,
                1e9);

        assertThat(new PastEvents().show(run, List.of(event), 60 * MINUTE, MINUTE))
                .isEqualTo(explained);
        assertThat(event.evidence().contains(HarmEvidence.RUN)).isEqualTo(isEvidence);
    }
}
