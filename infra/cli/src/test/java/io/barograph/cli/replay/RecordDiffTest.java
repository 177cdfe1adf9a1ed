package io.barograph.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Topic;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordDiffTest {
    private static final Instant ONSET = Instant.parse("2026-03-01T15:00:00Z");

    private final RecordDiff diff = new RecordDiff(RecordComparisonKey.of(Topic.CONTENTION_EVENTS)::of);

    @BeforeEach
    void trust() {
        AvroCodec.of(ContentionEvent.class);
    }

    private static ContentionEvent event(EventType type, int revision, double worst) {
        return ContentionEvent.newBuilder()
                .setKind(EventKind.CONTENTION)
                .setType(type)
                .setFileSystem("scratch")
                .setServer("")
                .setOnset(ONSET)
                .setState(EventState.UPDATED)
                .setRevision(revision)
                .setDecidedAt(ONSET.plusSeconds(60))
                .setWorstSlowdown(worst)
                .build();
    }

    @Test
    void shouldSayNothingOfWhatIsTheSame() {
        diff.addToA(event(EventType.READ, 1, 2));
        diff.addToB(event(EventType.READ, 1, 2));
        assertThat(diff.lines("a", "b")).isEmpty();
        assertThat(diff.size()).isEqualTo(1);
    }

    @Test
    void shouldNameWhatOnlyOneHas() {
        diff.addToA(event(EventType.READ, 1, 2));
        diff.addToB(event(EventType.WRITE, 1, 2));
        assertThat(diff.lines("tuesday", "lower"))
                .containsExactly(
                        "only in tuesday: CONTENTION READ scratch  2026-03-01T15:00:00Z",
                        "only in lower: CONTENTION WRITE scratch  2026-03-01T15:00:00Z");
    }

    @Test
    void shouldCompareTheLastRecordsAndSayByHowMuchAFieldDiffers() {
        diff.addToA(event(EventType.READ, 2, 4));
        diff.addToA(event(EventType.READ, 1, 9));
        diff.addToB(event(EventType.READ, 1, 7));
        diff.addToB(event(EventType.READ, 2, 5));
        assertThat(diff.lines("a", "b"))
                .singleElement()
                .asString()
                .endsWith("worstSlowdown 4.0 -> 5.0 (+1.000, +25.0 %)");
    }
}
